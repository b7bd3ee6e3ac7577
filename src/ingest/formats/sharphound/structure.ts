import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Properties, PropertyValue } from '../../../graph/records.js';
import type { StatedValues } from '../../records/properties.js';
import { propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { adNode, mention, mentionTyped, typedNode } from './ad-node.js';
import { type AdObject, Method, stateList, stateWhole } from './ad-object.js';

/**
 * The children of a domain, an organisational unit or a container. A child has one parent, so each entry is the whole list of
 * the child's parents, as its field `ContainedBy` is: records of parents and children agree.
 */
export function stateChildren(object: AdObject): void {
  const { record, into, number } = object;
  record.each('ChildObjects', (entry) => {
    const child = typedNode(entry);
    if (!child) return;
    into.edge(number, Kind.Contains, mention(into, child));
    stateWhole(object, Method.Container, Kind.Contains, false, child.objectid);
  });
}

const [plainLink, enforcedLink] = [propertyBits({ enforced: false }), propertyBits({ enforced: true })];

export function statePolicyLinks(object: AdObject): void {
  const { into, number } = object;
  stateList(object, 'Links', Method.Container, Kind.GPLink, (link) => {
    const policy = mention(into, adNode(link.idOfPart('GUID'), 'GPO'));
    into.edge(policy, Kind.GPLink, number, link.flag('IsEnforced') ? enforcedLink : plainLink);
  });
}

/** The computer that a server of a site is. An early build of the collector has the field without its first r. */
export function stateSiteComputer({ record, into, number }: AdObject): void {
  const computer = record.object('ServerIs') ?? record.object('SeverIs');
  into.edge(number, Kind.ServerIs, mentionTyped(into, computer));
}

/** Properties that are numbers, flags or texts of them, depending on the collector. */
const conversions = {
  machineaccountquota: integerOf,
  minpwdlength: integerOf,
  pwdproperties: integerOf,
  pwdhistorylength: integerOf,
  lockoutthreshold: integerOf,
  expirepasswordsonsmartcardonlyaccounts: flagOf,
};

export function domainProperties(record: Fields, bag: Properties): Record<string, PropertyValue | null> {
  const forest = record.id('ForestRootIdentifier');
  const converted: Record<string, PropertyValue | null> = forest === null ? {} : { forestrootidentifier: forest };
  for (const [name, convert] of Object.entries(conversions)) if (name in bag) converted[name] = convert(bag[name]);
  return converted;
}

function integerOf(value: PropertyValue | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : null;
}

function flagOf(value: PropertyValue | undefined): boolean | null {
  const word = String(value).toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : null;
}

/** BloodHound has the same texts, and published queries compare them. */
const policyStates: ReadonlyMap<string, string> = new Map([
  ['0', 'Enabled'],
  ['1', 'User Configuration Disabled'],
  ['2', 'Computer Configuration Disabled'],
  ['3', 'Disabled'],
]);

export function statusProperties(record: Fields, bag: Properties, erased: readonly string[]): StatedValues {
  const given = bag['gpostatus'] ?? record.integer('GPOStatus');
  const status = typeof given === 'string' || typeof given === 'number' ? `${given}`.trim() : '';
  const gpostatus = policyStates.get(status) ?? 'GPO Status does not exist';
  if (status !== '') return { gpostatusraw: status, gpostatus };
  const isErased = 'gpostatus' in bag || erased.includes('gpostatus');
  return isErased ? { gpostatusraw: null, gpostatus: null } : {};
}
