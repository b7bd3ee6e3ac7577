import type { EdgeRecord, NodeRecord, Properties, WholeListRecord } from '../records.js';

/** A node with its properties as JSON: both its digest and its row are made of that. */
export interface StagedNode extends NodeRecord {
  readonly json: string;
}

/** What a record is made of, on its way into the staging tables. */
export type StagedPart = StagedNode | EdgeRecord | WholeListRecord;

/** Of any part, beside its texts that have no limit. */
const ownWeight = 200;

/** About how many characters are kept of it. */
export function weightOf(part: StagedPart): number {
  if ('json' in part) return ownWeight + part.json.length;
  return 'source' in part ? ownWeight + weightOfProperties(part.properties) : ownWeight;
}

function weightOfProperties(properties: Properties): number {
  let weight = 0;
  for (const value of Object.values(properties)) {
    if (typeof value === 'string' || typeof value === 'object') weight += JSON.stringify(value).length;
  }
  return weight;
}
