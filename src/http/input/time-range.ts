import { InvalidInputError } from '../../base/errors.js';

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
