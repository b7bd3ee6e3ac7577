/**
 * The grammar of a rule of recurrence: one DTSTART (RFC 5545, section 3.8.2.4) with a zone and one RRULE (section 3.3.10). It is
 * strict, because the library that computes occurrences ignores unknown parts and values (`BYHOUR=25`, `FOO=1`).
 */
const weekday = '(MO|TU|WE|TH|FR|SA|SU)';
const dateTime = String.raw`\d{8}T\d{6}`;
const dtstart = new RegExp(`^DTSTART(?:;TZID=([^:;]+))?:${dateTime}(Z?)$`, 'i');
const example = 'such as DTSTART;TZID=Europe/Berlin:20260101T020000 and, on the next line, RRULE:FREQ=DAILY';

interface PartRule {
  readonly accepts: (value: string) => boolean;
  readonly allowed: string;
}

const partRules = new Map<string, PartRule>([
  ['FREQ', word('SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')],
  ['UNTIL', { accepts: matches(`${dateTime}Z`), allowed: 'a UTC date-time such as 20261231T235959Z' }],
  ['COUNT', { accepts: matches('[1-9][0-9]{0,5}'), allowed: 'an integer from 1 to 999999' }],
  ['INTERVAL', { accepts: matches('[1-9][0-9]{0,5}'), allowed: 'an integer from 1 to 999999' }],
  ['BYSECOND', numbers(0, 59)],
  ['BYMINUTE', numbers(0, 59)],
  ['BYHOUR', numbers(0, 23)],
  [
    'BYDAY',
    { accepts: list(matches(`([+-]?([1-9]|[1-4][0-9]|5[0-3]))?${weekday}`)), allowed: 'weekdays such as MO,-1FR' },
  ],
  ['BYMONTHDAY', signedNumbers(31)],
  ['BYYEARDAY', signedNumbers(366)],
  ['BYWEEKNO', signedNumbers(53)],
  ['BYMONTH', numbers(1, 12)],
  ['BYSETPOS', signedNumbers(366)],
  ['WKST', word('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')],
]);

/** The two lines of a valid rule, unfolded and in upper case; or a fault with a hint. */
type ReadRecurrence = { readonly lines: string } | { readonly fault: string };

export function readRecurrence(text: string): ReadRecurrence {
  const lines = linesOf(text);
  const [start, ...moreStarts] = lines.filter((line) => /^DTSTART\b/i.test(line));
  const [rule, ...moreRules] = lines.filter((line) => /^RRULE:/i.test(line));
  if (!start || moreStarts.length > 0) return { fault: `takes exactly one DTSTART, ${example}` };
  if (!rule || moreRules.length > 0) return { fault: `takes exactly one RRULE, ${example}` };
  if (lines.length > 2) return { fault: 'takes DTSTART and RRULE and nothing else' };
  const upperRule = rule.toUpperCase();
  const fault = startFault(start) ?? ruleFault(upperRule.slice('RRULE:'.length));
  return fault === undefined ? { lines: `${start.toUpperCase()}\n${upperRule}` } : { fault };
}

/** A line break and a space continue a line (section 3.1). Rules and names of zones do not depend on case. */
function linesOf(text: string): string[] {
  return text
    .trim()
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
}

function startFault(line: string): string | undefined {
  const match = dtstart.exec(line);
  if (!match) return `DTSTART takes a date and a time, ${example}`;
  const [, zone, utc] = match;
  if (zone === undefined && !utc) return 'DTSTART takes a zone: TZID=<zone>, or Z at the end for UTC';
  if (zone !== undefined && utc) return 'DTSTART takes either TZID or Z, not both';
  if (zone === undefined || isZone(zone)) return undefined;
  return `there is no time zone ${zone}; TZID takes names such as Europe/Berlin`;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

function ruleFault(rule: string): string | undefined {
  const seen = new Set<string>();
  for (const part of rule.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    const known = partRules.get(name);
    if (!known) return `RRULE has no part ${JSON.stringify(name)}; it takes ${[...partRules.keys()].join(', ')}`;
    if (seen.has(name)) return `RRULE takes ${name} once`;
    if (rest.length > 0 || !known.accepts(value)) return `${name} takes ${known.allowed}`;
    seen.add(name);
  }
  return seen.has('FREQ') ? undefined : 'RRULE takes FREQ';
}

function matches(pattern: string): (value: string) => boolean {
  const whole = new RegExp(`^(?:${pattern})$`);
  return (value) => whole.test(value);
}

function list(element: (value: string) => boolean): (value: string) => boolean {
  return (value) => value.split(',').every(element);
}

function word(...words: readonly string[]): PartRule {
  return { accepts: (value) => words.includes(value), allowed: `one of ${words.join(', ')}` };
}

function numbers(least: number, most: number): PartRule {
  const isNumber = (text: string) => /^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return { accepts: list(isNumber), allowed: `integers from ${least} to ${most}, separated by commas` };
}

function signedNumbers(most: number): PartRule {
  const isNumber = (text: string) => /^[+-]?\d{1,3}$/.test(text) && inRange(Math.abs(Number(text)), most);
  return { accepts: list(isNumber), allowed: `integers from 1 to ${most} or from -${most} to -1, separated by commas` };
}

function inRange(value: number, most: number): boolean {
  return value >= 1 && value <= most;
}
