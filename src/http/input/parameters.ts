import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { fault, type Fault } from '../../base/errors.js';
import { instantOf, wholeTime } from './date-time.js';
import { flagText, parameterText } from './parameter-text.js';
import { type QueryParameters, readSingle, routeInput } from './route-inputs.js';

/** A part of a query: the names of its parameters, how they become one value, and their descriptions in the OpenAPI document. */
export interface Parameter<Value> {
  readonly names: readonly string[];
  readonly read: (...reading: Reading) => Value;
  readonly describe: readonly MethodDecorator[];
}

/** What a parameter is read from. Every fault goes into `faults`. */
export type Reading = [query: QueryParameters, faults: Fault[], request: Pick<Request, 'state' | 'params'>];

export type Documented = Pick<Parameter<unknown>, 'names' | 'describe'>;

export type ValueOf<P extends Parameter<unknown>> = ReturnType<P['read']>;

type Parts = Readonly<Record<string, Parameter<unknown>>>;
type ValuesOf<P extends Parts> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

/** A part of the query as a parameter of a handler. */
export function fromQuery<Value>({ names, read, describe }: Parameter<Value>): ParameterDecorator {
  return routeInput({ place: 'query', names, read }, ...describe);
}

/** Parts that are read by one function, because they depend on each other. */
export function joined<Value>(parts: readonly Documented[], read: Parameter<Value>['read']): Parameter<Value> {
  return {
    names: parts.flatMap(({ names }) => names),
    read,
    describe: parts.flatMap(({ describe }) => describe),
  };
}

/** Parts that are read one after another, as one object. @param check adds faults of parts that do not go together */
export function together<P extends Parts>(
  parts: P,
  check?: (values: ValuesOf<P>, query: QueryParameters, faults: Fault[]) => void,
): Parameter<ValuesOf<P>>;
export function together(
  parts: Parts,
  check?: (values: object, query: QueryParameters, faults: Fault[]) => void,
): Parameter<object> {
  return joined(Object.values(parts), (query, faults, request) => {
    const values = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, part.read(query, faults, request)]),
    );
    check?.(values, query, faults);
    return values;
  });
}

/** A parameter that may be sent once. @param read makes a value of its text; undefined if the text is not valid */
export function single<Value>(
  name: string,
  allowed: string,
  read: (text: string) => Value | undefined,
  documented: { readonly description: string; readonly schema: object; readonly required?: boolean },
): Parameter<Value | undefined> {
  return {
    names: [name],
    read: (query, faults) => readAs(query, name, allowed, read, faults),
    describe: [ApiQuery({ name, required: false, ...documented })],
  };
}

function readAs<Value>(
  query: QueryParameters,
  name: string,
  allowed: string,
  read: (text: string) => Value | undefined,
  faults: Fault[],
): Value | undefined {
  const given = readSingle(query, name, faults);
  const value = given === undefined ? undefined : read(given);
  if (given !== undefined && value === undefined) faults.push(notValid(name, given, allowed));
  return value;
}

/** The same parameter with a value if it is absent or not valid. */
function orElse<Value, Default>(
  { read, ...parameter }: Parameter<Value | undefined>,
  byDefault: Default,
): Parameter<Value | Default> {
  return { ...parameter, read: (...reading) => read(...reading) ?? byDefault };
}

/** One of a few words; undefined if absent. @param byDefault the word that stands for an absent one in the document */
export function optionalChoice<T extends string>(
  name: string,
  choices: readonly T[],
  description: string,
  byDefault?: T,
): Parameter<T | undefined> {
  const schema = { type: 'string', enum: [...choices], ...(byDefault !== undefined && { default: byDefault }) };
  return {
    names: [name],
    read: (query, faults) => readChoice(query, name, choices, faults),
    describe: [ApiQuery({ name, required: false, description, schema })],
  };
}

export function readChoice<T extends string>(
  query: QueryParameters,
  name: string,
  choices: readonly T[],
  faults: Fault[],
): T | undefined {
  return readAs(query, name, choices.join(' or '), (given) => choices.find((it) => it === given), faults);
}

/** One of a few words. */
export function choice<T extends string>(
  name: string,
  choices: readonly T[],
  byDefault: T,
  description: string,
): Parameter<T> {
  return orElse(optionalChoice(name, choices, description, byDefault), byDefault);
}

/** A text such as an object id; undefined if absent. */
export function optionalText(name: string, description: string): Parameter<string | undefined> {
  const { allowed, schema, accepts } = parameterText;
  return single(name, allowed, (given) => (accepts(given) ? given : undefined), { description, schema });
}

