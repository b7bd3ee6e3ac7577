import type { EdgeRecord, Endpoint, NodeRecord, WholeListRecord } from '../records.js';
import { propertyBits } from '../writer/property-bits.js';

/** A node with its properties as JSON: both its digest and its row are made of that. */
export interface StagedNode {
  readonly objectid: string;
  readonly kinds: readonly string[];
  readonly described: boolean;
  readonly json: string;
}

/** An edge with its properties as its row has them: as bits, and as JSON what is no bit. */
export interface StagedEdge {
  readonly source: Endpoint;
  readonly kind: string;
  readonly target: Endpoint;
  readonly flags: number;
  /** Which bits were said at all. */
  readonly said: number;
  readonly others: string | null;
  readonly record: number;
}

/** What a record is made of, on its way into the staging tables. */
export type StagedPart = StagedNode | StagedEdge | WholeListRecord;

export function stagedNode({ objectid, kinds, described, properties }: NodeRecord): StagedNode {
  return { objectid, kinds, described, json: JSON.stringify(properties) };
}

export function stagedEdge({ source, kind, target, properties, record }: EdgeRecord): StagedEdge {
  const { flags, said, others } = propertyBits(properties);
  return { source, kind, target, flags, said, others: others && JSON.stringify(others), record };
}

/** Of any part, beside its texts that have no limit. */
const ownWeight = 200;

/** About how many characters are kept of it. */
export function weightOf(part: StagedPart): number {
  if ('json' in part) return ownWeight + part.json.length;
  return 'source' in part && part.others ? ownWeight + part.others.length : ownWeight;
}
