import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Recurrence } from '../../../base/recurrence/recurrence.js';
import { faultOf, next } from '../../../base/recurrence/recurrence.fixture.js';

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Sao_Paulo',
);
const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2026-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const two = (value: number) => String(value).padStart(2, '0');

const time = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
/** The day of DTSTART, in days before the instant: seldom far away, for the library counts from there on, which takes its time. */
const daysBefore = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 45 }) },
  { weight: 1, arbitrary: fc.integer({ min: 46, max: 500 }) },
);
/** An instant, and a DTSTART. */
const asked = fc
  .record({ zone, instant, daysBefore, time })
  .map((it) => ({ after: it.instant, dtstart: `DTSTART;TZID=${it.zone}:${startOf(it)}` }));

function startOf(it: { instant: Date; daysBefore: number; time: { hour: number; minute: number } }): string {
  const day = new Date(it.instant.getTime() - it.daysBefore * 86_400_000).toISOString().slice(0, 10);
  return `${day.replaceAll('-', '')}T${two(it.time.hour)}${two(it.time.minute)}00`;
}
const someOf = (name: string, values: readonly (string | number)[]) =>
  fc.option(
    fc.subarray([...values], { minLength: 1, maxLength: 3 }).map((chosen) => `;${name}=${chosen.join(',')}`),
    { nil: '' },
  );
const rule = fc
  .tuple(
    fc.constantFrom('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    fc.integer({ min: 1, max: 5 }).map((interval) => `;INTERVAL=${interval}`),
    someOf('BYMONTH', [1, 3, 4, 10, 11]),
    someOf('BYDAY', ['MO', 'WE', 'SA', 'SU']),
    someOf('BYHOUR', [0, 1, 2, 3, 14]),
  )
  .map(([freq, ...parts]) => `RRULE:FREQ=${freq}${parts.join('')}`);

/** Days from DTSTART to the instant: enough periods to tell a search near the instant from one that begins at DTSTART. */
const frequencies = [
  { freq: 'MINUTELY', maxDays: 30, intervals: [5, 7, 45], parts: [] },
  { freq: 'HOURLY', maxDays: 400, intervals: [1, 2, 5, 24], parts: ['BYMINUTE=0,30'] },
  { freq: 'DAILY', maxDays: 12_000, intervals: [1, 2, 9], parts: ['BYDAY=MO,SA', 'BYHOUR=2,14', 'BYMONTH=3,10'] },
  {
    freq: 'WEEKLY',
    maxDays: 20_000,
    intervals: [1, 2, 3],
    parts: ['BYDAY=SU,MO', 'BYDAY=SU,MO;WKST=SU', 'BYDAY=TU,FR;BYSETPOS=-1', 'WKST=SU;BYHOUR=2'],
  },
  {
    freq: 'MONTHLY',
    maxDays: 20_000,
    intervals: [1, 2, 5, 12],
    parts: ['BYMONTHDAY=-1,31', 'BYDAY=-1SU', 'BYDAY=MO,TU;BYSETPOS=2', 'BYMONTH=2,3,10'],
  },
  {
    freq: 'YEARLY',
    maxDays: 20_000,
    intervals: [1, 3, 4],
    parts: ['BYMONTH=2,10', 'BYWEEKNO=1,52', 'BYDAY=20MO', 'BYMONTHDAY=29'],
  },
] as const;
const longRunning = fc.constantFrom(...frequencies).chain(({ freq, maxDays, intervals, parts }) =>
  fc
    .record({
      zone,
      time,
      instant,
      daysBefore: fc.integer({ min: 0, max: maxDays }),
      // DTSTART is often at the end of a month, a day that not every month has.
      day: fc.option(fc.constantFrom('28', '29', '30', '31')),
      interval: fc.constantFrom(...intervals),
      part: fc.constantFrom('', ...parts.map((text) => `;${text}`)),
    })
    .map(({ day, interval, part, ...it }) => {
      const start = startOf(it);
      const monthEnd = `${start.slice(0, 6)}${day ?? ''}${start.slice(8)}`;
      const dtstart = day && isDate(monthEnd) ? monthEnd : start;
      return {
        after: it.instant,
        text: `DTSTART;TZID=${it.zone}:${dtstart}\nRRULE:FREQ=${freq};INTERVAL=${interval}${part}`,
      };
    }),
);

function isDate(text: string): boolean {
  const day = Number(text.slice(6, 8));
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, day)).getUTCDate() === day;
}

describe('the next occurrence', () => {
  it('is the first that the library lists after the instant, for random rules, zones and instants', () => {
    fc.assert(
      fc.property(asked, rule, ({ after, dtstart }, rrule) => {
        const text = `${dtstart}\n${rrule}`;
        fc.pre(faultOf(text) === 'none');
        const actual = Recurrence.parse(text).nextAfter(after);
        const horizon = new Date(after.getTime() + 40 * 86_400_000);
        const listed = listedBetween(text, after, horizon);
        const first = listed.map(({ epochMilliseconds }) => epochMilliseconds).find((it) => it > after.getTime());
        expect(actual && actual <= horizon ? actual.getTime() : undefined).toBe(first);
      }),
      { numRuns: 50 },
    );
  });

  it('is the same as in a search from DTSTART on, however long ago that is', () => {
    fc.assert(
      fc.property(longRunning, ({ text, after }) => {
        fc.pre(faultOf(text) === 'none');
        expect(next(text, after.toISOString())).toBe(firstFromStart(text, after));
      }),
      { numRuns: 30 },
    );
  });

  it('of a daily rule shows the time of DTSTART on the clocks of its zone, on the first day that has that time', () => {
    fc.assert(
      fc.property(zone, time, instant, daysBefore, (timeZone, { hour, minute }, after, before) => {
        const start = startOf({ instant: after, daysBefore: Math.max(before, 1), time: { hour, minute } });
        const text = `DTSTART;TZID=${timeZone}:${start}\nRRULE:FREQ=DAILY`;
        const actual = Recurrence.parse(text).nextAfter(after);
        const clock = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        const shown = `${two(hour)}:${two(minute)}`;
        expect(clock.format(actual ?? 0)).toBe(shown);

        const firstShown = halfHoursAfter(after, minute).find((it) => clock.format(it) === shown);
        const isSecondTime = firstShown !== undefined && clock.format(firstShown - 3_600_000) === shown;
        expect(isSecondTime || actual?.getTime() === firstShown).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

/** The first occurrence after the instant, from a search that begins at DTSTART. */
function firstFromStart(text: string, after: Date): string | undefined {
  let first: number | undefined;
  new RRuleTemporal({ rruleString: text, maxIterations: 1_000_000 }).all(({ epochMilliseconds }) => {
    if (epochMilliseconds > after.getTime()) first = epochMilliseconds;
    return first === undefined;
  });
  return first === undefined ? undefined : new Date(first).toISOString();
}

/** The instants of two days and a half that a clock may show with this minute: zones differ from UTC by half hours. */
function halfHoursAfter(after: Date, minute: number): number[] {
  const halfHour = 1_800_000;
  const first = Math.floor(after.getTime() / halfHour) * halfHour + (minute % 30) * 60_000;
  return Array.from({ length: 121 }, (_, index) => first + index * halfHour).filter((it) => it > after.getTime());
}

/** Nothing for a rule that never occurs, such as every other hour, but at odd hours only. */
function listedBetween(text: string, after: Date, before: Date): { epochMilliseconds: number }[] {
  try {
    return new RRuleTemporal({ rruleString: text }).between(after, before, true);
  } catch (error) {
    if (String(error).includes('Maximum iterations')) return [];
    throw error;
  }
}
