import { earliest } from './date-time.js';

/** A duration of ISO 8601 before now. Plain data. */
export interface Duration {
  readonly months: number;
  readonly ms: number;
}

const shape =
  /^-P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** Reads `-P90D` or `-P1Y2M3W4DT5H6M7S`, each part optional. @returns undefined if the text is no such duration */
export function durationOf(text: string): Duration | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const allDays = weeks * 7 + days;
  return { months: years * 12 + months, ms: (((allDays * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 };
}

/** The instant before another by a duration, in milliseconds since 1970; at least the year 1. A day that a month has not is its last. */
export function before(now: Date, { months, ms }: Duration): number {
  const date = new Date(now);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return Math.max(date.getTime() - ms, earliest);
}