/** A text that must be given; empty if it is absent or not valid, which is a fault. */
export function text(name: string, description: string): Parameter<string> {
  const { names, read } = optionalText(name, description);
  return {
    names,
    read: (query, faults, request) => {
      if (!isGiven(query, name)) faults.push(missing(name, 'is required'));
      return read(query, faults, request) ?? '';
    },
    describe: [ApiQuery({ name, description, required: true, schema: parameterText.schema })],
  };
}

/** Texts such as object ids. @param limit how often it may be given, as a number and in words */
export function texts(
  name: string,
  description: string,
  limit?: { readonly most: number; readonly allowed: string },
): Parameter<string[]> {
  return {
    names: [name],
    read: (query, faults) => {
      const given = valuesOf(query, name);
      for (const it of given) if (!parameterText.accepts(it)) faults.push(notValid(name, it, parameterText.allowed));
      if (limit && given.length > limit.most)
        faults.push(invalid(name, `is given ${given.length} times; it ${limit.allowed}`));
      return given;
    },
    describe: [describeRepeated(name, description, parameterText.schema, limit && { maxItems: limit.most })],
  };
}

/** A boolean; undefined if absent. @param byDefault the value that stands for an absent one in the document */
export function optionalFlag(name: string, description?: string, byDefault?: boolean): Parameter<boolean | undefined> {
  const schema = { type: 'boolean', ...(byDefault !== undefined && { default: byDefault }) };
  return {
    names: [name],
    read: (query, faults) => readFlag(query, name, faults),
    describe: [ApiQuery({ name, required: false, ...(description && { description }), schema })],
  };
}

export function readFlag(query: QueryParameters, name: string, faults: Fault[]): boolean | undefined {
  const { allowed, accepts, isTrue } = flagText;
  return readAs(query, name, allowed, (given) => (accepts(given) ? isTrue(given) : undefined), faults);
}

/** A boolean. */
export function flag(name: string, byDefault: boolean, description?: string): Parameter<boolean> {
  return orElse(optionalFlag(name, description, byDefault), byDefault);
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** An integer; undefined if absent. */
export function optionalInteger(
  name: string,
  { deprecated, ...range }: Range & { readonly deprecated?: true },
  description: string,
): Parameter<number | undefined> {
  const schema = { type: 'integer', ...range };
  return {
    names: [name],
    read: (query, faults) => readInteger(query, name, range, faults),
    describe: [ApiQuery({ name, required: false, description, ...(deprecated && { deprecated }), schema })],
  };
}

export function readInteger(
  query: QueryParameters,
  name: string,
  { minimum, maximum }: Range,
  faults: Fault[],
): number | undefined {
  const read = (given: string) => {
    const value = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
  return readAs(query, name, `an integer from ${minimum} to ${maximum}`, read, faults);
}

/** An integer. */
export function integer(name: string, range: Range & { readonly default: number }, description: string) {
  return orElse(optionalInteger(name, range, description), range.default);
}

/** An RFC 3339 date-time with any offset; undefined if absent. */
export function dateTime(name: string, description: string): Parameter<Date | undefined> {
  const schema = { type: 'string', format: 'date-time' };
  return single(name, 'an RFC 3339 date-time, such as 2026-01-31T13:00:00Z', timeOf, { description, schema });
}

function timeOf(given: string): Date | undefined {
  const instant = instantOf(wholeTime(given));
  return instant === undefined ? undefined : new Date(instant);
}

export function isGiven(query: QueryParameters, name: string): boolean {
  return query.some(([key]) => key === name);
}

/** All values of a parameter. */
export function valuesOf(query: QueryParameters, name: string): string[] {
  return query.flatMap(([key, value]) => (key === name ? [value] : []));
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

function notValid(name: string, given: string, allowed: string): Fault {
  return invalid(name, `${JSON.stringify(given)} is not valid; it takes ${allowed}`);
}

/** The fault of a parameter with a wrong value. */
export function invalid(name: string, message: string): Fault {
  return fault('query.invalid_value', `query.${name}`, message);
}

/** The fault of a parameter that does not go with another one. */
export function conflict(name: string, message: string): Fault {
  return fault('query.conflicting_parameters', `query.${name}`, message);
}

/** The fault of a parameter that is not given. */
export function missing(name: string, message: string): Fault {
  return fault('query.missing_parameter', `query.${name}`, message);
}

/** Adds a fault for each of these parameters that is given. */
export function refuse(names: readonly string[], query: QueryParameters, message: string, faults: Fault[]): void {
  for (const name of names) if (isGiven(query, name)) faults.push(conflict(name, message));
}
