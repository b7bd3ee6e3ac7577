import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../../base/errors.js';
import { timeRange } from './time-range.js';

const now = new Date('2026-06-30T12:00:00.000Z');
const at = (text: string) => new Date(text);

describe('a range of time', () => {
  it('is the last thirty days unless asked otherwise', () => {
    expect(timeRange(undefined, undefined, now)).toEqual({ start: at('2026-05-31T12:00:00.000Z'), end: now });
  });

  it('takes either end as given', () => {
    const early = at('2020-01-01T00:00:00Z');
    expect(timeRange(early, undefined, now)).toEqual({ start: early, end: now });
    const late = at('2030-01-01T00:00:00Z');
    expect(timeRange(undefined, late, now)).toEqual({ start: at('2026-05-31T12:00:00.000Z'), end: late });
  });

  it('may be empty', () => {
    expect(timeRange(now, now, now)).toEqual({ start: now, end: now });
  });

  it.each([
    [
      at('2026-02-01T00:00:00Z'),
      at('2026-01-01T00:00:00Z'),
      'query.start',
      'the start 2026-02-01T00:00:00.000Z is after the end 2026-01-01T00:00:00.000Z',
    ],
    [
      at('2026-07-01T00:00:00Z'),
      undefined,
      'query.start',
      'the start 2026-07-01T00:00:00.000Z is after the end 2026-06-30T12:00:00.000Z (now, as none is given)',
    ],
    [
      undefined,
      at('2026-01-01T00:00:00Z'),
      'query.end',
      'the start 2026-05-31T12:00:00.000Z (now minus 30 days, as none is given) is after the end 2026-01-01T00:00:00.000Z',
    ],
  ])('from %s to %s is refused', (start, end, context, message) => {
    expect(() => timeRange(start, end, now)).toThrow(
      new InvalidInputError([{ code: 'query.invalid_value', context, message }]),
    );
  });
});
