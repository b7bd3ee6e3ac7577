/** When an event occurs, as a form shows it. */
export interface Recurrence {
  readonly kind: (typeof kinds)[number];
  /** Interval in days, weeks or months. */
  readonly every: number;
  /** Of a week. */
  readonly days: readonly string[];
  /** Of a month. */
  readonly day: number;
  /** `2026-01-31` */
  readonly date: string;
  /** `02:30` */
  readonly time: string;
  /** A name such as `Europe/Berlin`, or `UTC`. */
  readonly zone: string;
}

export const kinds = ['daily', 'weekly', 'monthly'] as const;

/** By their abbreviations in RFC 5545. */
export const weekdays = new Map(
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name) => [
    name.slice(0, 2).toUpperCase(),
    name,
  ]),
);

/** Each day from today on. */
export function dailyRecurrence(zone: string): Recurrence {
  const date = new Date().toISOString().slice(0, 10);
  return { kind: 'daily', every: 1, days: ['MO'], day: 1, date, time: '02:00', zone };
}

/** The rule of RFC 5545: DTSTART and RRULE, on lines of their own. */
export function ruleOf({ kind, date, time, zone, ...on }: Recurrence): string {
  const at = `${date.replaceAll('-', '')}T${time.replace(':', '')}00`;
  const interval = on.every === 1 ? '' : `;INTERVAL=${on.every}`;
  const part = { daily: '', weekly: `;BYDAY=${on.days.join()}`, monthly: `;BYMONTHDAY=${on.day}` }[kind];
  const first = zone === 'UTC' ? `DTSTART:${at}Z` : `DTSTART;TZID=${zone}:${at}`;
  return `${first}\nRRULE:FREQ=${kind.toUpperCase()}${interval}${part}`;
}

const start = String.raw`DTSTART(?:;TZID=(?<zone>[^:;]+))?:(?<date>\d{8})T(?<time>\d{4})00(?<utc>Z?)`;
const every = String.raw`(?:;INTERVAL=(?<every>[1-9]\d{0,2}))?`;
const days = String.raw`(?<=WEEKLY.*);BYDAY=(?<days>(?:(?:${[...weekdays.keys()].join('|')}),?)+)`;
const day = String.raw`(?<=MONTHLY.*);BYMONTHDAY=(?<day>[1-9]|[12]\d|3[01])`;
const form = new RegExp(String.raw`^${start}\r?\nRRULE:FREQ=(?<kind>DAILY|WEEKLY|MONTHLY)${every}(?:${days}|${day})?$`);

/** A week or a month without a day has the day of its start. @returns null if the form cannot show the rule */
export function recurrenceOf(rrule: string): Recurrence | null {
  const found = form.exec(rrule)?.groups;
  const kind = kinds.find((it) => it.toUpperCase() === found?.['kind']);
  // A time has one zone.
  if (!found || !kind || (found['zone'] === undefined) === (found['utc'] === '')) return null;
  const date = String(found['date']).replace(/(....)(..)(..)/, '$1-$2-$3');
  const named = found['days']?.split(',') ?? [weekdayOf(date)];
  return {
    kind,
    every: Number(found['every'] ?? 1),
    days: [...weekdays.keys()].filter((it) => named.includes(it)),
    day: Number(found['day'] ?? date.slice(-2)),
    date,
    time: String(found['time']).replace(/(..)(..)/, '$1:$2'),
    zone: found['zone'] ?? 'UTC',
  };
}

function weekdayOf(date: string): string {
  return [...weekdays.keys()][(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';
}

/** `Every 2 weeks on Monday, Friday at 02:30, Europe/Berlin`; the parts of a rule that the form cannot show. */
export function inWords(rrule: string): string {
  const recurrence = recurrenceOf(rrule);
  if (!recurrence) return /RRULE:(.*)/i.exec(rrule)?.[1] ?? rrule;
  const { kind, time, zone, ...on } = recurrence;
  const unit = { daily: 'day', weekly: 'week', monthly: 'month' }[kind];
  const period = on.every === 1 ? unit : `${on.every} ${unit}s`;
  const names = on.days.map((it) => weekdays.get(it)).join(', ');
  const part = { daily: '', weekly: ` on ${names}`, monthly: ` on day ${on.day}` }[kind];
  return `Every ${period}${part} at ${time}, ${zone}`;
}
