import type { KnownEndpoint, Properties, RecordPart } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link, mentioned } from '../../records/record-parts.js';
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
export function* trustEdges({ record, node }: AdObject): Generator<RecordPart> {
  for (const fields of record.list('Trusts')) {
    const partner = adNode(fields.id('TargetDomainSid'), 'Domain');
    if (!partner) {
      fields.fault('TargetDomainSid', 'is missing or empty; the trust is left out');
      continue;
    }
    yield mentioned(partner, present({ name: fields.text('TargetDomainName')?.toUpperCase() ?? null }));
    const trust = trustOf(fields, node, partner);
    const direction = directionOf(fields);
    if (direction === 'Inbound' || direction === 'Bidirectional') {
      yield* inbound(trust);
    }
    if (direction === 'Outbound' || direction === 'Bidirectional') {
      yield* outbound(trust);
    }
  }
}

function trustOf(fields: Fields, domain: KnownEndpoint, partner: KnownEndpoint): Trust {
  const type = trustTypeOf(fields);
  const kind = sameForestTypes.has(type) ? 'SameForestTrust' : 'CrossForestTrust';
  const common = { trusttype: type, transitive: fields.flag('IsTransitive') ?? false };
  return { fields, domain, partner, kind, common };
}

function* inbound({ fields, domain, partner, kind, common }: Trust): Generator<RecordPart> {
  const attributes = fields.integer('TrustAttributes');
  const delegation = fields.flag('TGTDelegationEnabled') ?? false;
  yield* link(partner, kind, domain, {
    ...common,
    ...(attributes !== null && { trustattributesinbound: attributes, tgtdelegation: delegation }),
  });
  if (kind === 'CrossForestTrust' && delegation) {
    yield* link(partner, 'AbuseTGTDelegation', domain);
  }
}

function* outbound({ fields, domain, partner, kind, common }: Trust): Generator<RecordPart> {
  const attributes = fields.integer('TrustAttributes');
  const filtered = fields.flag('SidFilteringEnabled') ?? false;
  yield* link(domain, kind, partner, {
    ...common,
    ...(attributes !== null && { trustattributesoutbound: attributes }),
    spoofsidhistoryblocked: filtered,
  });
  if (kind === 'CrossForestTrust' && !filtered) {
    yield* link(partner, 'SpoofSIDHistory', domain);
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
