import type { Properties, PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { adConverter } from './ad-object.js';
import { policyChanges } from './local-groups.js';
import { childEdges, policyLinks } from './structure.js';
import { trustEdges } from './trusts.js';

/** Written as numbers or as texts, depending on the collector. */
const integers = ['machineaccountquota', 'minpwdlength', 'pwdproperties', 'pwdhistorylength', 'lockoutthreshold'];
const flags = ['expirepasswordsonsmartcardonlyaccounts'];

export const convertDomain = adConverter({
  kind: 'Domain',
  properties: uniformProperties,
  *edges(domain) {
    yield* childEdges(domain);
    yield* policyLinks(domain);
    yield* trustEdges(domain);
    yield* policyChanges(domain.record);
  },
});

function uniformProperties(_record: Fields, bag: Properties): Record<string, PropertyValue | null> {
  const uniform: Record<string, PropertyValue | null> = {};
  for (const name of integers.filter((key) => key in bag)) {
    uniform[name] = integerOf(bag[name]);
  }
  for (const name of flags.filter((key) => key in bag)) {
    uniform[name] = flagOf(bag[name]);
  }
  return uniform;
}

function integerOf(value: PropertyValue | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : null;
}

function flagOf(value: PropertyValue | undefined): boolean | null {
  const word = String(value).toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : null;
}
