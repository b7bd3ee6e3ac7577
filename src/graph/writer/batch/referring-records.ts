import type { EdgeRecord } from '../../records.js';
import type { RecordIdentity } from './known-records.js';

/** A list that a record contains as a whole, with the number of the list. */
export interface WholeList {
  readonly objectid: string;
  readonly list: number;
}

/** The edges and lists of a record with references. They are written after the ends have been looked up. */
export interface ReferringRecord {
  readonly edges: readonly EdgeRecord[];
  readonly lists: readonly WholeList[];
  readonly identity: RecordIdentity;
  /** Object id of the node that the record describes. */
  readonly subject: string | null;
}
