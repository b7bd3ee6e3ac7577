import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inWords, kinds, recurrenceOf, ruleOf, weekdays } from './recurrence.js';

const two = (most: number, least = 0) => fc.integer({ min: least, max: most }).map((it) => String(it).padStart(2, '0'));
const recurrence = fc.record({
  kind: fc.constantFrom(...kinds),
  days: fc.subarray([...weekdays.keys()], { minLength: 1 }),
  day: fc.integer({ min: 1, max: 31 }),
  date: fc.tuple(two(12, 1), two(28, 1)).map(([month, day]) => `2026-${month}-${day}`),
  time: fc.tuple(two(23), two(59)).map(([hour, minute]) => `${hour}:${minute}`),
  zone: fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')),
  every: fc.integer({ min: 1, max: 999 }),
});

it('reads each rule that the form writes as the same form', () => {
  fc.assert(
    fc.property(recurrence, ({ days, day, ...it }) => {
      const own = { daily: {}, weekly: { days }, monthly: { day } }[it.kind];
      expect(recurrenceOf(ruleOf({ days, day, ...it }))).toMatchObject({ ...it, ...own });
    }),
  );
});

it('keeps any other text', () => {
  fc.assert(fc.property(fc.string(), (rrule) => expect(recurrenceOf(rrule)).toBeNull()));
});

it.each([
  ['DTSTART:20260101T020000Z\nRRULE:FREQ=HOURLY', 'FREQ=HOURLY'],
  ['DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY;COUNT=3', 'FREQ=DAILY;COUNT=3'],
  ['DTSTART:20260101T020030Z\nRRULE:FREQ=DAILY', 'FREQ=DAILY'],
  ['DTSTART:20260101T020000\nRRULE:FREQ=DAILY', 'FREQ=DAILY'],
  ['DTSTART:20260101T020000Z\nRRULE:FREQ=MONTHLY;BYDAY=1MO', 'FREQ=MONTHLY;BYDAY=1MO'],
  ['DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=WEEKLY;BYDAY=MO,XX', 'FREQ=WEEKLY;BYDAY=MO,XX'],
])('shows %j as it is', (rrule, words) => {
  expect([recurrenceOf(rrule), inWords(rrule)]).toEqual([null, words]);
});

it.each([
  ['DTSTART;TZID=Europe/Berlin:20260101T023000\nRRULE:FREQ=DAILY', 'Every day at 02:30, Europe/Berlin'],
  ['DTSTART:20260101T020000Z\nRRULE:FREQ=WEEKLY', 'Every week on Thursday at 02:00, UTC'],
  [
    'DTSTART:20260101T020000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO',
    'Every 2 weeks on Monday, Friday at 02:00, UTC',
  ],
  ['DTSTART:20260131T020000Z\nRRULE:FREQ=MONTHLY', 'Every month on day 31 at 02:00, UTC'],
])('says %j in words', (rrule, words) => {
  expect(inWords(rrule)).toBe(words);
});
