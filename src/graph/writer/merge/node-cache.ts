import { oneRow, type SqlRunner } from '../../../database/database.js';
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

/** Bytes of a node in the cache besides its object id, estimated from the sizes of its objects. */
const bytesPerNode = 230;

const defaultLimit = 32 * 1024 * 1024;

/** What differs after somebody else wrote: a record may be added without a new version, and another server may lack versions. */
const markOfGraph = `
  SELECT concat_ws(' ', version, kinds_version, pg_sequence_last_value('collector_record_id_seq'), pg_postmaster_start_time()) AS mark
  FROM graph_state`;

/**
 * Nodes that a writer wrote, by object id, so that it need not read them again (docs/adr/0068-node-cache.md). It is true
 * while nobody else writes, and is emptied otherwise. It knows the properties of nodes without any, and no properties of others.
 */
export class NodeCache {
  /** Whether a node that is not in the cache is not in the graph either. */
  isComplete = false;
  private readonly nodes = new Map<string, StoredNode>();
  private bytes = 0;
  /** The graph as the last batch left it, and the day of the nodes. */
  private mark = '';

  /** @param limit bytes */
  constructor(private readonly limit = defaultLimit) {}

  get(objectid: string): StoredNode | undefined {
    return this.nodes.get(objectid);
  }

  set(objectid: string, node: StoredNode): void {
    if (!this.nodes.has(objectid)) this.bytes += bytesPerNode + objectid.length;
    this.nodes.set(objectid, node);
  }

  /** Empties itself if the graph is not as the last batch left it, or if the day differs. Under the write lock. */
  async validate(tx: SqlRunner, day: string): Promise<void> {
    const mark = this.mark;
    // Until `keep` sets it again: another batch may begin before this one is known to have failed.
    this.mark = '';
    if (mark !== '' && mark === (await markOf(tx, day))) return;
    this.clear();
    this.isComplete = (await tx.prepared('SELECT FROM node LIMIT 1')).length === 0;
  }

  /** To be called at the end of a transaction, under the write lock. */
  async keep(tx: SqlRunner, day: string): Promise<void> {
    if (this.bytes > this.limit) this.clear();
    else this.mark = await markOf(tx, day);
  }

  /** To be called also if the transaction may not have been committed. */
  clear(): void {
    this.nodes.clear();
    [this.bytes, this.isComplete, this.mark] = [0, false, ''];
  }
}

async function markOf(tx: SqlRunner, day: string): Promise<string> {
  return `${oneRow(await tx.prepared<{ mark: string }>(markOfGraph)).mark} ${day}`;
}
