import { CypherError } from '../cypher-error.js';
import { DateTimeValue, isNumber, typeName, type Value } from '../data/values.js';

/** The point in time that `datetime` makes of its argument. */
export function timeOf(value: Value | undefined, now: number): DateTimeValue {
  if (value === undefined) return new DateTimeValue(now);
  if (typeof value === 'string') return parsedTime(value);
  if (value instanceof DateTimeValue) return value;
  if (value instanceof Map) return timeOfParts(value);
  throw new CypherError('type', `expected a text or a map, found ${typeName(value)}`);
}

function parsedTime(text: string): DateTimeValue {
  const ms = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  if (Number.isNaN(ms))
    throw new CypherError('argument', `${JSON.stringify(text)} is no date, such as 2026-01-31T12:00:00Z`);
  return new DateTimeValue(ms);
}

function timeOfParts(parts: ReadonlyMap<string, Value>): DateTimeValue {
  const part = (name: string, otherwise: number): number => {
    const value = parts.get(name);
    if (value === undefined) return otherwise;
    if (isNumber(value)) return Number(value);
    throw new CypherError('type', `expected a number as ${name}, found ${typeName(value)}`);
  };
  const seconds = part('epochSeconds', part('epochseconds', NaN));
  const ms = part('epochMillis', seconds * 1000);
  if (!Number.isNaN(ms)) return new DateTimeValue(ms);
  const time = new Date(Date.UTC(1970, 0, 1, part('hour', 0), part('minute', 0), part('second', 0)));
  // Date.UTC reads years below 100 as years of the last century.
  return new DateTimeValue(time.setUTCFullYear(part('year', 1970), part('month', 1) - 1, part('day', 1)));
}

const parts: Readonly<Record<string, (date: Date) => number>> = {
  epochseconds: (date) => Math.floor(date.getTime() / 1000),
  epochmillis: (date) => date.getTime(),
  year: (date) => date.getUTCFullYear(),
  month: (date) => date.getUTCMonth() + 1,
  day: (date) => date.getUTCDate(),
  hour: (date) => date.getUTCHours(),
  minute: (date) => date.getUTCMinutes(),
  second: (date) => date.getUTCSeconds(),
};

/** `datetime().epochseconds`; null: there is no such part. */
export function partOfTime({ ms }: DateTimeValue, key: string): bigint | null {
  const part = parts[key.toLowerCase()]?.(new Date(Math.floor(ms)));
  return part === undefined || Number.isNaN(part) ? null : BigInt(part);
}
