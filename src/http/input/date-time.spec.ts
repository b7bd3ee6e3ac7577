import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { instantOf, inUtc, isDateTime, isFinerThanMilliseconds, timeRange } from './date-time.js';
import { InvalidInputError } from '../../base/errors.js';

describe(isDateTime.name, () => {
  it.each([
    '2026-01-31T00:00:00Z',
    '2024-02-29T23:59:59.999999999Z',
    '2000-02-29T00:00:00z',
    '2026-06-30t23:59:60Z',
    '2026-01-01T00:00:00+14:00',
    '0001-01-01T00:00:00-23:59',
  ])('accepts %s', (text) => {
    expect(isDateTime(text)).toBe(true);
  });

  it.each([
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00.1234567890Z',
    '2026-01-01T00:00:00+1:00',
    '2026-01-01T00:00:00+24:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:60Z',
    '2026-01-01T00:00Z',
    '2026-01-01',
    'now',
    '',
  ])('refuses %p', (text) => {
    expect(isDateTime(text)).toBe(false);
  });

  it('accepts every instant that Date writes', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(dates, (date) => isDateTime(date.toISOString())));
  });
});

describe(instantOf.name, () => {
  it.each([
    ['2026-06-30T23:59:60Z', '2026-07-01T00:00:00.000Z'],
    ['2026-06-30T23:59:60.5z', '2026-07-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00-23:59', '2026-01-01T23:59:00.000Z'],
    ['2026-01-01t00:00:00.123999999+05:30', '2025-12-31T18:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('converts %s to %s', (text, expected) => {
    expect(new Date(instantOf(text)!).toISOString()).toBe(expected);
  });
});

describe(inUtc.name, () => {
  it.each([
    ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00Z'],
    ['2026-01-01t05:30:00.123456789+05:30', '2026-01-01T00:00:00.123456789Z'],
    ['2026-06-30T23:59:60.5z', '2026-07-01T00:00:00.5Z'],
    ['2026-01-01T01:00:00+25:00', undefined],
  ])('writes %s as %s', (text, expected) => {
    expect(inUtc(text)).toBe(expected);
  });
});

describe(isFinerThanMilliseconds.name, () => {
  it.each([
    ['2026-01-01T00:00:00.123Z', false],
    ['2026-01-01T00:00:00.123000000Z', false],
    ['2026-01-01T00:00:00.1230001Z', true],
    ['2026-01-01T00:00:00Z', false],
  ])('returns for %s: %p', (text, expected) => {
    expect(isFinerThanMilliseconds(text)).toBe(expected);
  });
});

const now = new Date('2026-06-30T12:00:00.000Z');
const at = (text: string) => new Date(text);

describe('a time range', () => {
  it('defaults to the last thirty days', () => {
    expect(timeRange({ start: undefined, end: undefined }, now)).toEqual({
      start: at('2026-05-31T12:00:00.000Z'),
      end: now,
    });
  });

  it('keeps each given end', () => {
    const early = at('2020-01-01T00:00:00Z');
    expect(timeRange({ start: early, end: undefined }, now)).toEqual({ start: early, end: now });
    const late = at('2030-01-01T00:00:00Z');
    expect(timeRange({ start: undefined, end: late }, now)).toEqual({
      start: at('2026-05-31T12:00:00.000Z'),
      end: late,
    });
  });

  it('can be empty', () => {
    expect(timeRange({ start: now, end: now }, now)).toEqual({ start: now, end: now });
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
  ])('is refused from %s to %s', (start, end, context, message) => {
    expect(() => timeRange({ start, end }, now)).toThrow(
      new InvalidInputError([{ code: 'query.invalid_value', context, message }]),
    );
  });
});
