import { Numbering } from '../../../base/values/numbering.js';
import { oneRow, type SqlRunner } from '../../../database/database.js';
import { NumberColumn } from '../batch/number-column.js';
import type { NodeContent } from './merge-node.js';

/** A node as it is stored before a batch. */
export interface StoredNode {
  readonly id: number;
  readonly content: NodeContent;
  /** Whether the properties and their record are known. */
  readonly hasProps: boolean;
  /** The record that last stated its properties. */
  readonly record: number | null;
  /** Whether it was last seen on an earlier day. */
  readonly isOlder: boolean;
  /** Whether it may own lists. */
  readonly hasLists: boolean;
  /** Whether it may own records. */
  readonly hasRecords: boolean;
  /** Whether the cache has this node. */
  readonly isCached: boolean;
}

/** Bytes of a node in the cache besides its object id, measured. */
const bytesPerNode = 70;

const defaultLimit = 64 * 1024 * 1024;

/** What a cache keeps of a node, without properties. */
export type CachedNode = Pick<StoredNode, 'id' | 'content' | 'hasProps' | 'hasLists' | 'hasRecords'>;

const Bit = { Props: 1, Lists: 2, Records: 4 } as const;
const bitCount = 3;

/** A record may be added without a new version, and another server may lack versions. */
const findMark = `
  SELECT version::float8 AS version, pg_sequence_last_value('collector_record_id_seq')::float8 AS "lastRecord",
    concat_ws(' ', kinds_version, pg_postmaster_start_time()) AS rest
  FROM graph_state`;

const findChanges = 'SELECT nodes, owners FROM graph_change WHERE version > $1::bigint';

/** The graph as a batch left it, and the day of the nodes. */
interface Mark {
  readonly version: number;
  /** The last id of a record. */
  readonly lastRecord: number | null;
  /** What must not differ at all. */
  readonly rest: string;
}

/** Null: too many to list. */
interface ListedChange {
  readonly nodes: readonly number[] | null;
  readonly owners: readonly number[] | null;
}

/**
 * Nodes that a writer wrote, by object id, so that it need not read them again (docs/adr/0068-node-cache.md). It knows the
 * properties of nodes without any, and no properties of others. After somebody else wrote, it knows less.
 */
export class NodeCache {
  /** Whether a node that is not in the cache is not in the graph either. */
  isComplete = false;
  private readonly rows = new Map<string, number>();
  private readonly ids = new NumberColumn();
  /** By row: the number of the content, above the bits. */
  private readonly states = new NumberColumn();
  private contents = newContents();
  private bytes = 0;
  private mark: Mark | null = null;

  /** @param limit bytes */
  constructor(private readonly limit = defaultLimit) {}

  get(objectid: string): StoredNode | undefined {
    const row = this.rows.get(objectid);
    if (row === undefined) return undefined;
    const state = this.states.at(row);
    return {
      id: this.ids.at(row),
      content: this.contents.values[state >>> bitCount]!,
      hasProps: (state & Bit.Props) !== 0,
      hasLists: (state & Bit.Lists) !== 0,
      hasRecords: (state & Bit.Records) !== 0,
      record: null,
      isOlder: false,
      isCached: true,
    };
  }

  /** @param node without properties and record */
  set(objectid: string, { id, content, hasProps, hasLists, hasRecords }: CachedNode): void {
    const row = this.rows.get(objectid);
    if (row === undefined && this.bytes >= this.limit) {
      this.isComplete = false;
      return;
    }
    const bits = (hasProps ? Bit.Props : 0) | (hasLists ? Bit.Lists : 0) | (hasRecords ? Bit.Records : 0);
    const state = (this.contents.of(content) << bitCount) | bits;
    if (row !== undefined) return this.states.set(row, state);
    this.rows.set(objectid, this.ids.push(id));
    this.states.push(state);
    this.bytes += bytesOf(objectid);
  }

  /** Forgets what others may have changed since the last batch; all if that is not known, or if the day differs. Under the write lock. */
  async validate(tx: SqlRunner, day: string): Promise<void> {
    const { mark } = this;
    // Until `keep` sets it again: another batch may begin before this one is known to have failed.
    this.mark = null;
    const now = mark && (await markOf(tx, day));
    if (mark && now?.rest === mark.rest) {
      if (now.version === mark.version && now.lastRecord === mark.lastRecord) return;
      const changes = await tx.prepared<ListedChange>(findChanges, [mark.version]);
      const listed = changes.flatMap(({ nodes, owners }) => (nodes && owners ? [nodes, owners] : []));
      if (listed.length === 2 * (now.version - mark.version)) return this.forget(new Set(listed.flat()));
    }
    this.clear();
    this.isComplete = (await tx.prepared('SELECT FROM node LIMIT 1')).length === 0;
  }

  /** To be called at the end of a transaction, under the write lock. */
  async keep(tx: SqlRunner, day: string): Promise<void> {
    this.mark = await markOf(tx, day);
  }

  /** To be called also if the transaction may not have been committed. */
  clear(): void {
    this.rows.clear();
    [this.ids.length, this.states.length, this.contents] = [0, 0, newContents()];
    [this.bytes, this.isComplete, this.mark] = [0, false, null];
  }

  /** Others may have added records and stated properties also of nodes that are not listed as changed. */
  private forget(changed: ReadonlySet<number>): void {
    this.isComplete = false;
    for (const [objectid, row] of this.rows) {
      const state = this.states.at(row);
      if (changed.has(this.ids.at(row))) {
        this.rows.delete(objectid);
        this.bytes -= bytesOf(objectid);
      } else this.states.set(row, (state & ~Bit.Props) | Bit.Records);
    }
  }
}

function bytesOf(objectid: string): number {
  return bytesPerNode + objectid.length;
}

/** The contents of nodes without properties: there are a few for all nodes. */
function newContents(): Numbering<NodeContent> {
  return new Numbering(({ described, kinds }) => `${described} ${kinds.join()}`);
}

async function markOf(tx: SqlRunner, day: string): Promise<Mark> {
  const { rest, ...mark } = oneRow(await tx.prepared<Mark>(findMark));
  return { ...mark, rest: `${rest} ${day}` };
}
