import type { SqlConnection } from '../../database/database.js';
import { CopyRows } from '../store/copy-rows.js';
import { storedJson } from '../store/stored-json.js';
import type { GraphBatch } from './graph-batch.js';
import { environmentOf, mergeNode, nameOf, type NodeState, primaryKind } from './merge-node.js';

/** A node of a batch before and after its statements. */
interface MergedNode {
  id: number;
  readonly isNew: boolean;
  readonly before: NodeState | null;
  state: NodeState | null;
  /** Record that last stated its properties. */
  record: number | null;
  readonly oldRecord: number | null;
  readonly isOlder: boolean;
}

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

const update = `
  UPDATE node n SET kind = c.kind, kinds = c.kinds, name = c.name, environment = c.environment, described = c.described,
    last_seen = greatest(n.last_seen, c.last_seen), props = c.props, record = c.record
  FROM changed_node c WHERE n.id = c.id`;

/** The nodes of a batch: looked up, merged statement by statement, written. */
export class BatchNodes {
  private readonly nodes: MergedNode[];

  private constructor(
    private readonly batch: GraphBatch,
    private readonly kindLists: readonly (readonly number[])[],
    stored: readonly StoredNode[],
    private readonly day: string,
  ) {
    this.nodes = batch.objectids.map(() => ({
      id: 0,
      isNew: true,
      before: null,
      state: null,
      record: null,
      oldRecord: null,
      isOlder: false,
    }));
    for (const { object, id, kinds, described, props, record, isOlder } of stored) {
      const before = { kinds, described, props };
      this.nodes[object] = { id, isNew: false, before, state: before, record, oldRecord: record, isOlder };
    }
  }

  static async find(
    tx: SqlConnection,
    batch: GraphBatch,
    kindLists: readonly (readonly number[])[],
    day: string,
  ): Promise<BatchNodes> {
    const stored = await tx.prepared<StoredNode>(find, [batch.objectids, day]);
    const nodes = new BatchNodes(batch, kindLists, stored, day);
    await nodes.number(tx, batch.objectids.length - stored.length);
    return nodes;
  }

  idOf(object: number): number {
    return this.at(object).id;
  }

  isNew(object: number): boolean {
    return this.at(object).isNew;
  }

  /** @returns the record whose statement about the node may no longer be what the node says; null: none */
  state(object: number, stated: NodeState, record: number): number | null {
    const node = this.at(object);
    const isMention = node.state?.described === true && !stated.described;
    node.state = mergeNode(node.state, stated);
    if (isMention || (!stated.described && Object.keys(stated.props).length === 0)) return null;
    const former = node.record;
    node.record = record;
    return former === record ? null : former;
  }

  /** Adds the kinds by which edges name nodes, and writes all that differs. */
  async write(tx: SqlConnection): Promise<{ created: number; changed: number; ids: number[] }> {
    const created = new CopyRows(
      'node (id, objectid, kind, kinds, name, environment, described, last_seen, props, record)',
    );
    const changed = new CopyRows(
      'changed_node (id, objectid, kind, kinds, name, environment, described, last_seen, props, record)',
    );
    const counts = { created: 0, changed: 0, ids: [] as number[] };
    let rows = 0;
    for (const [object, node] of this.nodes.entries()) {
      for (const kinds of [this.batch.mentions[object] ?? []].flat())
        node.state = mergeNode(node.state, { kinds: this.kindLists[kinds] ?? [], described: false, props: {} });
      // A list may name its owner only: then there is no node, unless an edge or a statement makes one.
      if (!node.state) continue;
      if (node.isNew) {
        counts.created++;
        this.put(created, object, node, node.state);
      } else {
        const differs = node.state !== node.before;
        if (differs) counts.changed++;
        else if (!node.isOlder && node.record === node.oldRecord) continue;
        rows++;
        this.put(changed, object, node, node.state);
      }
      counts.ids.push(node.id);
    }
    await created.take()(tx.client);
    if (rows > 0) {
      await tx.query('CREATE TEMP TABLE changed_node (LIKE node) ON COMMIT DROP');
      await changed.take()(tx.client);
      await tx.query(update);
    }
    return counts;
  }

  exists(object: number): boolean {
    return this.at(object).state !== null;
  }

  private put(rows: CopyRows, object: number, node: MergedNode, { kinds, described, props }: NodeState): void {
    const objectid = this.batch.objectids[object] ?? '';
    rows
      .row(10)
      .integer(node.id)
      .text(objectid)
      .smallint(primaryKind(kinds))
      .integers(kinds, 21)
      .text(nameOf(objectid, props))
      .text(environmentOf(props) ?? undefined)
      .boolean(described)
      .integer(dayNumber(this.day))
      .jsonb(storedJson(JSON.stringify(props)))
      .integer(node.record);
  }

  /** Ids of new nodes are taken even for those that come to nothing: an id is never used again. */
  private async number(tx: SqlConnection, count: number): Promise<void> {
    if (count === 0) return;
    const [row] = await tx.query<{ first: number }>(
      `SELECT setval('node_id_seq', nextval('node_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`,
      [count],
    );
    let next = row?.first ?? 0;
    for (const node of this.nodes) if (node.isNew) node.id = next++;
  }

  private at(object: number): MergedNode {
    const node = this.nodes[object];
    if (!node) throw new Error(`the batch has no object ${object}`);
    return node;
  }
}

const MS_A_DAY = 86_400_000;
const DAY_ZERO = Date.UTC(2000, 0, 1);

/** Days since 2000-01-01, as PostgreSQL keeps a date. */
export function dayNumber(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / MS_A_DAY);
}
