import { fromQuery, single } from '../../../http/input/parameters.js';
import { maxInt32 } from '../../../http/input/rules.js';
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

/** The id of a tag, also as an `eq` filter; undefined if absent. */
export function QueryTag(): ParameterDecorator {
  return fromQuery(
    single('asset_group_tag_id', `an integer from 0 to ${maxInt32}`, idOf, {
      schema: { type: 'string', pattern: '^(eq:)?[0-9]{1,10}$' },
      description: 'Id of the tag of the findings: 1 is tier zero, 0 is none. If absent, all.',
    }),
  );
}

function idOf(text: string): number | undefined {
  const [, digits] = /^(?:eq:)?(\d{1,10})$/.exec(text) ?? [];
  return digits !== undefined && Number(digits) <= maxInt32 ? Number(digits) : undefined;
}
