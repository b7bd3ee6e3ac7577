const minute = 60_000;
const hour = 60 * minute;

/** Pauses after failed attempts, 24 hours together. After the last one the delivery has failed. */
const pauses = [minute, 5 * minute, 20 * minute, hour, 2 * hour, 4 * hour, 7 * hour, 9 * hour + 34 * minute] as const;

/** Deliveries that failed together are not repeated together. */
const jitter = 0.1;

const longest = 24 * hour;

/**
 * The time of the next attempt; null if there is none.
 * @param attempts that have failed
 * @param retryAfter the header, in seconds or as a date
 * @param random from 0 to 1
 */
export function nextAttempt(
  attempts: number,
  retryAfter: string | null,
  now: Date,
  random = Math.random(),
): Date | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const varied = pause * (1 - jitter + 2 * jitter * random);
  return new Date(now.getTime() + Math.max(varied, Math.min(wantedPause(retryAfter, now), longest)));
}

function wantedPause(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : at - now.getTime();
}
