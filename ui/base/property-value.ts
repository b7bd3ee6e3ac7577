import { day } from './format.js';

/** Names of properties that are times. */
export const times = /^(lastlogon|lastlogontimestamp|pwdlastset|when\w+|last\w*seen|\w+time)$/;

/** The value of a property in words. Empty if it is absent. */
export function valueText(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(String).join(', ');
  if (times.test(name)) return timeText(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Collectors state 0 or -1 for what has never happened. @param value seconds since 1970, or RFC 3339 */
function timeText(value: unknown): string {
  if (typeof value === 'number') return value > 0 ? day(new Date(value * 1000).toISOString()) : 'never';
  const text = String(value);
  return Number.isNaN(Date.parse(text)) ? text : day(text);
}
