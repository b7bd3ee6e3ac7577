import type { Properties, PropertyValue, RecordPart } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link } from '../../records/record-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { policyChanges } from './local-groups.js';
import { trustEdges } from './trusts.js';
import { listEdges, Method, wholeList } from './whole-lists.js';

export const convertDomain = adConverter({
  kind: 'Domain',
  properties: domainProperties,
  *edges(domain) {
    yield* childEdges(domain);
    yield* policyLinks(domain);
    yield* trustEdges(domain);
    yield* policyChanges(domain.record);
  },
});

export const convertOu = adConverter({
  kind: 'OU',
  *edges(unit) {
    yield* childEdges(unit);
    yield* policyLinks(unit);
    yield* policyChanges(unit.record);
  },
});

export const convertContainer = adConverter({ kind: 'Container', edges: childEdges });

export const convertGpo = adConverter({ kind: 'GPO', properties: statusProperties });

/**
 * The children of a domain, an organisational unit or a container. A child has one parent, so each entry is the whole list of
 * the child's parents, as its field `ContainedBy` is: records of parents and children agree.
 */
function* childEdges({ record, node, methods }: AdObject): Generator<RecordPart> {
  for (const entry of record.list('ChildObjects')) {
    const child = typedPrincipal(entry);
    if (child) {
      yield* link(node, 'Contains', child);
      const owner = { record, node: child, methods };
      yield* wholeList(owner, Method.Container, { of: 'incoming', kind: 'Contains' });
    }
  }
}

function policyLinks(object: AdObject): Generator<RecordPart> {
  return listEdges(object, 'Links', Method.Container, { of: 'incoming', kind: 'GPLink' }, (policy) =>
    link(adNode(policy.id('GUID'), 'GPO'), 'GPLink', object.node, { enforced: policy.flag('IsEnforced') ?? false }),
  );
}

/** Properties that are numbers or texts, depending on the collector. */
const integers = ['machineaccountquota', 'minpwdlength', 'pwdproperties', 'pwdhistorylength', 'lockoutthreshold'];
const flags = ['expirepasswordsonsmartcardonlyaccounts'];

function domainProperties(record: Fields, bag: Properties): Record<string, PropertyValue | null> {
  const forest = record.id('ForestRootIdentifier');
  const converted: Record<string, PropertyValue | null> = forest === null ? {} : { forestrootidentifier: forest };
  for (const name of integers.filter((key) => key in bag)) {
    converted[name] = integerOf(bag[name]);
  }
  for (const name of flags.filter((key) => key in bag)) {
    converted[name] = flagOf(bag[name]);
  }
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

/** The texts are those of BloodHound, because published queries compare them. */
const policyStates: ReadonlyMap<string, string> = new Map([
  ['0', 'Enabled'],
  ['1', 'User Configuration Disabled'],
  ['2', 'Computer Configuration Disabled'],
  ['3', 'Disabled'],
]);

function statusProperties(record: Fields, bag: Properties): Record<string, PropertyValue | null> {
  const given = bag['gpostatus'] ?? record.integer('GPOStatus');
  const status = typeof given === 'string' || typeof given === 'number' ? `${given}`.trim() : '';
  const gpostatus = policyStates.get(status) ?? 'GPO Status does not exist';
  return status === '' ? { gpostatus: null } : { gpostatusraw: status, gpostatus };
}
