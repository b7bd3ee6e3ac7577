import { describe, expect, it } from '@jest/globals';
import { daysBefore, rangeOf } from './days.js';

describe(rangeOf.name, () => {
  it.each([
    ['', {}],
    ['from=2026-11-01', { start: '2026-11-01T00:00:00.000Z' }],
    ['from=2026-02-28&to=2026-02-28', { start: '2026-02-28T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' }],
    ['from=yesterday&to=2026-99-01', {}],
  ])('reads %j with the last day included', (query, range) => {
    expect(rangeOf(new URLSearchParams(query))).toEqual(range);
  });
});

describe(daysBefore.name, () => {
  it('counts back in days of UTC', () => {
    expect(daysBefore(30, Date.parse('2026-03-01T00:30:00Z'))).toBe('2026-01-30');
  });
});
