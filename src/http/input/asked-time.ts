import { instantOf, wholeTime } from './date-time.js';
import { before, type Duration, durationOf } from './duration.js';
import { type Parameter, single } from './parameters.js';

/** In milliseconds since 1970, or before now. */
export type AskedTime = number | Duration;

/** Of times and durations, coarsely. */
const pattern = String.raw`^(\d{4}-\d\d-\d\d([Tt].+)?|-P.+)$`;

export const allowedTimes =
  'a date, an RFC 3339 date-time, such as 2026-01-31T13:00:00Z, or a duration before now, such as -P7D';

/** A time, or a duration before now. */
export function time(name: string, description: string): Parameter<AskedTime | undefined> {
  const schema = { type: 'string', pattern, example: '-P7D' };
  return single(name, allowedTimes, timeOf, { description, schema });
}

function timeOf(text: string): AskedTime | undefined {
  return instantOf(wholeTime(text)) ?? durationOf(text) ?? undefined;
}

export function timeAsked(asked: AskedTime, now: Date): Date {
  return new Date(typeof asked === 'number' ? asked : before(now, asked));
}
