import { DateTimeValue, DateValue, TemporalValue } from './values.js';

const [msOfSecond, msOfMinute, msOfHour, msOfDay] = [1000, 60_000, 3_600_000, 86_400_000];
const [monthsOfYear, daysOfWeek, daysOfMonth] = [12, 7, 30.436875];

/** Months and days are kept apart from milliseconds: their length depends on where they are added. */
export class DurationValue extends TemporalValue {
  readonly months: number;
  readonly days: number;
  readonly ms: number;

  /** Fractions of months and days become days and milliseconds. */
  constructor(months: number, days: number, ms: number) {
    super();
    this.months = Math.trunc(months);
    const allDays = days + (months - this.months) * daysOfMonth;
    this.days = Math.trunc(allDays);
    this.ms = Math.round(ms + (allDays - this.days) * msOfDay);
  }

  /** In the form of ISO 8601: `P1Y2M3DT4H5M6.7S`. */
  get text(): string {
    const parts = this.parts;
    const date = `${shown(parts['years'], 'Y')}${shown(this.months % monthsOfYear, 'M')}${shown(this.days, 'D')}`;
    const [hours, minutes] = [Math.trunc(this.ms / msOfHour), Math.trunc(this.ms / msOfMinute) % 60];
    const time = `${shown(hours, 'H')}${shown(minutes, 'M')}${shown((this.ms % msOfMinute) / msOfSecond, 'S')}`;
    return date + time === '' ? 'PT0S' : `P${date}${time && 'T'}${time}`;
  }

  /** As `duration.days` reads them: whole ones, of months, of days and of milliseconds. */
  get parts(): Readonly<Record<string, number>> {
    const { months, days, ms } = this;
    return {
      years: Math.trunc(months / monthsOfYear),
      months,
      weeks: Math.trunc(days / daysOfWeek),
      days,
      hours: Math.trunc(ms / msOfHour),
      minutes: Math.trunc(ms / msOfMinute),
      seconds: Math.trunc(ms / msOfSecond),
      milliseconds: ms,
    };
  }

  plus({ months, days, ms }: DurationValue): DurationValue {
    return new DurationValue(this.months + months, this.days + days, this.ms + ms);
  }

  times(factor: number): DurationValue {
    return new DurationValue(this.months * factor, this.days * factor, this.ms * factor);
  }

  /** The day stays in its month: a month after 31 January is the last of February. */
  after(time: DateTimeValue): DateTimeValue {
    const date = new Date(time.ms);
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + this.months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
    const ms = date.getTime() + this.days * msOfDay;
    return time instanceof DateValue ? new DateValue(ms) : new DateTimeValue(ms + this.ms);
  }
}

function shown(count: number | undefined, unit: string): string {
  return count ? `${count}${unit}` : '';
}

/** How much of months, days and milliseconds a unit has. */
const units: Readonly<Record<string, readonly [months: number, days: number, ms: number]>> = {
  years: [monthsOfYear, 0, 0],
  quarters: [3, 0, 0],
  months: [1, 0, 0],
  weeks: [0, daysOfWeek, 0],
  days: [0, 1, 0],
  hours: [0, 0, msOfHour],
  minutes: [0, 0, msOfMinute],
  seconds: [0, 0, msOfSecond],
  milliseconds: [0, 0, 1],
};

export const durationUnits = Object.keys(units);

/** @param counts by {@link durationUnits} */
export function durationOf(counts: Readonly<Record<string, number>>): DurationValue {
  let [months, days, ms] = [0, 0, 0];
  for (const [unit, count] of Object.entries(counts)) {
    const [its, itsDays, itsMs] = units[unit] ?? [0, 0, 0];
    months += its * count;
    days += itsDays * count;
    ms += itsMs * count;
  }
  return new DurationValue(months, days, ms);
}

const number = (name: string) => `(?<${name}>[+-]?\\d+(?:[.,]\\d+)?)`;
const iso = new RegExp(
  `^(?<sign>[+-]?)P(?=[\\dT+-])(?:${number('years')}Y)?(?:${number('months')}M)?(?:${number('weeks')}W)?(?:${number('days')}D)?` +
    `(?:T(?=[\\d+-])(?:${number('hours')}H)?(?:${number('minutes')}M)?(?:${number('seconds')}S)?)?$`,
  'i',
);
const likeDate =
  /^(?<sign>[+-]?)P(?<years>\d{4})-(?<months>\d\d)-(?<days>\d\d)T(?<hours>\d\d):(?<minutes>\d\d):(?<seconds>\d\d(?:[.,]\d+)?)$/i;

/** Reads ISO 8601: `P3D`, `PT12H`, `P1Y2M10DT2H30M`, `P2W`, `P0001-02-03T04:05:06`. @returns null for another text */
export function parsedDuration(text: string): DurationValue | null {
  const groups = (iso.exec(text) ?? likeDate.exec(text))?.groups;
  if (!groups) return null;
  const { sign, ...counts } = groups;
  const given = Object.entries(counts).filter(([, count]) => count !== undefined);
  const duration = durationOf(
    Object.fromEntries(given.map(([unit, count]) => [unit, Number(count.replace(',', '.'))])),
  );
  return sign === '-' ? duration.times(-1) : duration;
}
