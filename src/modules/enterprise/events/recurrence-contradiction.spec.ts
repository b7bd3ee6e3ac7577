import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { contradictionOf } from './recurrence-contradiction.js';

const everyDay = 'BYDAY=MO,TU,WE,TH,FR,SA,SU';

function reasonFor(rule: string, dtstart = 'DTSTART:20260101T020000Z'): string | undefined {
  return contradictionOf(new RRuleTemporal({ rruleString: `${dtstart}\nRRULE:${rule}`, strict: true }).options());
}

describe(contradictionOf.name, () => {
  it.each([
    ['FREQ=DAILY;UNTIL=20251231T000000Z', 'UNTIL is before DTSTART'],
    [
      `FREQ=WEEKLY;BYSETPOS=300;${everyDay}`,
      'BYSETPOS asks for position 300, and no period of FREQ=WEEKLY has more than 7 times',
    ],
    [
      'FREQ=DAILY;BYHOUR=1,2;BYSETPOS=-3',
      'BYSETPOS asks for position 3, and no period of FREQ=DAILY has more than 2 times',
    ],
    [
      'FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=3',
      'BYSETPOS asks for position 3, and no period of FREQ=HOURLY has more than 2 times',
    ],
    [
      `FREQ=MONTHLY;BYMONTH=2;${everyDay};BYSETPOS=30`,
      'BYSETPOS asks for position 30, and no period of FREQ=MONTHLY has more than 29 times',
    ],
    [
      'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
      'from DTSTART on, FREQ=YEARLY with INTERVAL=1 has no date with BYMONTH=6 and BYWEEKNO=53',
    ],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30,31',
      'from DTSTART on, FREQ=YEARLY with INTERVAL=1 has no date with BYMONTH=2 and BYMONTHDAY=30,31',
    ],
    [
      'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=11',
      'from DTSTART on, FREQ=YEARLY with INTERVAL=1 has no date with BYMONTH=11 and BYYEARDAY=366',
    ],
    [
      'FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=28',
      'from DTSTART on, FREQ=MONTHLY with INTERVAL=1 has no date with BYMONTHDAY=28 and BYDAY=5MO',
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
      'from DTSTART on, FREQ=YEARLY with INTERVAL=4 has no date with BYMONTH=2 and BYMONTHDAY=29',
    ],
    ['FREQ=MONTHLY;INTERVAL=6;BYMONTH=2', 'from DTSTART on, FREQ=MONTHLY with INTERVAL=6 has no date with BYMONTH=2'],
    ['FREQ=YEARLY;INTERVAL=80;BYDAY=53WE', 'from DTSTART on, FREQ=YEARLY with INTERVAL=80 has no date with BYDAY=53WE'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=MO', 'from DTSTART on, FREQ=DAILY with INTERVAL=7 has no date with BYDAY=MO'],
    [
      'FREQ=SECONDLY;INTERVAL=86400;BYHOUR=3',
      'from DTSTART on, FREQ=SECONDLY with INTERVAL=86400 never comes to a time of BYHOUR, BYMINUTE and BYSECOND',
    ],
    [
      'FREQ=HOURLY;INTERVAL=2;BYHOUR=1',
      'from DTSTART on, FREQ=HOURLY with INTERVAL=2 never comes to a time of BYHOUR, BYMINUTE and BYSECOND',
    ],
  ])('finds that %s never occurs: %s', (rule, reason) => {
    expect(reasonFor(rule)).toBe(reason);
  });

  it('derives absent parts from DTSTART', () => {
    const last = 'DTSTART:20260131T020000Z';
    expect(reasonFor('FREQ=MONTHLY;BYMONTH=4,6', last)).toContain('no date with BYMONTH=4,6');
    expect(reasonFor('FREQ=YEARLY;BYMONTH=4,6', last)).toContain('no date with BYMONTH=4,6');
    expect(reasonFor('FREQ=YEARLY', 'DTSTART:20280229T020000Z')).toBeUndefined();
    expect(reasonFor('FREQ=YEARLY;INTERVAL=100', 'DTSTART:20280229T020000Z')).toBeUndefined();
  });

  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
    'FREQ=YEARLY;BYYEARDAY=366;BYDAY=SU',
    'FREQ=YEARLY;BYWEEKNO=53',
    'FREQ=YEARLY;BYWEEKNO=1;BYMONTH=12;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=5MO;BYMONTH=2',
    `FREQ=MONTHLY;BYMONTH=2;${everyDay};BYSETPOS=29`,
    'FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=1,7,9;BYSETPOS=-6',
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29',
  ])('passes %s, which occurs', (rule) => {
    expect(reasonFor(rule)).toBeUndefined();
  });

  it('never refuses a rule that has an occurrence, for random rules', () => {
    let refused = 0;
    fc.assert(
      fc.property(start, anyRule, (dtstart, rrule) => {
        const found = firstOccurrence(`${dtstart}\nRRULE:${rrule}`);
        if (found === 'invalid') return;
        const reason = reasonFor(rrule, dtstart);
        if (reason !== undefined) refused += 1;
        expect(reason !== undefined && found).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});

const start = fc
  .record({
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
    date: fc.constantFrom('20260101', '20240229', '20260131', '20251228', '20280131', '20200615'),
    time: fc.constantFrom('000000', '023000', '170530'),
  })
  .map(({ zone, date, time }) =>
    zone === 'UTC' ? `DTSTART:${date}T${time}Z` : `DTSTART;TZID=${zone}:${date}T${time}`,
  );

/** Empty in `absent` of `absent + 1` rules. */
const some = (name: string, values: readonly (string | number)[], absent = 2) =>
  fc.oneof(
    { weight: absent, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) })
        .map((chosen) => `;${name}=${chosen.join(',')}`),
    },
  );

