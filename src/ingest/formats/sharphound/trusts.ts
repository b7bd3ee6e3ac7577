import type { KnownEndpoint, Properties } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { present } from '../../records/properties.js';
import { adNode } from './ad-node.js';
import type { AdObject } from './ad-object.js';

const directions = ['Disabled', 'Inbound', 'Outbound', 'Bidirectional'] as const;
type Direction = (typeof directions)[number];

const sameForestTypes = new Set(['ParentChild', 'TreeRoot', 'CrossLink']);
const trustTypes = ['ParentChild', 'CrossLink', 'Forest', 'External', 'Unknown', 'TreeRoot'];

interface Trust {
  readonly fields: Fields;
  /** The domain whose record states the trust. */
  readonly domain: KnownEndpoint;
  readonly partner: KnownEndpoint;
  readonly kind: 'SameForestTrust' | 'CrossForestTrust';
  readonly common: Properties;
}

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
    const trust = trustOf(fields, node, partner);
    const direction = directionOf(fields);
    if (direction === 'Inbound' || direction === 'Bidirectional') {
      stateInbound(trust, into);
    }
    if (direction === 'Outbound' || direction === 'Bidirectional') {
      stateOutbound(trust, into);
    }
  });
}

function trustOf(fields: Fields, domain: KnownEndpoint, partner: KnownEndpoint): Trust {
  const type = trustTypeOf(fields);
  const kind = sameForestTypes.has(type) ? 'SameForestTrust' : 'CrossForestTrust';
  const common = { trusttype: type, transitive: fields.flag('IsTransitive') ?? false };
  return { fields, domain, partner, kind, common };
}

function stateInbound({ fields, domain, partner, kind, common }: Trust, into: Statements): void {
  const attributes = fields.integer('TrustAttributes');
  const delegation = fields.flag('TGTDelegationEnabled') ?? false;
  into.link(partner, kind, domain, {
    ...common,
    ...(attributes !== null && { trustattributesinbound: attributes, tgtdelegation: delegation }),
  });
  if (kind === 'CrossForestTrust' && delegation) {
    into.link(partner, 'AbuseTGTDelegation', domain);
  }
}

function stateOutbound({ fields, domain, partner, kind, common }: Trust, into: Statements): void {
  const attributes = fields.integer('TrustAttributes');
  const filtered = fields.flag('SidFilteringEnabled') ?? false;
  into.link(domain, kind, partner, {
    ...common,
    ...(attributes !== null && { trustattributesoutbound: attributes }),
    spoofsidhistoryblocked: filtered,
  });
  if (kind === 'CrossForestTrust' && !filtered) {
    into.link(partner, 'SpoofSIDHistory', domain);
  }
}

function directionOf(fields: Fields): Direction | null {
  const found = wordOf(fields, 'TrustDirection', directions);
  const direction = directions.find((name) => name === found);
  if (!direction) {
    fields.fault('TrustDirection', `expected one of ${directions.join(', ')}`);
  }
  return direction ?? null;
}

function trustTypeOf(fields: Fields): string {
  return wordOf(fields, 'TrustType', trustTypes) ?? 'Unknown';
}

/** A member of an enumeration. Some collectors write its number. */
function wordOf(fields: Fields, field: string, words: readonly string[]): string | null {
  const value = fields.value(field);
  const number = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : null;
  const word = number === null ? fields.text(field) : words[number];
  return words.find((known) => known.toLowerCase() === word?.toLowerCase()) ?? null;
}
