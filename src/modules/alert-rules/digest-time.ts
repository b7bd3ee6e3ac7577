import type { AlertPace } from './alert-rule.js';

const hourMs = 3_600_000;

/** The hour of daily digests in the time zone of the rule. */
const dayHour = 7;

/** The first time of a digest after an alert: the next full hour, or the next 07:00 of the clocks of the zone. */
export function digestTime(every: Exclude<AlertPace, 'immediately'>, after: Date, timeZone: string): Date {
  if (every === 'hour') return new Date((Math.floor(after.getTime() / hourMs) + 1) * hourMs);
  // Zones differ by quarters of an hour. A day has at most 25 hours, and each has a 07:00.
  const quarter = hourMs / 4;
  let time = (Math.floor(after.getTime() / quarter) + 1) * quarter;
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  for (let tries = 0; tries < 101 && shown.format(time) !== `0${dayHour}:00`; tries++) time += quarter;
  return new Date(time);
}
