import type { RRuleTemporal } from 'rrule-temporal';

type RuleOptions = ReturnType<RRuleTemporal['options']>;

/** A day and its position in the month, the year and the calendar. */
interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly daysInMonth: number;
  readonly dayOfYear: number;
  readonly daysInYear: number;
  /** Days since 1970-01-01. */
  readonly number: number;
}

/** The Gregorian calendar repeats, weekdays included, after this many years. */
const cycleYears = 400;
const cycleMonths = cycleYears * 12;
const cycleDays = 146_097;
const cycleWeeks = cycleDays / 7;

const dayMs = 86_400_000;
/** Frequencies shorter than a day. */
const secondsOf: Partial<Record<RuleOptions['freq'], number>> = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 };
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const dateParts = ['byMonth', 'byMonthDay', 'byYearDay', 'byWeekNo', 'byDay'] as const;

/**
 * Detects rules without an occurrence: no time of day, no date or no set of occurrences meets all parts of the rule. It does not
 * search for occurrences. It never reports a rule that occurs, but it does not find all rules that never occur.
 * @returns the reason, or undefined
 */
export function contradictionOf(options: RuleOptions): string | undefined {
  const { freq, interval = 1, until, dtstart } = options;
  if (until && until.epochMilliseconds < dtstart.epochMilliseconds) return 'UNTIL is before DTSTART';
  if (!reachesTimeOfDay(options)) {
    return `from DTSTART on, FREQ=${freq} with INTERVAL=${interval} never comes to a time of BYHOUR, BYMINUTE and BYSECOND`;
  }
  const largest = largestSet(options);
  if (largest === 0) {
    const given = dateParts.flatMap((part) =>
      options[part] ? [`${part.toUpperCase()}=${options[part].join(',')}`] : [],
    );
    return `from DTSTART on, FREQ=${freq} with INTERVAL=${interval} has no date with ${given.join(' and ')}`;
  }
  const position = leastPosition(options);
  if (largest >= position) return undefined;
  return `BYSETPOS asks for position ${position}, and no period of FREQ=${freq} has more than ${largest} times`;
}

function leastPosition({ bySetPos = [1] }: RuleOptions): number {
  return Math.min(...bySetPos.map(Math.abs));
}

/** Only for UTC: if the clocks of a zone change, intervals shift to other hours of the day. */
function reachesTimeOfDay({ freq, interval = 1, byHour, byMinute, bySecond, dtstart }: RuleOptions): boolean {
  const unit = secondsOf[freq];
  if (unit === undefined || dtstart.timeZoneId !== 'UTC') return true;
  const unitsADay = 86_400 / unit;
  const step = greatestCommonDivisor(interval, unitsADay);
  const start = Math.floor((dtstart.hour * 3600 + dtstart.minute * 60 + dtstart.second) / unit);
  for (let time = start % step; time < unitsADay; time += step) {
    const seconds = time * unit;
    const meetsHour = isAmong(byHour, Math.floor(seconds / 3600));
    const meetsMinute = unit > 60 || isAmong(byMinute, Math.floor(seconds / 60) % 60);
    const meetsSecond = unit > 1 || isAmong(bySecond, seconds % 60);
    if (meetsHour && meetsMinute && meetsSecond) return true;
  }
  return false;
}

function isAmong(values: readonly number[] | undefined, value: number): boolean {
  return values?.includes(value) ?? true;
}

/** The most times that any period of the rule has, or as many as BYSETPOS needs if there is such a period. 0 if no date fits. */
function largestSet(options: RuleOptions): number {
  const times = timesOfDay(options);
  const needed = Math.ceil(leastPosition(options) / times);
  const meets = dayFilter(options);
  const periodOf = periodsOf(options);
  let largest = 0;
  let period: number | undefined;
  let days = 0;
  for (const day of calendar(options)) {
    const its = periodOf(day);
    if (its === undefined || !meets(day)) continue;
    days = its === period ? days + 1 : 1;
    period = its;
    largest = Math.max(largest, days);
    if (largest >= needed) break;
  }
  return largest * times;
}

