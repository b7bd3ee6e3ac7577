import { times, valueText } from '../../base/property-value.js';
import { texts } from './texts.js';

export interface Property {
  readonly name: string;
  readonly value: string;
  /** Why the value is dangerous. */
  readonly danger?: string;
}

export interface PropertyGroup {
  readonly title: string;
  readonly properties: readonly Property[];
}

type Props = Readonly<Record<string, unknown>>;

const YEAR_SECONDS = 365 * 86_400;

/** Shown in the head of the view. */
const shownElsewhere = new Set(['objectid', 'name', 'system_tags']);

const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  [texts.groups.times, times],
  [texts.groups.delegation, /delegat|trustedtoauth|allowedto|serviceprincipalnames|hasspn/],
  [
    texts.groups.account,
    /enabled|admincount|pwd|password|preauth|sensitive|locked|sidhistory|smartcard|laps|usertype|isaclprotected/,
  ],
  [texts.groups.system, /operatingsystem|isdc|smb|ldap|webclient|ntlm|functionallevel/],
];

/** Groups the properties of an entity; dangerous ones come first in their group. @param now seconds since 1970 */
export function propertyGroups(props: Props, now: number): readonly PropertyGroup[] {
  const byTitle = new Map<string, Property[]>();
  for (const title of Object.values(texts.groups)) byTitle.set(title, []);
  for (const [name, value] of Object.entries(props)) {
    if (shownElsewhere.has(name) || value === '' || value === null) continue;
    const title = groups.find(([, pattern]) => pattern.test(name))?.[0] ?? texts.groups.identity;
    const danger = dangerOf(name, props, now);
    byTitle.get(title)?.push({ name, value: valueText(name, value), ...(danger !== undefined && { danger }) });
  }
  return [...byTitle].flatMap(([title, properties]) =>
    properties.length > 0 ? [{ title, properties: properties.toSorted(dangerousFirst) }] : [],
  );
}

function dangerousFirst(a: Property, b: Property): number {
  return Number(b.danger !== undefined) - Number(a.danger !== undefined) || a.name.localeCompare(b.name);
}

/** A disabled account is no way in. */
function dangerOf(name: string, props: Props, now: number): string | undefined {
  if (props['enabled'] === false) return undefined;
  const value = props[name];
  if (name === 'pwdlastset') {
    const seconds = typeof value === 'number' ? value : Date.parse(String(value)) / 1000;
    return seconds > 0 && now - seconds > YEAR_SECONDS ? texts.dangers.pwdlastset : undefined;
  }
  // A computer always has service principal names, and a password that nobody guesses.
  if (name === 'hasspn' && props['operatingsystem'] !== undefined) return undefined;
  return value === true ? texts.dangers[name] : undefined;
}
