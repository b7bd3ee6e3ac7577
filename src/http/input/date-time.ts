import { InvalidInputError } from '../../base/errors.js';

const shape = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** What PostgreSQL and a four-digit year can both hold. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a text is an RFC 3339 date-time that {@link instantOf} knows. */
export function isDateTime(text: string): boolean {
  return instantOf(text) !== undefined;
}

/**
 * The instant of an RFC 3339 date-time in milliseconds; finer digits are cut off. Up to nine digits of a second, any offset. Undefined
 * where the text is none, where it does not exist (31 April; but second 60 does, RFC 3339 section 5.7), or where it lies outside of
 * the years 1 to 9999 in UTC.
 */
export function instantOf(text: string): number | undefined {
  if (!isOfCalendar(text)) return undefined;
  const upper = text.toUpperCase();
  // A leap second, which Date does not know, is the second after.
  const instant = upper.startsWith('60', 17)
    ? Date.parse(`${upper.slice(0, 17)}59${upper.slice(19)}`) + 1000
    : Date.parse(upper);
  return instant >= earliest && instant <= latest ? instant : undefined;
}

/** The same instant in UTC, with the digits of a second as given. Undefined if {@link instantOf} is. */
export function inUtc(text: string): string | undefined {
  const instant = instantOf(text);
  if (instant === undefined) return undefined;
  const [, fraction = ''] = /(\.\d+)/.exec(text) ?? [];
  return `${new Date(instant).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}${fraction}Z`;
}

/** Whether a valid date-time has digits beyond the millisecond that are not all zero. */
export function isFinerThanMilliseconds(text: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(text);
}

function isOfCalendar(text: string): boolean {
  const match = shape.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [offsetHours = 0, offsetMinutes = 0] = (match[8] ?? 'Z').slice(1).split(':').map(Number);
  const ranges = [
    [year, 1, 9999],
    [month, 1, 12],
    [day, 1, daysOf(year, month)],
    [hour, 0, 23],
    [minute, 0, 59],
    [second, 0, 60],
    [offsetHours, 0, 23],
    [offsetMinutes, 0, 59],
  ] as const;
  return ranges.every(([value, least, most]) => value >= least && value <= most);
}

/** The calendar repeats every 400 years, and Date mistakes the years below 100 for those of the 20th century. */
function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** A stretch of time; its end does not belong to it. */
export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/**
 * Completes a range: `end` is now unless given, `start` is thirty days before now.
 * @throws InvalidInputError where it would end before it starts
 */
export function timeRange(start: Date | undefined, end: Date | undefined, now: Date): TimeRange {
  const range = { start: start ?? new Date(now.getTime() - thirtyDays), end: end ?? now };
  if (range.start <= range.end) return range;
  const { context, which } = start
    ? { context: 'query.start', which: `the start ${start.toISOString()}` }
    : { context: 'query.end', which: `the start ${range.start.toISOString()} (now minus 30 days, as none is given)` };
  const until = end ? '' : ' (now, as none is given)';
  throw InvalidInputError.at(
    'query.invalid_value',
    context,
    `${which} is after the end ${range.end.toISOString()}${until}`,
  );
}

/** A date-time as it was meant: the `+` of its offset arrives as a space from clients that do not encode it. */
export function withPlus(text: string): string {
  return text.replace(/ (?=\d{2}:\d{2}$)/, '+');
}
