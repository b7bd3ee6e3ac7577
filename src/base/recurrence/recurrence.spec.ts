import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerTo, RecurrenceError } from './recurrence.js';
import { faultOf, next } from './recurrence.fixture.js';

const berlin = 'DTSTART;TZID=Europe/Berlin:20260101T023000';
const utc = 'DTSTART:20260101T020000Z';

const everyDay = 'BYDAY=MO,TU,WE,TH,FR,SA,SU';

function upTo(count: number): string {
  return Array.from({ length: count }, (_, value) => value).join(',');
}

function yearly(interval: number): string {
  return `${utc}\nRRULE:FREQ=YEARLY;INTERVAL=${interval}`;
}

describe('a recurrence', () => {
  it('comes next strictly after the instant asked for', () => {
    const rule = `${utc}\nRRULE:FREQ=DAILY`;
    expect(next(rule, '2025-06-01T00:00:00Z')).toBe('2026-01-01T02:00:00.000Z');
    expect(next(rule, '2026-01-01T01:59:59.999Z')).toBe('2026-01-01T02:00:00.000Z');
    expect(next(rule, '2026-01-01T02:00:00.000Z')).toBe('2026-01-02T02:00:00.000Z');
  });

  it('ends by UNTIL or COUNT', () => {
    expect(next(`${utc}\nRRULE:FREQ=DAILY;COUNT=2`, '2026-01-01T02:00:00Z')).toBe('2026-01-02T02:00:00.000Z');
    expect(next(`${utc}\nRRULE:FREQ=DAILY;COUNT=2`, '2026-01-02T02:00:00Z')).toBeUndefined();
    expect(next(`${utc}\nRRULE:FREQ=DAILY;UNTIL=20260103T020000Z`, '2026-01-03T02:00:00Z')).toBeUndefined();
  });

  it('accepts its lines in either order, with any line break, in any case, and folded by RFC 5545', () => {
    const expected = '2026-01-02T02:00:00.000Z';
    for (const text of [
      `RRULE:FREQ=DAILY\r\n${utc}\r\n`,
      `${utc}\nrrule:freq=daily`,
      `dtstart:20260101T020000Z\nRRULE:FREQ=DAILY`,
      `${utc}\r\nRRULE:FREQ=DA\r\n ILY`,
    ]) {
      expect(next(text, '2026-01-01T12:00:00Z')).toBe(expected);
    }
  });

  it('keeps its time of day over both changes of the clocks', () => {
    const spring = 'DTSTART;TZID=Europe/Berlin:20260301T080000\nRRULE:FREQ=DAILY';
    expect(next(spring, '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(next(spring, '2026-03-27T12:00:00Z')).toBe('2026-03-28T07:00:00.000Z');
    const autumn = 'DTSTART;TZID=Europe/Berlin:20261001T080000\nRRULE:FREQ=DAILY';
    expect(next(autumn, '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(next(autumn, '2026-10-23T12:00:00Z')).toBe('2026-10-24T06:00:00.000Z');
  });

  it('leaves out a time that the clocks leave out, and goes on with the same time the day after', () => {
    const rule = `${berlin}\nRRULE:FREQ=DAILY`;
    expect(next(rule, '2026-03-28T12:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
  });

  it('occurs once if the clocks repeat its time', () => {
    const rule = 'DTSTART;TZID=Europe/Berlin:20261001T023000\nRRULE:FREQ=DAILY';
    expect(next(rule, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(next(rule, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });

  it.each([
    ['', 'takes exactly one DTSTART'],
    ['RRULE:FREQ=DAILY', 'takes exactly one DTSTART'],
    [`${utc}\n${utc}\nRRULE:FREQ=DAILY`, 'takes exactly one DTSTART'],
    [utc, 'takes exactly one RRULE'],
    [`${utc}\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY`, 'takes exactly one RRULE'],
    [`${utc}\nRRULE:FREQ=DAILY\nEXDATE:20260102T020000Z`, 'takes DTSTART and RRULE and nothing else'],
    ['DTSTART:20260101T020000\nRRULE:FREQ=DAILY', 'DTSTART takes a zone'],
    ['DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY', 'DTSTART takes a date and a time'],
    ['DTSTART;TZID=Europe/Berlin:20260101T020000Z\nRRULE:FREQ=DAILY', 'DTSTART takes either TZID or Z'],
    ['DTSTART;TZID=Mars/Base:20260101T020000\nRRULE:FREQ=DAILY', 'there is no time zone Mars/Base'],
    ['DTSTART:20261301T020000Z\nRRULE:FREQ=DAILY', 'is not a rule of RFC 5545: Invalid month: 13'],
    [`${utc}\nRRULE:INTERVAL=2`, 'RRULE takes FREQ'],
    [`${utc}\nRRULE:FREQ=OFTEN`, 'FREQ takes one of SECONDLY'],
    [`${utc}\nRRULE:FREQ=DAILY;FOO=1`, 'RRULE has no part "FOO"'],
    [`${utc}\nRRULE:FREQ=DAILY;`, 'RRULE has no part ""'],
    [`${utc}\nRRULE:FREQ=DAILY;BYHOUR=1;BYHOUR=2`, 'RRULE takes BYHOUR once'],
    [`${utc}\nRRULE:FREQ=DAILY;BYHOUR=24`, 'BYHOUR takes integers from 0 to 23'],
    [`${utc}\nRRULE:FREQ=DAILY;BYHOUR=`, 'BYHOUR takes integers from 0 to 23'],
    [`${utc}\nRRULE:FREQ=DAILY;BYHOUR=1=2`, 'BYHOUR takes integers from 0 to 23'],
    [`${utc}\nRRULE:FREQ=MONTHLY;BYMONTHDAY=0`, 'BYMONTHDAY takes integers from 1 to 31 or from -31 to -1'],
    [`${utc}\nRRULE:FREQ=MONTHLY;BYDAY=6XX`, 'BYDAY takes weekdays'],
    [`${utc}\nRRULE:FREQ=DAILY;INTERVAL=0`, 'INTERVAL takes an integer from 1 to 999999'],
    [`${utc}\nRRULE:FREQ=DAILY;UNTIL=20260201`, 'UNTIL takes a UTC date-time'],
    [`${utc}\nRRULE:FREQ=DAILY;COUNT=1;UNTIL=20260201T000000Z`, 'is not a rule of RFC 5545: COUNT and UNTIL MUST NOT'],
    [`${utc}\nRRULE:FREQ=DAILY;BYDAY=1MO`, 'is not a rule of RFC 5545: BYDAY with numeric value MUST NOT'],
    [`${utc}\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30`, 'does not occur within the first 10000 periods of its FREQ'],
    [
      `${utc}\nRRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30`,
      'does not occur within the first 10000 periods of its FREQ',
    ],
    [`${utc}\nRRULE:FREQ=DAILY;UNTIL=20250101T000000Z`, 'never occurs'],
    [`${utc}\nRRULE:FREQ=WEEKLY;BYSETPOS=300;${everyDay}`, 'has more than 10000 times in a period of its FREQ'],
    [`${berlin}\nRRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=5`, 'does not occur within the first 10000 periods of its FREQ'],
    [`${utc}\nRRULE:FREQ=SECONDLY`, 'occurs 1 s apart; at least 300 s must lie between'],
    [`${utc}\nRRULE:FREQ=MINUTELY;INTERVAL=4`, 'occurs 240 s apart'],
    [`${utc}\nRRULE:FREQ=HOURLY;BYMINUTE=0,57`, 'occurs 180 s apart'],
    [`${utc}\nRRULE:FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,58`, 'occurs 120 s apart'],
    [`${utc}\nRRULE:FREQ=YEARLY;BYSECOND=0,1`, 'occurs 1 s apart'],
    [
      `${utc}\nRRULE:FREQ=YEARLY;${everyDay};BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`,
      'occurs 1 s',
    ],
    [`${utc}\nRRULE:FREQ=MINUTELY;INTERVAL=5;COUNT=10001`, 'COUNT=10001 reaches too far from DTSTART to be counted'],
    [`${utc}\nRRULE:FREQ=MINUTELY;BYHOUR=3;BYMINUTE=0;COUNT=9999`, 'COUNT=9999 reaches too far'],
    [
      `${utc}\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2`,
      'does not occur within the first 10000 periods of its FREQ',
    ],
    [
      'DTSTART;TZID=Europe/Berlin:20270328T023000\nRRULE:FREQ=DAILY',
      'DTSTART takes a time that the clocks of Europe/Berlin show; they leave this one out',
    ],
  ])('refuses %j, saying that it %s', (text, message) => {
    expect(faultOf(text)).toContain(message);
  });

  it.each([
    'RRULE:FREQ=MINUTELY;INTERVAL=5',
    'RRULE:FREQ=SECONDLY;INTERVAL=300',
    'RRULE:FREQ=HOURLY;BYMINUTE=0,5,55',
    'RRULE:FREQ=MONTHLY;BYDAY=+1MO,-1FR;BYSETPOS=1',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    'RRULE:FREQ=YEARLY;BYWEEKNO=53;WKST=SU',
    'RRULE:FREQ=DAILY;COUNT=1',
    'RRULE:FREQ=MINUTELY;INTERVAL=5;COUNT=10000',
  ])('takes %s', (rule) => {
    expect(faultOf(`${utc}\n${rule}`)).toBe('none');
  });

  it('occurs COUNT times, also for a large COUNT', () => {
    const rule = `${utc}\nRRULE:FREQ=MINUTELY;INTERVAL=5;COUNT=10000`;
    expect(next(rule, '2026-02-04T19:10:00Z')).toBe('2026-02-04T19:15:00.000Z');
    expect(next(rule, '2026-02-04T19:15:00Z')).toBeUndefined();
  });

  it.each([
    ['20250101T000000', 'FREQ=HOURLY', '2026-11-23T08:30:00Z', '2026-11-23T09:00:00.000Z'],
    ['20261123T000000', 'FREQ=HOURLY', '2028-01-14T00:00:00Z', '2028-01-14T01:00:00.000Z'],
    ['20261123T000000', 'FREQ=HOURLY;BYMINUTE=0,30', '2035-01-01T00:00:00Z', '2035-01-01T00:30:00.000Z'],
    ['20260101T000000', 'FREQ=MINUTELY;INTERVAL=5', '2026-11-23T08:32:00Z', '2026-11-23T08:35:00.000Z'],
    ['20261123T000000', 'FREQ=MINUTELY;INTERVAL=15', '2027-03-15T00:00:00Z', '2027-03-15T00:15:00.000Z'],
    ['19900101T000000', 'FREQ=DAILY', '2026-11-23T08:30:00Z', '2026-11-23T23:00:00.000Z'],
    ['20261123T000000', 'FREQ=DAILY', '2055-01-01T00:00:00Z', '2055-01-01T23:00:00.000Z'],
  ])('from DTSTART;TZID=Europe/Berlin:%s on with %s comes after %s at %s', (start, rrule, after, expected) => {
    for (const zone of ['Europe/Berlin', 'europe/BERLIN']) {
      const text = `DTSTART;TZID=${zone}:${start}\nRRULE:${rrule}`;
      expect(faultOf(text)).toBe('none');
      expect(next(text, after)).toBe(expected);
    }
  });

  it('keeps the weekday of DTSTART in a week that BYWEEKNO names', () => {
    const rule = 'DTSTART:20250101T000000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=1,52';
    expect(next(rule, '2026-01-01T00:00:00Z')).toBe('2026-12-23T00:00:00.000Z');
  });

  it('fails if the search for the next occurrence reaches its limit', () => {
    const rrule = `${berlin}\nRRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=5`;
    const fault =
      'reaches the limit of the search, 10000 periods of its FREQ, before an occurrence after 2026-11-23T00:00:00.000Z';
    expect(answerTo({ rrule, after: new Date('2026-11-23T00:00:00Z'), isNew: false })).toEqual({ fault });
  });

  it('does not look through a period that holds too much', () => {
    const rule = `${utc}\nRRULE:FREQ=YEARLY;${everyDay};BYHOUR=${upTo(24)};BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55`;
    expect(() => next(rule, '2026-11-01T00:00:00Z')).toThrow(
      new RecurrenceError(
        'has more than 10000 times in a period of its FREQ; a shorter one, such as DAILY, can say the same',
      ),
    );
  });

  it('does not occur after the end of the calendar', () => {
    const rule = `${utc}\nRRULE:FREQ=YEARLY;INTERVAL=999999`;
    expect(faultOf(rule)).toBe('none');
    expect(next(rule, '2026-01-02T00:00:00Z')).toBeUndefined();
  });

  it('ends after the year 9999, by UTC', () => {
    expect(next(yearly(7973), '2026-01-02T00:00:00Z')).toBe('9999-01-01T02:00:00.000Z');
    expect(next(yearly(7974), '2026-01-02T00:00:00Z')).toBeUndefined();
    const zoned = 'DTSTART;TZID=America/New_York:99991230T200000\nRRULE:FREQ=DAILY';
    expect(next(zoned, '2026-01-02T00:00:00Z')).toBe('9999-12-31T01:00:00.000Z');
    expect(next(zoned, '9999-12-31T01:00:00.000Z')).toBeUndefined();
  });

  it('never fails on any text but with its own error', () => {
    const piece = fc.constantFrom(
      utc,
      berlin,
      '\n',
      'RRULE:',
      'FREQ=DAILY',
      ';',
      'BYDAY=MO',
      'COUNT=',
      '3',
      'T',
      '=',
      ',',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          expect(typeof faultOf(text)).toBe('string');
        },
      ),
    );
  });
});