/** Times that one date adds to a period; the parts at or above a FREQ shorter than a day limit its periods, and add none. */
function timesOfDay({ freq, byHour, byMinute, bySecond }: RuleOptions): number {
  const seconds = freq === 'SECONDLY' ? 1 : countOf(bySecond);
  const minutes = freq === 'SECONDLY' || freq === 'MINUTELY' ? 1 : countOf(byMinute);
  const hours = freq === 'SECONDLY' || freq === 'MINUTELY' || freq === 'HOURLY' ? 1 : countOf(byHour);
  return hours * minutes * seconds;
}

function countOf(values: readonly number[] | undefined): number {
  return new Set(values ?? [0]).size;
}

/**
 * The days of every kind of year, without months that BYMONTH leaves out. Weekdays, leap years and numbers of weeks come in all their
 * combinations within 28 years; only together with INTERVAL do they take the whole cycle.
 */
function* calendar({ freq, interval = 1, byMonth, dtstart }: RuleOptions): Generator<CalendarDay> {
  const isWhole = interval > 1 && secondsOf[freq] === undefined;
  const first = isWhole ? yearInCycle(dtstart.year) : 2001;
  for (let year = first; year < first + (isWhole ? cycleYears : 28); year += 1) {
    const newYear = dayNumber(year, 1, 1);
    const daysInYear = dayNumber(year + 1, 1, 1) - newYear;
    for (let month = 1; month <= 12; month += 1) {
      if (byMonth && !byMonth.includes(month)) continue;
      const start = dayNumber(year, month, 1);
      const daysInMonth = dayNumber(year, month + 1, 1) - start;
      for (let day = 1; day <= daysInMonth; day += 1) {
        const number = start + day - 1;
        yield { year, month, day, daysInMonth, dayOfYear: number - newYear + 1, daysInYear, number };
      }
    }
  }
}

type PeriodIndex = (day: Pick<CalendarDay, 'year' | 'month' | 'number'>) => number;

/** The period of the rule that a day is in, by a number that grows with time; undefined if INTERVAL leaves the period out. */
function periodsOf(options: RuleOptions): (day: CalendarDay) => number | undefined {
  const { interval = 1, byWeekNo, dtstart } = options;
  // Weeks cross the turn of the year, so a period may have days of another calendar year.
  if (byWeekNo) return (day) => weekOf(day, weekStart(options)).year;
  const [indexOf, cycle] = periodIndex(options);
  const step = greatestCommonDivisor(interval, cycle);
  const year = yearInCycle(dtstart.year);
  const start = indexOf({ year, month: dtstart.month, number: dayNumber(year, dtstart.month, dtstart.day) });
  return (day) => ((indexOf(day) - start) % step === 0 ? indexOf(day) : undefined);
}

/** @returns the index of a day's period, and after how many periods the calendar repeats; 1 if INTERVAL has no effect */
function periodIndex(options: RuleOptions): [PeriodIndex, number] {
  switch (options.freq) {
    case 'YEARLY':
      // The library ignores INTERVAL if the first year has no day of BYYEARDAY.
      return [({ year }) => year, options.byYearDay ? 1 : cycleYears];
    case 'MONTHLY':
      return [({ year, month }) => year * 12 + month, cycleMonths];
    case 'WEEKLY':
      return [({ number }) => Math.floor((number - weekStart(options)) / 7), cycleWeeks];
    case 'DAILY':
      return [({ number }) => number, cycleDays];
    case 'HOURLY':
    case 'MINUTELY':
    case 'SECONDLY':
    default:
      return [({ number }) => number, 1];
  }
}

type DayFilter = (day: CalendarDay) => boolean;

/** True for days that meet the rule. Parts that name days of a year extend each other; all others limit. */
function dayFilter(options: RuleOptions): DayFilter {
  const { freq, byYearDay, byDay } = options;
  const named = namedDays(options);
  const limits = startFilters(options);
  // The library extends the set of a year by these, although RFC 5545 limits it.
  const isNamed = freq === 'YEARLY' && (byYearDay !== undefined || byDay?.some(hasOrdinal));
  if (byDay) (isNamed ? named : limits).push(weekdayFilter(options, byDay));
  if (named.length > 0) limits.push((day) => named.some((meets) => meets(day)));
  return (day) => limits.every((meets) => meets(day));
}

