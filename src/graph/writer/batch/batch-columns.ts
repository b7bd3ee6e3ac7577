import type { Properties } from '../../records.js';
import type { Details } from '../../store/list-row.js';
import type { RecordIdentity } from './known-records.js';
import { NumberColumn } from './number-column.js';

/** A statement about a node. `object` and `kinds` are indexes in `objectids` and `kindLists` of the batch. */
export interface BatchNode {
  readonly object: number;
  readonly kinds: number;
  readonly described: boolean;
  readonly properties: Properties;
  /** Properties without a value any more; absent: none. */
  readonly erased: readonly string[] | undefined;
}

/** The statements of one record, in their order. */
export interface BatchRecord {
  readonly nodes: readonly BatchNode[];
  /** The first of its statements about lists, and of its edges. They end at the first of the next record. */
  readonly firstList: number;
  readonly endOfLists: number;
  readonly firstEdge: number;
  readonly endOfEdges: number;
  /** The owner of the record: the object of its first statement; -1: none. */
  readonly subject: number;
  readonly identity: RecordIdentity;
  /** Of its row, set by the writer; null: its subject is no node. */
  id: number | null;
  /** Tells it from other records of the object. */
  type: string;
  /** Whether it has no row yet. */
  isNew: boolean;
  /** Whether the payload had a record with this row before. */
  isAgain: boolean;
}

/** Objects that edges mention, and their kinds as indexes in `kindLists` of the batch. A pair may occur again. */
export class MentionColumns {
  readonly object = new NumberColumn();
  readonly kinds = new NumberColumn();
}

/** Statements about lists: one for each record and list. */
export class ListColumns {
  readonly owner = new NumberColumn();
  /** Number of the list, with kinds as {@link BatchKinds} numbers them. */
  readonly list = new NumberColumn();
  /** 1: the record contains the whole list. */
  readonly isWhole = new NumberColumn();
  readonly record = new NumberColumn();
  /** The former statement about a list of the owner; -1: none. */
  readonly former = new NumberColumn();
}

/** Edges in columns: an object for each would double the work of the garbage collector. */
export class EdgeColumns {
  readonly list = new NumberColumn();
  readonly peer = new NumberColumn();
  readonly kind = new NumberColumn();
  readonly flags = new NumberColumn();
  /** Flags that are stated, as true or false. */
  readonly mask = new NumberColumn();
  /** By edge: properties that are no flags. */
  readonly details = new Map<number, Details>();
}
