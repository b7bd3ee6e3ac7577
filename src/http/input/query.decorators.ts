import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { instantOf, withPlus } from './date-time.js';
import { readSingle, routeInput } from './route-inputs.js';

/** One of a few words; `byDefault` if absent. */
export function QueryChoice<T extends string>(
  name: string,
  choices: readonly T[],
  byDefault: T,
  description: string,
): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: [name],
      read: (query, faults) => {
        const text = readSingle(query, name, faults);
        if (text === undefined) return byDefault;
        const choice = choices.find((it) => it === text);
        if (!choice) faults.push(notValid(name, text, choices.join(' or ')));
        return choice ?? byDefault;
      },
    },
    ApiQuery({
      name,
      description,
      required: false,
      schema: { type: 'string', enum: [...choices], default: byDefault },
    }),
  );
}

/** An RFC 3339 date-time with any offset; undefined if absent. */
export function QueryDateTime(name: string, description: string): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: [name],
      read: (query, faults) => {
        const given = readSingle(query, name, faults);
        if (given === undefined) return undefined;
        const instant = instantOf(withPlus(given));
        if (instant !== undefined) return new Date(instant);
        faults.push(notValid(name, given, 'an RFC 3339 date-time, such as 2026-01-31T13:00:00Z'));
        return undefined;
      },
    },
    ApiQuery({ name, description, required: false, schema: { type: 'string', format: 'date-time' } }),
  );
}

function notValid(name: string, text: string, allowed: string): Fault {
  return {
    code: 'query.invalid_value',
    context: `query.${name}`,
    message: `${JSON.stringify(text)} is not valid; it takes ${allowed}`,
  };
}
