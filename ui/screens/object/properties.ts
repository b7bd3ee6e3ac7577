import { times, valueText } from '../../base/property-value.js';

const titles = {
  identity: 'Identity',
  account: 'Account',
  delegation: 'Delegation',
  times: 'Times',
  system: 'System',
} as const;

export const dangers: Readonly<Record<string, string>> = {
  hasspn: 'Everyone in the domain can get a ticket and guess the password offline (Kerberoasting).',
  dontreqpreauth: 'Everyone can get an encrypted part and guess the password offline (AS-REP roasting).',
  unconstraineddelegation: 'It keeps the tickets of all who log on to it.',
  passwordnotreqd: 'The password may be empty.',
  trustedtoauth: 'It can act as any user for some services.',
  pwdneverexpires: 'The password never has to change.',
  pwdlastset: 'The password is older than a year.',
};

export interface Property {
  readonly name: string;
  readonly value: string;
  /** Why the value is dangerous. */
  readonly danger?: string;
}

interface PropertyGroup {
  readonly title: string;
  readonly properties: readonly Property[];
}

type Props = Readonly<Record<string, unknown>>;

const YEAR_SECONDS = 365 * 86_400;

/** Shown in the head of the view. */
const shownElsewhere = new Set(['objectid', 'name', 'system_tags']);

const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  [titles.times, times],
  [titles.delegation, /delegat|trustedtoauth|allowedto|serviceprincipalnames|hasspn/],
  [
    titles.account,
    /enabled|admincount|pwd|password|preauth|sensitive|locked|sidhistory|smartcard|laps|usertype|isaclprotected/,
  ],
  [titles.system, /operatingsystem|isdc|smb|ldap|webclient|ntlm|functionallevel/],
];

/** Groups the properties of an entity; dangerous ones come first in their group. @param now seconds since 1970 */
export function propertyGroups(props: Props, now: number): readonly PropertyGroup[] {
  const byTitle = new Map<string, Property[]>();
  for (const title of Object.values(titles)) byTitle.set(title, []);
  for (const [name, value] of Object.entries(props)) {
    if (shownElsewhere.has(name) || value === '' || value === null) continue;
    const title = groups.find(([, pattern]) => pattern.test(name))?.[0] ?? titles.identity;
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
    return seconds > 0 && now - seconds > YEAR_SECONDS ? dangers[name] : undefined;
  }
  // A computer always has service principal names, and a password that nobody guesses.
  if (name === 'hasspn' && props['operatingsystem'] !== undefined) return undefined;
  return value === true ? dangers[name] : undefined;
}
