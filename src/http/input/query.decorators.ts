import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { instantOf, withPlus } from './date-time.js';
import { parameterText } from './parameter-text.js';
import { type QueryParameters, readSingle, routeInput } from './route-inputs.js';

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
      read: (query, faults) => readChoice(query, name, choices, faults) ?? byDefault,
    },
    describeChoice({ name, choices, byDefault, description }),
  );
}

/** @returns undefined if the parameter is absent or has another value, which is a fault */
export function readChoice<T extends string>(
  query: QueryParameters,
  name: string,
  choices: readonly T[],
  faults: Fault[],
): T | undefined {
  const text = readSingle(query, name, faults);
  const choice = choices.find((it) => it === text);
  if (text !== undefined && choice === undefined) faults.push(notValid(name, text, choices.join(' or ')));
  return choice;
}

export function describeChoice({
  name,
  choices,
  byDefault,
  description,
}: {
  readonly name: string;
  readonly choices: readonly string[];
  readonly byDefault?: string;
  readonly description: string;
}): MethodDecorator {
  const schema = {
    type: 'string' as const,
    enum: [...choices],
    ...(byDefault !== undefined && { default: byDefault }),
  };
  return ApiQuery({ name, description, required: false, schema });
}

/** A text that must be given, such as an object id. @returns undefined if it is absent or invalid, which is a fault */
export function readText(query: QueryParameters, name: string, faults: Fault[]): string | undefined {
  if (!query.some(([key]) => key === name))
    faults.push({ code: 'query.missing_parameter', context: `query.${name}`, message: 'is required' });
  return readOptionalText(query, name, faults);
}

/** @returns undefined if the parameter is absent, or invalid, which is a fault */
export function readOptionalText(query: QueryParameters, name: string, faults: Fault[]): string | undefined {
  const text = readSingle(query, name, faults);
  if (text === undefined || parameterText.accepts(text)) return text;
  faults.push(notValid(name, text, parameterText.allowed));
  return undefined;
}

export function describeText({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string;
}): MethodDecorator {
  return ApiQuery({ name, description, required: true, schema: parameterText.schema });
}

/** As {@link readText}. */
export function QueryText(name: string, description: string): ParameterDecorator {
  return routeInput(
    { place: 'query', names: [name], read: (query, faults) => readText(query, name, faults) ?? '' },
    describeText({ name, description }),
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

/** A text that may be given several times; an empty list if absent. */
export function QueryTexts(name: string, description: string): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: [name],
      read: (query, faults) => readTexts(query, name, faults),
    },
    describeRepeated(name, description, parameterText.schema),
  );
}

/** A parameter in the OpenAPI document that may be given several times. @param items schema of each value @param list of all */
export function describeRepeated(
  name: string,
  description: string,
  items: { readonly type: string; readonly [keyword: string]: unknown },
  list: { readonly maxItems?: number; readonly default?: string[] } = {},
): MethodDecorator {
  const schema = { type: 'array', ...list, items };
  return ApiQuery({ name, description, required: false, isArray: true, style: 'form', explode: true, schema });
}

export function readTexts(query: QueryParameters, name: string, faults: Fault[]): string[] {
  const texts = query.flatMap(([key, value]) => (key === name ? [value] : []));
  for (const text of texts) if (!parameterText.accepts(text)) faults.push(notValid(name, text, parameterText.allowed));
  return texts;
}

function notValid(name: string, text: string, allowed: string): Fault {
  return {
    code: 'query.invalid_value',
    context: `query.${name}`,
    message: `${JSON.stringify(text)} is not valid; it takes ${allowed}`,
  };
}

/** Adds a fault for each of these parameters that is given. */
export function refuse(names: readonly string[], query: QueryParameters, message: string, faults: Fault[]): void {
  const given = new Set(query.map(([name]) => name));
  for (const name of names)
    if (given.has(name)) faults.push({ code: 'query.conflicting_parameters', context: `query.${name}`, message });
}
