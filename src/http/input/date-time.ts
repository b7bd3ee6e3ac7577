import { InvalidInputError } from '../../base/errors.js';

const shape = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** The range of years that both PostgreSQL and four digits can express. */
export const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether {@link instantOf} accepts a text. */
export function isDateTime(text: string): boolean {
  return instantOf(text) !== undefined;
}

/**
 * Returns the instant of an RFC 3339 date-time in milliseconds since 1970; finer digits are cut off. Accepts up to nine digits of a
 * second and any offset. Returns undefined if the text is invalid, if the time does not exist (31 April; second 60 does exist, RFC
 * 3339, section 5.7), or if it is outside of the years 1 to 9999 in UTC.
 */
export function instantOf(text: string): number | undefined {
  if (!isOfCalendar(text)) return undefined;
  const upper = text.toUpperCase();
  // Date has no leap seconds: second 60 becomes the next second.
  const instant = upper.startsWith('60', 17)
    ? Date.parse(`${upper.slice(0, 17)}59${upper.slice(19)}`) + 1000
    : Date.parse(upper);
  return instant >= earliest && instant <= latest ? instant : undefined;
}

/** Returns the same instant in UTC, with all digits of the second; undefined if {@link instantOf} returns undefined. */
export function inUtc(text: string): string | undefined {
  const instant = instantOf(text);
  if (instant === undefined) return undefined;
  const [, fraction = ''] = /(\.\d+)/.exec(text) ?? [];
  return `${new Date(instant).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}${fraction}Z`;
}

/** Whether a valid date-time has a nonzero digit beyond the millisecond. */
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

/** Date maps the years below 100 to the 20th century, so they are moved by 400 years, the period of the calendar. */
function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** A range of time, without its end. */
export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

/** A range as a client asks for it. */
export type AskedRange = { readonly [End in keyof TimeRange]: Date | undefined };

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/**
 * Completes a range: `end` defaults to now, `start` to thirty days before now.
 * @param names of both parameters
 * @throws InvalidInputError if the start is after the end
 */
export function timeRange(
  { start, end }: AskedRange,
  now: Date,
  names: { readonly start: string; readonly end: string } = { start: 'start', end: 'end' },
): TimeRange {
  const range = { start: start ?? new Date(now.getTime() - thirtyDays), end: end ?? now };
  if (range.start <= range.end) return range;
  const { context, which } = start
    ? { context: `query.${names.start}`, which: `the start ${start.toISOString()}` }
    : {
        context: `query.${names.end}`,
        which: `the start ${range.start.toISOString()} (now minus 30 days, as none is given)`,
      };
  const until = end ? '' : ' (now, as none is given)';
  throw InvalidInputError.at(
    'query.invalid_value',
    context,
    `${which} is after the end ${range.end.toISOString()}${until}`,
  );
}

/** Restores the `+` of an offset, which arrives as a space if the client did not encode it. A date alone is its beginning in UTC. */
export function wholeTime(text: string): string {
  return text.replace(/ (?=\d{2}:\d{2}$)/, '+').replace(/^\d{4}-\d{2}-\d{2}$/, '$&T00:00:00Z');
}