function namedDays(options: RuleOptions): DayFilter[] {
  const { byMonthDay, byYearDay, byWeekNo } = options;
  const named: DayFilter[] = [];
  if (byMonthDay) named.push(({ day, daysInMonth }) => meetsSigned(byMonthDay, day, daysInMonth));
  if (byYearDay) named.push(({ dayOfYear, daysInYear }) => meetsSigned(byYearDay, dayOfYear, daysInYear));
  if (byWeekNo) {
    const start = weekStart(options);
    named.push((day) => {
      const { week, weeks } = weekOf(day, start);
      return meetsSigned(byWeekNo, week, weeks);
    });
  }
  return named;
}

/** DTSTART replaces absent parts (RFC 5545, section 3.3.10). */
function startFilters({ freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay, dtstart }: RuleOptions): DayFilter[] {
  const isStartDay: DayFilter = ({ day }) => day === dtstart.day;
  const isStartWeekday: DayFilter = ({ number }) => weekdayOf(number) === dtstart.dayOfWeek;
  const isStartMonth: DayFilter = ({ month }) => byMonth !== undefined || month === dtstart.month;
  if (byDay) return [];
  if (freq === 'WEEKLY') return [isStartWeekday];
  if (byMonthDay) return [];
  if (freq === 'MONTHLY') return [isStartDay];
  if (freq !== 'YEARLY' || byYearDay) return [];
  return byWeekNo ? [isStartWeekday] : [isStartDay, isStartMonth];
}

function weekdayFilter({ freq, byMonth }: RuleOptions, byDay: readonly string[]): DayFilter {
  const wanted = byDay.map((text) => ({
    weekday: weekdays.indexOf(text.slice(-2)) + 1,
    ordinal: hasOrdinal(text) ? Number(text.slice(0, -2)) : undefined,
  }));
  const countsInMonth = freq === 'MONTHLY' || byMonth !== undefined;
  return ({ number, day, daysInMonth, dayOfYear, daysInYear }) => {
    const at = countsInMonth ? day : dayOfYear;
    const of = countsInMonth ? daysInMonth : daysInYear;
    const [fromStart, fromEnd] = [Math.ceil(at / 7), -Math.ceil((of - at + 1) / 7)];
    return wanted.some(({ weekday, ordinal }) => {
      if (weekday !== weekdayOf(number)) return false;
      return ordinal === undefined || ordinal === fromStart || ordinal === fromEnd;
    });
  };
}

function hasOrdinal(text: string): boolean {
  return text.length > 2;
}

/** @param values from 1 on, or from -1 back from `last` */
function meetsSigned(values: readonly number[], value: number, last: number): boolean {
  return values.some((it) => it === value || it === value - last - 1);
}

/** The number of the week with the day, how many weeks its year has, and which year that is; weeks begin at `start`. */
function weekOf({ year, number }: CalendarDay, start: number): { week: number; weeks: number; year: number } {
  for (const its of [year + 1, year, year - 1]) {
    const first = firstWeek(its, start);
    if (number < first) continue;
    return { week: Math.floor((number - first) / 7) + 1, weeks: (firstWeek(its + 1, start) - first) / 7, year: its };
  }
  throw new Error(`day ${number} is in no week of ${year}`);
}

/** The first day of the week with January 4. */
function firstWeek(year: number, start: number): number {
  const day = dayNumber(year, 1, 4);
  return day - ((((day - start) % 7) + 7) % 7);
}

/** The number of some day on which a week begins. 1969-12-29 was a Monday. */
function weekStart({ wkst = 'MO' }: RuleOptions): number {
  return weekdays.indexOf(wkst) - 3;
}

function weekdayOf(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

function yearInCycle(year: number): number {
  return 2000 + (year % cycleYears);
}

function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMs;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
