import type { Properties } from '../../records.js';
import type { Details } from '../../store/list-row.js';
import type { RecordIdentity } from './known-records.js';

/** A statement about a node. `object` and `kinds` are indexes in `objectids` and `kindLists` of the batch. */
export interface BatchNode {
  readonly object: number;
  readonly kinds: number;
  readonly described: boolean;
  readonly properties: Properties;
}

/** The first index in an array, and the index after the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The statements of one record, in their order. */
export interface BatchRecord {
  readonly nodes: readonly BatchNode[];
  readonly lists: Range;
  readonly edges: Range;
  /** The owner of the record: the object of its first statement; -1: none. */
  readonly subject: number;
  readonly identity: RecordIdentity;
}

/** What records state of lists, as parallel arrays: one statement for each record and list. */
export interface ListColumns {
  readonly owner: number[];
  /** Number of the list, with kinds as {@link BatchKinds} numbers them. */
  readonly list: number[];
  readonly isWhole: boolean[];
  readonly record: number[];
  /** The former statement about a list of the owner; -1: none. */
  readonly former: number[];
}

/** Edges as parallel arrays: an object for each would double the work of the garbage collector. */
export interface EdgeColumns {
  readonly list: number[];
  readonly peer: number[];
  readonly kind: number[];
  readonly flags: number[];
  /** Flags that are stated, as true or false. */
  readonly mask: number[];
  /** By edge: properties that are no flags. */
  readonly details: Map<number, Details>;
}
