import type { SqlConnection } from '../../database/database.js';
import type { KindNumbers } from '../store/kind-numbers.js';
import type { BatchContents, BatchNode } from './graph-batch.js';
import { mergeNode } from './merge-node.js';
import { type MergedNode, NodeRows, type WrittenNodes } from './node-rows.js';

interface StoredNode {
  readonly object: number;
  readonly id: number;
  readonly kinds: number[];
  readonly described: boolean;
  readonly props: Record<string, unknown>;
  readonly record: number | null;
  readonly isOlder: boolean;
}

const find = `
  SELECT s.object::int - 1 AS object, n.id, n.kinds, n.described, n.props, n.record, n.last_seen < $2::date AS "isOlder"
  FROM unnest($1::text[]) WITH ORDINALITY s(objectid, object) JOIN node n USING (objectid)`;

const reserve = `SELECT setval('node_id_seq', nextval('node_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`;

/** The nodes of a batch: looked up, merged statement by statement, written. */
export class BatchNodes {
  private readonly nodes: MergedNode[];
  private readonly kindLists: readonly (readonly number[])[];

  private constructor(
    private readonly batch: BatchContents,
    numbers: KindNumbers,
    stored: readonly StoredNode[],
    private readonly day: string,
  ) {
    this.kindLists = batch.kindLists.map((list) => list.map((name) => numbers.of(name)));
    const unknown = { id: 0, isNew: true, before: null, state: null, record: null, formerRecord: null, isOlder: false };
    this.nodes = batch.objectids.map(() => ({ ...unknown }));
    for (const { object, id, kinds, described, props, record, isOlder } of stored) {
      const before = { kinds, described, props };
      this.nodes[object] = { id, isNew: false, before, state: before, record, formerRecord: record, isOlder };
    }
  }

  static async find(tx: SqlConnection, batch: BatchContents, kinds: KindNumbers, day: string): Promise<BatchNodes> {
    const stored = await tx.prepared<StoredNode>(find, [batch.objectids, day]);
    const nodes = new BatchNodes(batch, kinds, stored, day);
    await nodes.number(tx, batch.objectids.length - stored.length);
    return nodes;
  }

  idOf(object: number): number {
    return this.at(object).id;
  }

  isNew(object: number): boolean {
    return this.at(object).isNew;
  }

  /** The record that last stated properties of the node. */
  recordOf(object: number): number | null {
    return this.at(object).record;
  }

  /** Merges a statement. @returns the record whose properties of the node it may have replaced; null: none */
  merge({ object, kinds, described, properties }: BatchNode, record: number | null): number | null {
    const node = this.at(object);
    const givesWay = node.state?.described === true && !described;
    node.state = mergeNode(node.state, { kinds: this.kindLists[kinds] ?? [], described, props: properties });
    if (givesWay || (!described && Object.keys(properties).length === 0)) return null;
    const former = node.record;
    node.record = record;
    return former === record ? null : former;
  }

  /** Adds the kinds that edges state of nodes, and writes the nodes that differ. */
  async write(tx: SqlConnection): Promise<WrittenNodes> {
    const rows = new NodeRows(this.day);
    for (const [object, objectid] of this.batch.objectids.entries()) {
      const node = this.at(object);
      for (const kinds of [this.batch.mentions[object] ?? []].flat())
        node.state = mergeNode(node.state, { kinds: this.kindLists[kinds] ?? [], described: false, props: {} });
      rows.add(objectid, node);
    }
    await rows.write(tx);
    return rows.counts;
  }

  /** Reserves ids for new nodes, some of which may not be written: an id is never used again. */
  private async number(tx: SqlConnection, count: number): Promise<void> {
    if (count === 0) return;
    const [row] = await tx.prepared<{ first: number }>(reserve, [count]);
    let next = row?.first ?? 0;
    for (const node of this.nodes) if (node.isNew) node.id = next++;
  }

  private at(object: number): MergedNode {
    const node = this.nodes[object];
    if (!node) throw new Error(`the batch has no object ${object}`);
    return node;
  }
}
