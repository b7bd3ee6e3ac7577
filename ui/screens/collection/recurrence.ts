/** When an event occurs, as a form shows it. Rules that the form cannot show are raw. */
export type Recurrence =
  | (Start & { readonly kind: 'daily'; readonly every: number })
  | (Start & { readonly kind: 'weekly'; readonly every: number; readonly days: readonly Weekday[] })
  | (Start & { readonly kind: 'monthly'; readonly every: number; readonly day: number })
  | { readonly kind: 'raw'; readonly rrule: string };

export interface Start {
  /** `2026-01-31` */
  readonly date: string;
  /** `02:30` */
  readonly time: string;
  /** A name such as `Europe/Berlin`, or `UTC`. */
  readonly zone: string;
}

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
type Weekday = (typeof weekdays)[number];

const frequencies = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY' } as const;

/** The rule of RFC 5545: DTSTART and RRULE, on lines of their own. */
export function ruleOf(recurrence: Recurrence): string {
  if (recurrence.kind === 'raw') return recurrence.rrule;
  const { kind, date, time, zone, every } = recurrence;
  const at = `${date.replaceAll('-', '')}T${time.replace(':', '')}00`;
  const start = zone === 'UTC' ? `DTSTART:${at}Z` : `DTSTART;TZID=${zone}:${at}`;
  const parts = [
    `FREQ=${frequencies[kind]}`,
    ...(every === 1 ? [] : [`INTERVAL=${every}`]),
    ...(kind === 'weekly' ? [`BYDAY=${weekdays.filter((it) => recurrence.days.includes(it)).join(',')}`] : []),
    ...(kind === 'monthly' ? [`BYMONTHDAY=${recurrence.day}`] : []),
  ];
  return `${start}\nRRULE:${parts.join(';')}`;
}

const startForm = /^DTSTART(?:;TZID=([^:;]+))?:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00(Z?)\r?\nRRULE:.*$/;
const interval = '(?:;INTERVAL=([1-9][0-9]{0,2}))?';
const forms = {
  daily: new RegExp(`\\nRRULE:FREQ=DAILY${interval}$`),
  weekly: new RegExp(`\\nRRULE:FREQ=WEEKLY${interval}(?:;BYDAY=((?:(?:${weekdays.join('|')}),?)+))?$`),
  monthly: new RegExp(`\\nRRULE:FREQ=MONTHLY${interval}(?:;BYMONTHDAY=([1-9]|[12][0-9]|3[01]))?$`),
} as const;

/** The form of a rule. A week or a month without a day has the day of its start. */
export function recurrenceOf(rrule: string): Recurrence {
  const start = startOf(rrule);
  const raw = { kind: 'raw', rrule } as const;
  if (!start) return raw;
  for (const kind of ['daily', 'weekly', 'monthly'] as const) {
    const found = forms[kind].exec(rrule);
    if (!found) continue;
    const [, every = '1', day] = found;
    const shared = { ...start, every: Number(every) };
    if (kind === 'daily') return { ...shared, kind };
    if (kind === 'monthly') return { ...shared, kind, day: Number(day ?? start.date.slice(-2)) };
    const days = day?.split(',') ?? [weekdayOf(start.date)];
    return { ...shared, kind, days: weekdays.filter((it) => days.includes(it)) };
  }
  return raw;
}

/** @returns null if the time has seconds, or no zone */
function startOf(rrule: string): Start | null {
  const found = startForm.exec(rrule);
  if (!found) return null;
  const [, zone, year, month, day, hour, minute, utc] = found;
  if ((zone === undefined) === (utc === '')) return null;
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}`, zone: zone ?? 'UTC' };
}

function weekdayOf(date: string): Weekday {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';
}

const names: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

export function nameOf(day: Weekday): string {
  return names[day];
}

/** `Every 2 weeks on Monday, Friday at 02:30, Europe/Berlin`; for a raw rule its parts. */
export function inWords(rrule: string): string {
  const recurrence = recurrenceOf(rrule);
  if (recurrence.kind === 'raw') return /RRULE:(.*)/i.exec(rrule)?.[1] ?? rrule;
  const { kind, every, time, zone } = recurrence;
  const unit = { daily: 'day', weekly: 'week', monthly: 'month' }[kind];
  const period = every === 1 ? unit : `${every} ${unit}s`;
  const on =
    kind === 'weekly'
      ? ` on ${recurrence.days.map(nameOf).join(', ')}`
      : kind === 'monthly'
        ? ` on day ${recurrence.day}`
        : '';
  return `Every ${period}${on} at ${time}, ${zone}`;
}
