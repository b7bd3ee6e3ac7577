import { oneRow, type SqlRunner } from '../../../database/database.js';
import { NumberColumn } from '../batch/number-column.js';
import { KindLists } from './kind-lists.js';
import type { MergedNode, NodeContent } from './merged-node.js';

/** Bytes of a node in the cache besides its object id, measured. */
const bytesPerNode = 70;

const defaultLimit = 64 * 1024 * 1024;

const defaultMaxKindLists = 512;

/** Of the state of a node, below the number of its kinds. `Props`: it has no properties and no record. */
const Bit = { Props: 1, Lists: 2, Records: 4, Described: 8 } as const;
const bitCount = 4;

/** A record may be added without a new version, and another server may lack versions. */
const findMark = `
  SELECT version::float8 AS version, pg_sequence_last_value('collector_record_id_seq')::float8 AS "lastRecord",
    concat_ws(' ', kinds_version, pg_postmaster_start_time()) AS rest
  FROM graph_state`;

/** Null: too many to list. */
const findChanges = 'SELECT nodes || owners AS ids FROM graph_change WHERE version > $1::bigint';

/** The graph as a batch left it, and the day of the nodes. */
interface Mark {
  readonly version: number;
  /** The last id of a record. */
  readonly lastRecord: number | null;
  /** What must not differ at all. */
  readonly rest: string;
}

/**
 * Nodes that a writer wrote, by object id, so that it need not read them again (docs/adr/0068-node-cache.md). It knows the
 * properties of nodes without any, and no properties of others. After somebody else wrote, it knows less.
 */
export class NodeCache {
  /** Whether a node that is not in the cache is not in the graph either. */
  isComplete = false;
  /** Read and replaced only under the write lock. */
  kindLists = new KindLists();
  private readonly rows = new Map<string, number>();
  private readonly ids = new NumberColumn();
  /** By row: the number of the kinds, above the bits. */
  private readonly states = new NumberColumn();
  private bytes = 0;
  private mark: Mark | null = null;

  /**
   * @param limit bytes
   * @param maxKindLists with more lists of kinds it is emptied, because what is remembered of them grows with their square
   */
  constructor(
    private readonly limit = defaultLimit,
    private readonly maxKindLists = defaultMaxKindLists,
  ) {}

  /** Fills in what it knows of a node. @returns whether that is enough */
  read(objectid: string, node: MergedNode, needsProps: boolean): boolean {
    const row = this.rows.get(objectid);
    if (row === undefined) return false;
    const state = this.states.at(row);
    node.cached = state;
    node.hasLists = (state & Bit.Lists) !== 0;
    node.hasRecords = (state & Bit.Records) !== 0;
    node.hasProps = (state & Bit.Props) !== 0;
    if (needsProps && !node.hasProps) return false;
    node.id = this.ids.at(row);
    node.stored = node.content = this.kindLists.bareNode(state >>> bitCount, (state & Bit.Described) !== 0);
    return true;
  }

  set(objectid: string, node: MergedNode, content: NodeContent): void {
    const state = stateOf(node, content);
    if (state === node.cached) return;
    const row = this.rows.get(objectid);
    if (row !== undefined) this.states.set(row, state);
    else if (this.bytes >= this.limit) this.isComplete = false;
    else {
      this.rows.set(objectid, this.ids.push(node.id));
      this.states.push(state);
      this.bytes += bytesOf(objectid);
    }
  }

  /** Forgets what others may have changed since the last batch; all if that is not known, or if the day differs. Under the write lock. */
  async validate(tx: SqlRunner, day: string): Promise<void> {
    const { mark } = this;
    const isFull = this.kindLists.size > this.maxKindLists;
    // Until `keep` sets it again: another batch may begin before this one is known to have failed.
    this.mark = null;
    const now = mark && !isFull ? await markOf(tx, day) : null;
    if (mark && now?.rest === mark.rest) {
      if (now.version === mark.version && now.lastRecord === mark.lastRecord) return;
      const changes = await tx.prepared<{ ids: readonly number[] | null }>(findChanges, [mark.version]);
      const listed = changes.flatMap(({ ids }) => (ids ? [ids] : []));
      if (listed.length === now.version - mark.version) return this.forget(new Set(listed.flat()));
    }
    this.clear();
    if (isFull) this.kindLists = new KindLists();
    this.isComplete = (await tx.prepared('SELECT FROM node LIMIT 1')).length === 0;
  }

  /** To be called at the end of a transaction, under the write lock. */
  async keep(tx: SqlRunner, day: string): Promise<void> {
    this.mark = await markOf(tx, day);
  }

  /** To be called also if the transaction may not have been committed. */
  clear(): void {
    this.rows.clear();
    [this.ids.length, this.states.length] = [0, 0];
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

function stateOf({ record, hasProps, hasLists, hasRecords }: MergedNode, content: NodeContent): number {
  const { kinds, described, props } = content;
  const hasNone = hasProps && record === null && Object.keys(props).length === 0;
  return (
    (kinds << bitCount) |
    (hasNone ? Bit.Props : 0) |
    (hasLists ? Bit.Lists : 0) |
    (hasRecords ? Bit.Records : 0) |
    (described ? Bit.Described : 0)
  );
}

async function markOf(tx: SqlRunner, day: string): Promise<Mark> {
  const { rest, ...mark } = oneRow(await tx.prepared<Mark>(findMark));
  return { ...mark, rest: `${rest} ${day}` };
}
