import type { EdgeRecord, NodeRecord, WholeListRecord } from '../records.js';

/** A node with its properties as JSON: both its digest and its row are made of that. */
export interface StagedNode extends NodeRecord {
  readonly json: string;
}

/** What a record is made of, on its way into the staging tables. */
export type StagedPart = StagedNode | EdgeRecord | WholeListRecord;
