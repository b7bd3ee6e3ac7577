import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { present } from '../../records/properties.js';
import { adNode } from './ad-node.js';
import type { AdObject } from './ad-object.js';

const directions = ['Disabled', 'Inbound', 'Outbound', 'Bidirectional'];

const sameForestTypes = new Set(['ParentChild', 'TreeRoot', 'CrossLink']);
const trustTypes = ['ParentChild', 'CrossLink', 'Forest', 'External', 'Unknown', 'TreeRoot'];

/** An edge reads "the start trusts the end". */
export function stateTrusts({ record, into, node }: AdObject): void {
  record.each('Trusts', (fields) => {
    const partner = adNode(fields.id('TargetDomainSid'), 'Domain');
    if (!partner) {
      fields.fault('TargetDomainSid', 'is missing or empty; the trust is left out');
      return;
    }
    const name = fields.text('TargetDomainName')?.toUpperCase() ?? null;
    into.supplement(partner.objectid, partner.kinds, present({ name }));
    const trusttype = wordOf(fields, 'TrustType', trustTypes) ?? 'Unknown';
    const common = { trusttype, transitive: fields.flag('IsTransitive') ?? false };
    const direction = wordOf(fields, 'TrustDirection', directions);
    if (direction === null) fields.fault('TrustDirection', `expected one of ${directions.join(', ')}`);
    if (direction === 'Inbound' || direction === 'Bidirectional') stateInbound(fields, into, partner, node, common);
    if (direction === 'Outbound' || direction === 'Bidirectional') stateOutbound(fields, into, partner, node, common);
  });
}

interface Common {
  readonly trusttype: string;
  readonly transitive: boolean;
}

function kindOf({ trusttype }: Common): 'SameForestTrust' | 'CrossForestTrust' {
  return sameForestTypes.has(trusttype) ? 'SameForestTrust' : 'CrossForestTrust';
}

function stateInbound(fields: Fields, into: Statements, partner: KnownEndpoint, domain: KnownEndpoint, common: Common) {
  const [kind, attributes] = [kindOf(common), fields.integer('TrustAttributes')];
  const tgtdelegation = fields.flag('TGTDelegationEnabled') ?? false;
  const inbound = attributes !== null && { trustattributesinbound: attributes, tgtdelegation };
  into.link(partner, kind, domain, { ...common, ...inbound });
  if (kind === 'CrossForestTrust' && tgtdelegation) into.link(partner, 'AbuseTGTDelegation', domain);
}

function stateOutbound(
  fields: Fields,
  into: Statements,
  partner: KnownEndpoint,
  domain: KnownEndpoint,
  common: Common,
) {
  const [kind, attributes] = [kindOf(common), fields.integer('TrustAttributes')];
  const spoofsidhistoryblocked = fields.flag('SidFilteringEnabled') ?? false;
  const outbound = attributes !== null && { trustattributesoutbound: attributes };
  into.link(domain, kind, partner, { ...common, ...outbound, spoofsidhistoryblocked });
  if (kind === 'CrossForestTrust' && !spoofsidhistoryblocked) into.link(partner, 'SpoofSIDHistory', domain);
}

/** A member of an enumeration. Some collectors write its number. */
function wordOf(fields: Fields, field: string, words: readonly string[]): string | null {
  const value = fields.value(field);
  const number = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : null;
  const word = number === null ? fields.text(field) : words[number];
  return words.find((known) => known.toLowerCase() === word?.toLowerCase()) ?? null;
}
