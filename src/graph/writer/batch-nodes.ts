import { oneRow, type SqlConnection } from '../../database/database.js';
import type { GraphBatch } from './graph-batch.js';
import type { NodeContent } from './merge-node.js';
import type { PayloadState } from './payload-state.js';

/** A node as it is stored before a batch. */
export interface StoredNode {
  readonly id: number;
  readonly content: NodeContent;
  /** Whether the properties were read: they are not if the batch states none. */
  readonly hasProps: boolean;
  /** The record that last stated its properties. */
  readonly record: number | null;
  /** Whether it was last seen on an earlier day. */
  readonly isOlder: boolean;
}

interface FoundNode {
  readonly objectid: string;
  readonly id: number;
  readonly kinds: number[];
  readonly described: boolean;
  readonly props: Record<string, unknown> | null;
  readonly record: number | null;
  readonly isOlder: boolean;
}

const columns = 'objectid, id, kinds, described, record, last_seen < $3::date AS "isOlder"';

/** Not a join: for one array of ids PostgreSQL reads the index from left to right, which takes a third of the time. */
const find = `
  SELECT ${columns}, NULL::jsonb AS props FROM node WHERE objectid = ANY ($1::text[])
  UNION ALL SELECT ${columns}, props FROM node WHERE objectid = ANY ($2::text[])`;

const reserve = `SELECT setval('node_id_seq', nextval('node_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`;

/** Sequences begin with 1. */
const noId = 0;

/** The ids of the nodes of a batch, and what is stored of them. */
export class BatchNodes {
  /** By object; {@link noId}: it is no node. */
  private readonly ids: Int32Array;
  /** New nodes have this id or a greater one. */
  private firstNew = Infinity;
  readonly stored: readonly (StoredNode | undefined)[];

  private constructor(batch: GraphBatch, found: readonly FoundNode[]) {
    this.ids = new Int32Array(batch.objectids.length);
    const stored: (StoredNode | undefined)[] = Array.from(batch.objectids, () => undefined);
    for (const { objectid, id, kinds, described, props, record, isOlder } of found) {
      const object = batch.objectOf(objectid);
      const content = { kinds, described, props: props ?? {} };
      this.ids[object] = id;
      stored[object] = { id, content, hasProps: props !== null, record, isOlder };
    }
    this.stored = stored;
  }

  /**
   * Finds the stored nodes, and reserves ids for new ones. An id is never used again, so an object gets one only if a record states its
   * properties or an edge mentions it.
   */
  static async find(tx: SqlConnection, batch: GraphBatch, payload: PayloadState, day: string): Promise<BatchNodes> {
    const { objectids, records, mentions } = batch;
    const isStated = new Uint8Array(objectids.length);
    for (const record of records) for (const { object } of record.nodes) isStated[object] = 1;
    const withProps = objectids.filter((_, object) => isStated[object] === 1);
    const others = objectids.filter((_, object) => isStated[object] === 0);
    const nodes = new BatchNodes(batch, await tx.prepared<FoundNode>(find, [others, withProps, day]));
    const created = objectids.flatMap((_, object) => {
      const isWritten = isStated[object] === 1 || (mentions[object]?.length ?? 0) > 0;
      return isWritten && !nodes.has(object) ? [object] : [];
    });
    if (created.length === 0) return nodes;
    let next = oneRow(await tx.prepared<{ first: number }>(reserve, [created.length])).first;
    nodes.firstNew = next;
    payload.addNodes(next, created.length);
    for (const object of created) nodes.ids[object] = next++;
    return nodes;
  }

  /** Whether the object is a node afterwards. It is not if all that is known of it is an empty list. */
  has(object: number): boolean {
    return this.ids[object] !== noId;
  }

  idOf(object: number): number {
    const id = this.ids[object] ?? noId;
    if (id === noId) throw new Error(`object ${object} of the batch is no node`);
    return id;
  }

  isNew(object: number): boolean {
    return (this.ids[object] ?? noId) >= this.firstNew;
  }
}
