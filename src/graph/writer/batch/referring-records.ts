import type { EdgeRecord, WholeListRecord } from '../../records.js';
import type { RecordIdentity } from './known-records.js';

/** The edges and lists of a record with references. They are written after the ends have been looked up. */
export interface ReferringRecord {
  readonly edges: readonly EdgeRecord[];
  readonly lists: readonly WholeListRecord[];
  readonly identity: RecordIdentity;
  /** Object id of the node that the record describes. */
  readonly subject: string | null;
}