const anyRule = fc
  .tuple(
    fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'),
    fc.constantFrom(
      '',
      '',
      ';INTERVAL=2',
      ';INTERVAL=4',
      ';INTERVAL=7',
      ';INTERVAL=12',
      ';INTERVAL=24',
      ';INTERVAL=1440',
    ),
    some('BYMONTH', [1, 2, 4, 6, 12]),
    some('BYMONTHDAY', [1, 28, 29, 30, 31, -1, -29, -31]),
    some('BYYEARDAY', [1, 59, 60, 61, 365, 366, -1, -366], 5),
    some('BYWEEKNO', [1, 9, 20, 52, 53, -1, -53], 5),
    // Not 53FR: if a year has no such day, the library takes one of the next year.
    fc.oneof(some('BYDAY', ['MO', 'WE', 'SA', 'SU']), some('BYDAY', ['1MO', '5TU', '-5SU', '52FR', '-1TH'])),
    some('BYHOUR', [0, 1, 2, 17]),
    some('BYMINUTE', [0, 5, 30], 4),
    some('BYSECOND', [0, 30], 4),
    some('BYSETPOS', [1, 2, 3, 8, 32, -1, -6, 300], 4),
    fc.constantFrom('', ';WKST=SU', ';WKST=WE'),
  )
  .map(([freq, ...parts]) => `FREQ=${freq}${parts.join('')}`);

/** Whether the library finds one within 400 periods, which is more than the rules above need unless they are very sparse. */
function firstOccurrence(rruleString: string): boolean | 'invalid' {
  let rule: RRuleTemporal;
  try {
    rule = new RRuleTemporal({
      rruleString,
      strict: true,
      cache: false,
      maxIterations: 400,
      maxCandidateEvaluations: 2000,
    });
  } catch {
    return 'invalid';
  }
  let found = false;
  try {
    rule.all(() => !(found = true));
  } catch (error) {
    if (!String(error).includes('Maximum ') && !(error instanceof RangeError)) throw error;
  }
  return found;
}
