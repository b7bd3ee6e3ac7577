import type { StatedEdge } from './list-entries.js';
import type { ListRow, Origin } from './list-row.js';

/** All that one record says of one list of a node. */
export interface ListStatement {
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: readonly StatedEdge[];
  /** The record that makes the statement. */
  readonly record: number | null;
  /** Whether the record describes the owner of the list. */
  readonly isOwn: boolean;
  /** For a whole list: an earlier record of the payload gave it, too. Then the list contains the edges of both. */
  readonly isRepeated: boolean;
}

/** A row before the statements. */
export interface FormerRow extends ListRow {
  /** Whether `record` describes the owner of the list, or is null. */
  readonly isOwn: boolean;
}
