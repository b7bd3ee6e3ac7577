import { ApiQuery } from '@nestjs/swagger';
import { maxInt32 } from '../../../http/input/rules.js';
import { readSingle, routeInput } from '../../../http/input/route-inputs.js';
import type { Answer } from '../../../http/openapi/operation.decorator.js';

/** `{ data: [name, …] }` */
export const namesAnswer: Answer = {
  schema: {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: { type: 'string' } } },
  },
  models: [],
};

const time = { type: 'string', format: 'date-time' } as const;

/** The range that was applied, in the envelope of an answer. */
export const timeWindow = { start: time, end: time } as const;

/** The id of a tag, also as an `eq` filter; undefined if absent. */
export function QueryTag(): ParameterDecorator {
  const name = 'asset_group_tag_id';
  return routeInput(
    {
      place: 'query',
      names: [name],
      read: (query, faults) => {
        const text = readSingle(query, name, faults);
        if (text === undefined) return undefined;
        const [, digits] = /^(?:eq:)?(\d{1,10})$/.exec(text) ?? [];
        if (digits !== undefined && Number(digits) <= maxInt32) return Number(digits);
        faults.push({
          code: 'query.invalid_value',
          context: `query.${name}`,
          message: `${JSON.stringify(text)} is not valid; it takes an integer from 0 to ${maxInt32}`,
        });
        return undefined;
      },
    },
    ApiQuery({
      name,
      required: false,
      schema: { type: 'string', pattern: '^(eq:)?[0-9]{1,10}$' },
      description: 'Id of the tag of the findings: 1 is tier zero, 0 is none. If absent, all.',
    }),
  );
}
