const numbers = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const daysOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clocks = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** `3,462` */
export function number(value: number): string {
  return numbers.format(value);
}

/** `1 object`, `2 objects` */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : several}`;
}

/** `62 %` @param share 0 to 1 @param digits after the point, if they are not zeros */
export function percent(share: number, digits = 0): string {
  return `${number(Math.round(share * 100 * 10 ** digits) / 10 ** digits)} %`;
}

/** `12 B`, `3.4 MB` */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return `${number(Number((count / 1000 ** power).toPrecision(3)))} ${units[power]}`;
}

/** `24 Nov 2026` of the day in UTC. @param time RFC 3339 */
export function day(time: string): string {
  return days.format(new Date(time));
}

/** `24 Nov 2026, 11:12` in the time zone of the browser. @param time RFC 3339 */
export function moment(time: string): string {
  return moments.format(new Date(time));
}

/** `24 Nov` in the time zone of the browser. */
export function dayOfYear(time: Date): string {
  return daysOfYear.format(time);
}

/** `11:12` in the time zone of the browser. */
export function clock(time: Date): string {
  return clocks.format(time);
}

/** `dc-syncers` → `DC syncers` */
export function titleOf(name: string): string {
  const words = name.split('-').map((word) => abbreviations[word] ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const abbreviations: Readonly<Record<string, string>> = {
  adcs: 'AD CS',
  cas: 'CAs',
  dc: 'DC',
  dcom: 'DCOM',
  gpo: 'GPO',
  gpos: 'GPOs',
  ous: 'OUs',
  pim: 'PIM',
  pki: 'PKI',
  ps: 'PowerShell',
  rdp: 'RDP',
  sql: 'SQL',
  vm: 'VM',
  vms: 'virtual machines',
  linkedtemplates: 'linked templates',
  aiacas: 'AIA CAs',
  rootcas: 'root CAs',
  enterprisecas: 'enterprise CAs',
  ntauthstores: 'NTAuth stores',
  certtemplates: 'certificate templates',
  siteservers: 'site servers',
  sitesubnets: 'site subnets',
  deleteds: 'deleted objects',
};
