import { upperCase } from '../../../base/values/upper-case.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Properties } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import { propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { adNode } from './ad-node.js';
import type { AdObject } from './ad-object.js';

const directions = ['Disabled', 'Inbound', 'Outbound', 'Bidirectional'];

const sameForestTypes = new Set(['ParentChild', 'TreeRoot', 'CrossLink']);
const trustTypes = ['ParentChild', 'CrossLink', 'Forest', 'External', 'Unknown', 'TreeRoot'];

export function stateTrusts({ record, into, number: domain }: AdObject): void {
  record.each('Trusts', (fields) => {
    const node = adNode(fields.id('TargetDomainSid'), 'Domain');
    if (!node) {
      fields.fault('TargetDomainSid', 'is missing or empty; the trust is left out');
      return;
    }
    const name = fields.text('TargetDomainName');
    const partner = into.supplement(node.objectid, node.kinds, name === null ? {} : { name: upperCase(name) });
    const trusttype = wordOf(fields, 'TrustType', trustTypes) ?? 'Unknown';
    const common = { trusttype, transitive: fields.flag('IsTransitive') ?? false };
    const kind = sameForestTypes.has(trusttype) ? Kind.SameForestTrust : Kind.CrossForestTrust;
    const direction = wordOf(fields, 'TrustDirection', directions);
    if (direction === null) fields.fault('TrustDirection', `expected one of ${directions.join(', ')}`);
    const trust = { fields, into, partner, domain, kind, common };
    if (direction === 'Inbound' || direction === 'Bidirectional') stateInbound(trust);
    if (direction === 'Outbound' || direction === 'Bidirectional') stateOutbound(trust);
  });
}

/** An edge reads "the start trusts the end". */
interface Trust {
  readonly fields: Fields;
  readonly into: Statements;
  readonly partner: number;
  readonly domain: number;
  readonly kind: number;
  readonly common: Properties;
}

function stateInbound({ fields, into, partner, domain, kind, common }: Trust): void {
  const attributes = fields.integer('TrustAttributes');
  const tgtdelegation = fields.flag('TGTDelegationEnabled') ?? false;
  const inbound = attributes !== null && { trustattributesinbound: attributes, tgtdelegation };
  into.edge(partner, kind, domain, propertyBits({ ...common, ...inbound }));
  if (kind === Kind.CrossForestTrust && tgtdelegation) into.edge(partner, Kind.AbuseTGTDelegation, domain);
}

function stateOutbound({ fields, into, partner, domain, kind, common }: Trust): void {
  const attributes = fields.integer('TrustAttributes');
  const spoofsidhistoryblocked = fields.flag('SidFilteringEnabled') ?? false;
  const outbound = attributes !== null && { trustattributesoutbound: attributes };
  into.edge(domain, kind, partner, propertyBits({ ...common, ...outbound, spoofsidhistoryblocked }));
  if (kind === Kind.CrossForestTrust && !spoofsidhistoryblocked) into.edge(partner, Kind.SpoofSIDHistory, domain);
}

/** A member of an enumeration. Some collectors write its number. */
function wordOf(fields: Fields, field: string, words: readonly string[]): string | null {
  const value = fields.value(field);
  const number = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : null;
  const word = number === null ? fields.text(field) : words[number];
  return words.find((known) => known.toLowerCase() === word?.toLowerCase()) ?? null;
}
