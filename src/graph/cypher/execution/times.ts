import { CypherError } from '../cypher-error.js';
import { DurationValue, durationOf, durationUnits, parsedDuration } from '../data/duration.js';
import { DateTimeValue, isNumber, type TemporalValue, typeName, type Value } from '../data/values.js';

/** The point in time that `datetime` makes of its argument. */
export function timeOf(value: Value | undefined, now: number): DateTimeValue {
  if (value === undefined) return new DateTimeValue(now);
  if (typeof value === 'string') return parsedTime(value);
  if (value instanceof DateTimeValue) return value;
  if (value instanceof Map) return timeOfParts(value);
  throw new CypherError('type', `expected a text or a map, found ${typeName(value)}`);
}

/** Milliseconds since 1970 of a text such as `2026-01-31` or `2026-01-31T12:00:00Z`; NaN for another text. */
export function msOfText(text: string): number {
  return Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
}

function parsedTime(text: string): DateTimeValue {
  const ms = msOfText(text);
  if (Number.isNaN(ms))
    throw new CypherError('argument', `${JSON.stringify(text)} is no date, such as 2026-01-31T12:00:00Z`);
  return new DateTimeValue(ms);
}

function numberAs(name: string, value: Value): number {
  if (isNumber(value)) return Number(value);
  throw new CypherError('type', `expected a number as ${name}, found ${typeName(value)}`);
}

function timeOfParts(parts: ReadonlyMap<string, Value>): DateTimeValue {
  const part = (name: string, otherwise: number): number => {
    const value = parts.get(name);
    return value === undefined ? otherwise : numberAs(name, value);
  };
  const seconds = part('epochSeconds', part('epochseconds', NaN));
  const ms = part('epochMillis', seconds * 1000);
  if (!Number.isNaN(ms)) return new DateTimeValue(ms);
  const time = new Date(Date.UTC(1970, 0, 1, part('hour', 0), part('minute', 0), part('second', 0)));
  // Date.UTC reads years below 100 as years of the last century.
  return new DateTimeValue(time.setUTCFullYear(part('year', 1970), part('month', 1) - 1, part('day', 1)));
}

/** The duration that `duration` makes of its argument. */
export function durationFrom(value: Value): DurationValue {
  if (value instanceof DurationValue) return value;
  if (value instanceof Map) {
    const other = [...value.keys()].find((unit) => !durationUnits.includes(unit));
    if (other === undefined)
      return durationOf(Object.fromEntries(Array.from(value, ([unit, count]) => [unit, numberAs(unit, count)])));
    throw new CypherError('argument', `${other} is no unit of a duration; its units are ${durationUnits.join(', ')}`);
  }
  const duration = typeof value === 'string' ? parsedDuration(value) : null;
  if (duration) return duration;
  const found = typeof value === 'string' ? JSON.stringify(value) : typeName(value);
  throw new CypherError('argument', `${found} is no duration, such as P3D, PT12H or P1Y2M10DT2H30M`);
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
export function partOfTime(time: TemporalValue, key: string): bigint | null {
  const name = key.toLowerCase();
  const part =
    time instanceof DateTimeValue ? parts[name]?.(new Date(Math.floor(time.ms))) : partOfDuration(time, name);
  return part === undefined || Number.isNaN(part) ? null : BigInt(part);
}

function partOfDuration(duration: TemporalValue, key: string): number | undefined {
  return duration instanceof DurationValue ? duration.parts[key] : undefined;
}
