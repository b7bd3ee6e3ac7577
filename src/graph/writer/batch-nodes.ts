import { oneRow, type SqlConnection } from '../../database/database.js';
import type { KindNumbers } from './kind-numbers.js';
import type { BatchContents, BatchNode } from './graph-batch.js';
import { isOfSeveralDomains, mergeNode, type NodeContent, precedes } from './merge-node.js';
import type { PayloadState } from './payload-state.js';
import { type MergedNode, NodeRows, type WrittenNodes } from './node-rows.js';

interface StoredNode {
  readonly objectid: string;
  readonly id: number;
  readonly kinds: number[];
  readonly described: boolean;
  /** Null if the batch states no properties of the node. */
  readonly props: Record<string, unknown> | null;
  readonly record: number | null;
  readonly isOlder: boolean;
}

const columns = 'objectid, id, kinds, described, record, last_seen < $3::date AS "isOlder"';

/** Not a join: for one array of ids PostgreSQL reads the index from left to right, which takes a third of the time. */
const find = `
  SELECT ${columns}, NULL::jsonb AS props FROM node WHERE objectid = ANY ($1::text[])
  UNION ALL SELECT ${columns}, props FROM node WHERE objectid = ANY ($2::text[])`;

/** Sequences begin with 1. */
const noId = 0;

const noProps = {};
const nothing: NodeContent = { kinds: [], described: false, props: noProps };

const reserve = `SELECT setval('node_id_seq', nextval('node_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`;

/** The nodes of a batch: looked up, merged statement by statement, written. */
export class BatchNodes {
  private readonly nodes: MergedNode[];
  /** New nodes have this id or a greater one. */
  private firstNew = Infinity;
  /** By list of kinds: what an edge states of its ends. */
  private readonly mentions: readonly NodeContent[];
  private readonly kindLists: readonly (readonly number[])[];

  private constructor(
    private readonly batch: BatchContents,
    numbers: KindNumbers,
    stored: readonly StoredNode[],
    private readonly payload: PayloadState,
    private readonly day: string,
  ) {
    this.kindLists = batch.kindLists.map((list) => list.map((name) => numbers.of(name)));
    this.mentions = this.kindLists.map((kinds) => ({ kinds, described: false, props: noProps }));
    this.nodes = batch.objectids.map(() => ({
      id: noId,
      isNew: true,
      before: null,
      state: null,
      hasProps: true,
      record: null,
      formerRecord: null,
      isOlder: false,
    }));
    for (const { objectid, id, kinds, described, props, record, isOlder } of stored) {
      const before = { kinds, described, props: props ?? noProps };
      const hasProps = props !== null;
      const object = batch.objectOf(objectid);
      this.nodes[object] = { id, isNew: false, before, state: before, hasProps, record, formerRecord: record, isOlder };
    }
  }

  static async find(
    tx: SqlConnection,
    batch: BatchContents,
    kinds: KindNumbers,
    payload: PayloadState,
    day: string,
  ): Promise<BatchNodes> {
    const { objectids, records } = batch;
    const areStated = new Set(records.flatMap(({ nodes }) => nodes.map(({ object }) => object)));
    const withProps = objectids.filter((_, object) => areStated.has(object));
    const others = objectids.filter((_, object) => !areStated.has(object));
    const stored = await tx.prepared<StoredNode>(find, [others, withProps, day]);
    const nodes = new BatchNodes(batch, kinds, stored, payload, day);
    await nodes.number(tx, (object) => areStated.has(object) || batch.mentions[object] !== undefined);
    return nodes;
  }

  /** Whether the object is a node afterwards. It is not if all that is known of it is an empty list. */
  has(object: number): boolean {
    return this.at(object).id !== noId;
  }

  idOf(object: number): number {
    const { id } = this.at(object);
    if (id === noId) throw new Error(`object ${object} of the batch is no node`);
    return id;
  }

  isNew(object: number): boolean {
    return this.at(object).isNew;
  }

  isNewId(id: number): boolean {
    return id >= this.firstNew;
  }

  /** The record that last stated properties of the node. */
  recordOf(object: number): number | null {
    return this.at(object).record;
  }

  /** Merges a statement. @returns the record whose properties of the node it may have replaced; null: none */
  merge({ object, kinds, described, properties }: BatchNode, record: number | null): number | null {
    const node = this.at(object);
    const stated = { kinds: this.kindLists[kinds] ?? [], described, props: properties };
    if (node.state && isOfSeveralDomains(this.batch.objectids[object] ?? '')) {
      if (precedes(node.state, stated)) {
        node.state = mergeNode(node.state, { ...stated, props: noProps });
        return null;
      }
      if (precedes(stated, node.state)) node.state = { ...node.state, props: noProps };
    }
    return mergeInto(node, stated, record);
  }

  /** Adds the kinds that edges state of nodes, and writes the nodes that differ. */
  async write(tx: SqlConnection): Promise<WrittenNodes> {
    const rows = new NodeRows(this.day, this.payload);
    for (const [object, objectid] of this.batch.objectids.entries()) {
      const node = this.at(object);
      for (const kinds of this.batch.mentions[object] ?? [])
        node.state = mergeNode(node.state, this.mentions[kinds] ?? nothing);
      rows.add(objectid, node);
    }
    await rows.write(tx);
    return rows.counts;
  }

  /**
   * Reserves ids for new nodes. An id is never used again, so objects that are not written get none.
   * @param isWritten whether a record states properties of an object, or an edge mentions it
   */
  private async number(tx: SqlConnection, isWritten: (object: number) => boolean): Promise<void> {
    const created = this.nodes.filter(({ isNew }, object) => isNew && isWritten(object));
    if (created.length === 0) return;
    let next = oneRow(await tx.prepared<{ first: number }>(reserve, [created.length])).first;
    this.firstNew = next;
    this.payload.addNodes(next, created.length);
    for (const node of created) node.id = next++;
  }

  private at(object: number): MergedNode {
    const node = this.nodes[object];
    if (!node) throw new Error(`the batch has no object ${object}`);
    return node;
  }
}

/** As {@link BatchNodes.merge}. */
function mergeInto(node: MergedNode, stated: NodeContent, record: number | null): number | null {
  const onlyAdds = node.state?.described === true && !stated.described;
  node.state = mergeNode(node.state, stated);
  if (onlyAdds || (!stated.described && Object.keys(stated.props).length === 0)) return null;
  const former = node.record;
  node.record = record;
  return former === record ? null : former;
}
