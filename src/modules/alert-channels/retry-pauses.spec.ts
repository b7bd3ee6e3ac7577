import { describe, expect, it } from '@jest/globals';
import { nextAttempt } from './retry-pauses.js';

const now = new Date('2026-10-01T12:00:00Z');

/** In minutes. */
function pause(attempts: number, retryAfter: string | null, random: number): number | null {
  const next = nextAttempt(attempts, retryAfter, now, random);
  return next && (next.getTime() - now.getTime()) / 60_000;
}

describe('the pauses between attempts', () => {
  it('are eight, which grow and make 24 hours', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => pause(attempts, null, 0.5) ?? 0);
    expect(pauses).toEqual([1, 5, 20, 60, 120, 240, 420, 574]);
    expect(pauses.reduce((sum, it) => sum + it, 0)).toBe(24 * 60);
    expect(pause(9, null, 0.5)).toBeNull();
  });

  it('differ by a tenth', () => {
    expect([pause(2, null, 0), pause(2, null, 1)]).toEqual([4.5, 5.5]);
  });

  it.each([
    ['600', 10],
    ['Thu, 01 Oct 2026 13:00:00 GMT', 60],
    ['Thu, 01 Oct 2026 11:00:00 GMT', 5],
    ['2', 5],
    ['soon', 5],
    ['999999999', 24 * 60],
  ])('obey Retry-After: %s', (retryAfter, minutes) => {
    expect(pause(2, retryAfter, 0.5)).toBe(minutes);
  });
});
