import type { Database, SqlConnection } from '../../database/database.js';
import { graphLock } from '../store/graph-write-lock.js';
import { CopyRows } from '../store/copy-rows.js';
import { storedJson } from '../store/stored-json.js';
import { BatchNodes, dayNumber } from './batch-nodes.js';
import type { BatchEdge, BatchRecord, GraphBatch } from './graph-batch.js';
import { KindNumbers } from '../store/kind-numbers.js';
import {
  ACL_LIST,
  isOutgoing,
  listOf,
  type ListRow,
  Origin,
  PRIMARY_GROUP_LIST,
  storedFlags,
} from '../store/list-row.js';
import {
  countEdges,
  type EdgeCounts,
  type ListStatement,
  type MergedLists,
  mergeLists,
  type StatedEdge,
  unitedEdges,
} from '../store/merge-lists.js';
import { PayloadState } from './payload-state.js';

export interface WrittenBatch extends EdgeCounts {
  readonly nodesCreated: number;
  readonly nodesChanged: number;
  /** Null: the batch changed nothing. */
  readonly version: number | null;
}

/** Records that were passed over say something that the graph no longer holds: the batch must be converted in full. */
export class KnownNoLonger extends Error {}

interface StoredRow extends ListRow {
  readonly owner: number;
}

interface StoredRecord {
  readonly id: number;
  readonly owner: number;
  readonly type: string;
}

interface NumberedRecord {
  readonly record: BatchRecord;
  /** Id of its row; null if it has no subject. */
  readonly id: number | null;
  readonly isNew: boolean;
  isKnowable: boolean;
  isRenewable: boolean;
  /** Lists of the subject that it says something of. */
  readonly ownLists: Set<number>;
}

/** A statement with the record that makes it. */
interface OwnStatement extends ListStatement {
  readonly by: NumberedRecord;
}

/** Writes batches of one payload, a transaction each. */
export class BatchWriter {
  constructor(
    private readonly database: Database,
    private readonly day: string,
    private readonly payload = new PayloadState(),
  ) {}

  /** @throws KnownNoLonger if nothing was written for that reason */
  async write(batch: GraphBatch): Promise<WrittenBatch> {
    try {
      const written = await this.database.transaction((tx) =>
        new BatchTransaction(tx, batch, this.day, this.payload).write(),
      );
      this.payload.commit();
      return written;
    } catch (error) {
      this.payload.abandon();
      throw error;
    }
  }
}

class BatchTransaction {
  private readonly statements = new Map<number, OwnStatement[]>();
  /** Records, and lists of objects whose own records, may say something else than the graph holds now. */
  private readonly disputedRecords = new Set<number>();
  private readonly disputedLists: { readonly owner: number; readonly code: number }[] = [];
  private readonly changedOwners: number[] = [];

  constructor(
    private readonly tx: SqlConnection,
    private readonly batch: GraphBatch,
    private readonly day: string,
    private readonly payload: PayloadState,
  ) {}

  async write(): Promise<WrittenBatch> {
    const { tx, batch } = this;
    await tx.query(graphLock);
    const kinds = await KindNumbers.of(tx, batch);
    const nodes = await BatchNodes.find(tx, batch, kinds.lists, this.day);
    for (const record of batch.passed) this.payload.pass(record);
    const records = await this.numbered(nodes);
    for (const each of records) this.state(each, nodes, kinds);
    const written = await nodes.write(tx);
    const edges = await this.mergeLists(nodes);
    await this.writeRecords(records, nodes);
    await this.requireKnown();
    const version = await this.publish(
      written.ids,
      written.created + written.changed + edges.created + edges.changed + edges.removed,
    );
    return { ...edges, nodesCreated: written.created, nodesChanged: written.changed, version };
  }

  /** Gives each record with a subject the id of its row. */
  private async numbered(nodes: BatchNodes): Promise<NumberedRecord[]> {
    const subjects = this.batch.records.flatMap(({ subject, identity }) =>
      subject === -1 || !identity || nodes.isNew(subject) ? [] : [nodes.idOf(subject)],
    );
    const stored = subjects.length
      ? await this.tx.prepared<StoredRecord>('SELECT id, owner, type FROM record WHERE owner = ANY ($1::int[])', [
          subjects,
        ])
      : [];
    const ids = new Map(stored.map(({ id, owner, type }) => [`${owner} ${type}`, id]));
    const fresh = new Set<string>();
    const keyOf = ({ subject, identity }: BatchRecord) =>
      subject === -1 || !identity ? null : `${nodes.idOf(subject)} ${identity.type}`;
    for (const record of this.batch.records) {
      const key = keyOf(record);
      if (key !== null && !ids.has(key)) fresh.add(key);
    }
    if (fresh.size > 0) {
      const [row] = await this.tx.query<{ first: number }>(
        `SELECT setval('record_id_seq', nextval('record_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`,
        [fresh.size],
      );
      let next = row?.first ?? 0;
      for (const key of fresh) ids.set(key, next++);
    }
    return this.batch.records.map((record) => {
      const key = keyOf(record);
      const id = key === null ? null : (ids.get(key) ?? null);
      const isKnowable = id !== null && record.identity?.digest !== null && !this.payload.gaveRecord(id);
      return { record, id, isNew: key !== null && fresh.has(key), isKnowable, isRenewable: true, ownLists: new Set() };
    });
  }

  /** Takes what one record says into the nodes and the statements about lists. */
  private state(each: NumberedRecord, nodes: BatchNodes, kinds: KindNumbers): void {
    const { record, id } = each;
    const named = new Set<number>([record.subject]);
    for (const { object, kinds: list, described, properties } of record.nodes) {
      const former = nodes.state(object, { kinds: kinds.lists[list] ?? [], described, props: properties }, id ?? 0);
      if (former !== null && former !== 0) this.disputedRecords.add(former);
    }
    const lists = new Map<
      string,
      { owner: number; list: number; origin: typeof Origin.Whole | typeof Origin.Added; edges: StatedEdge[] }
    >();
    for (const { owner, list } of record.lists) {
      const number = 'kind' in list ? kinds.of(list.kind) : list.of === 'acl' ? ACL_LIST : PRIMARY_GROUP_LIST;
      lists.set(`${owner} ${number}`, { owner, list: number, origin: Origin.Whole, edges: [] });
      named.add(owner);
    }
    for (const edge of record.edges) {
      const { owner, peer, list, stated } = this.placed(edge, nodes, kinds);
      named.add(owner).add(peer);
      const key = `${owner} ${list}`;
      let to = lists.get(key);
      if (!to) lists.set(key, (to = { owner, list, origin: Origin.Added, edges: [] }));
      to.edges.push(stated);
      if (to.origin === Origin.Added) {
        each.isRenewable = false;
        if (owner !== record.subject) each.isKnowable = false;
      }
    }
    if (record.nodes.some(({ object }) => !named.has(object))) each.isKnowable = false;
    if (record.lists.length === 0 && !record.nodes.some(({ described }) => described)) each.isKnowable = false;
    for (const { owner, list, origin, edges } of lists.values()) {
      const ownerId = nodes.idOf(owner);
      if (owner === record.subject) each.ownLists.add(givenCode(list, origin));
      // No row says who gave an empty list.
      else if (edges.length === 0 && !this.isPartOf(owner, record.subject)) each.isKnowable = false;
      const unites = origin === Origin.Whole && this.payload.gaveList(ownerId, list);
      const statement = { list, origin, edges, unites, record: owner === record.subject ? null : (id ?? 0), by: each };
      const all = this.statements.get(owner);
      if (all) all.push(statement);
      else this.statements.set(owner, [statement]);
    }
  }

  /** Whether the object exists only as a part of another, as the local groups of a computer do: no other record gives its lists. */
  private isPartOf(object: number, whole: number): boolean {
    const { objectids } = this.batch;
    return objectids[object]?.startsWith(`${objectids[whole]}-`) === true;
  }

  private placed(edge: BatchEdge, nodes: BatchNodes, kinds: KindNumbers) {
    const kind = kinds.of(edge.kind);
    const list = listOf(kind, edge.flags);
    const [owner, peer] = isOutgoing(list) ? [edge.source, edge.target] : [edge.target, edge.source];
    const flags = edge.flags & storedFlags;
    const said = edge.said & storedFlags;
    return { owner, peer, list, stated: { peer: nodes.idOf(peer), kind, flags, said, details: edge.details } };
  }

  private async mergeLists(nodes: BatchNodes): Promise<EdgeCounts> {
    const { tx } = this;
    const known = [...this.statements.keys()].flatMap((owner) => (nodes.isNew(owner) ? [] : [nodes.idOf(owner)]));
    const rows = new Map<number, StoredRow[]>();
    if (known.length > 0) {
      const stored = await tx.prepared<StoredRow>(
        'SELECT owner, list, origin, peers, kinds, flags, days, details, record FROM edge_list WHERE owner = ANY ($1::int[])',
        [known],
      );
      for (const row of stored) {
        const all = rows.get(row.owner);
        if (all) all.push(row);
        else rows.set(row.owner, [row]);
      }
    }
    const counts: EdgeCounts = { created: 0, changed: 0, removed: 0 };
    const created = new CopyRows('edge_list');
    const changed = new CopyRows('changed_list');
    let updates = 0;
    const removed: { owner: number; row: ListRow }[] = [];
    for (const [object, statements] of this.statements) {
      const owner = nodes.idOf(object);
      const before = rows.get(owner) ?? [];
      const passed = (row: ListRow | undefined) => row?.record != null && this.payload.hasPassed(row.record);
      const given = statements.map((it) =>
        passed(before.find(({ list, origin }) => list === it.list && origin === it.origin))
          ? { ...it, unites: true }
          : it,
      );
      const merged = mergeLists(before, given, dayNumber(this.day));
      this.dispute(owner, before, merged);
      if (merged.written.length + merged.removed.length === 0) continue;
      this.changedOwners.push(owner);
      const gone = new Set([...merged.written, ...merged.removed].map(({ list, origin }) => list * 4 + origin));
      const after = [...before.filter(({ list, origin }) => !gone.has(list * 4 + origin)), ...merged.written];
      const own = countEdges(unitedEdges(before), unitedEdges(after));
      counts.created += own.created;
      counts.changed += own.changed;
      counts.removed += own.removed;
      for (const row of merged.written) {
        const isUpdate = before.some(({ list, origin }) => list === row.list && origin === row.origin);
        if (isUpdate) updates++;
        put(isUpdate ? changed : created, owner, row);
      }
      for (const row of merged.removed) removed.push({ owner, row });
    }
    await created.take()(tx.client);
    if (updates > 0) {
      await tx.query('CREATE TEMP TABLE changed_list (LIKE edge_list) ON COMMIT DROP');
      await changed.take()(tx.client);
      await tx.query(`UPDATE edge_list l SET peers = c.peers, kinds = c.kinds, flags = c.flags, days = c.days, details = c.details, record = c.record
        FROM changed_list c WHERE (l.owner, l.list, l.origin) = (c.owner, c.list, c.origin)`);
    }
    if (removed.length > 0) {
      await tx.query(
        `DELETE FROM edge_list l USING unnest($1::int[], $2::smallint[], $3::smallint[]) s(owner, list, origin)
         WHERE (l.owner, l.list, l.origin) = (s.owner, s.list, s.origin)`,
        [removed.map(({ owner }) => owner), removed.map(({ row }) => row.list), removed.map(({ row }) => row.origin)],
      );
    }
    return counts;
  }

  /** Finds the records that would change something if they came again. */
  private dispute(owner: number, before: readonly ListRow[], merged: MergedLists): void {
    for (const statement of merged.unsettled) {
      const { by } = statement as OwnStatement;
      by.isKnowable = false;
    }
    for (const row of [...merged.written, ...merged.removed]) {
      const former = before.find(({ list, origin }) => list === row.list && origin === row.origin)?.record ?? null;
      const isGone = merged.removed.includes(row);
      if (former !== null && (isGone || former !== row.record)) this.disputedRecords.add(former);
      this.disputedLists.push({ owner, code: givenCode(row.list, row.origin) });
    }
  }

  private async writeRecords(records: readonly NumberedRecord[], nodes: BatchNodes): Promise<void> {
    const { tx } = this;
    const last = new Map<number, NumberedRecord>();
    for (const each of records) {
      if (each.id === null) continue;
      if (last.has(each.id)) each.isKnowable = false;
      this.payload.addRecord(each.id);
      last.set(each.id, each);
    }
    if (this.disputedRecords.size > 0)
      await tx.query('UPDATE record SET digest = NULL WHERE id = ANY ($1::int[])', [[...this.disputedRecords]]);
    if (this.disputedLists.length > 0) {
      await tx.query(
        `UPDATE record r SET digest = NULL FROM unnest($1::int[], $2::smallint[]) d(owner, code)
         WHERE r.owner = d.owner AND d.code = ANY (r.lists) AND r.digest IS NOT NULL`,
        [this.disputedLists.map(({ owner }) => owner), this.disputedLists.map(({ code }) => code)],
      );
    }
    if (last.size === 0) return;
    await tx.query('CREATE TEMP TABLE stated_record (LIKE record) ON COMMIT DROP');
    const rows = new CopyRows('stated_record (id, owner, type, digest, seen, renewable, lists)');
    for (const { id, record, isKnowable, isRenewable, ownLists } of last.values()) {
      const isKnown = isKnowable && !this.disputedRecords.has(id ?? 0);
      rows.row(7).integer(id).integer(nodes.idOf(record.subject)).text(record.identity?.type);
      rows
        .uuid(isKnown ? (record.identity?.digest ?? null) : null)
        .integer(dayNumber(this.day))
        .boolean(isRenewable)
        .integers([...ownLists], 21);
    }
    await rows.take()(tx.client);
    await tx.query(`INSERT INTO record (id, owner, type, digest, seen, renewable, lists)
      SELECT id, owner, type, digest, seen, renewable, lists FROM stated_record
      ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, seen = greatest(record.seen, excluded.seen), renewable = excluded.renewable, lists = excluded.lists`);
  }

  /** Renews the days of the records that were passed over. */
  private async requireKnown(): Promise<void> {
    const { passed } = this.batch;
    if (passed.length === 0) return;
    const ids = passed.map(({ id }) => id);
    const digests = passed.map(({ digest }) => digest);
    const [row] = await this.tx.query<{ known: number }>(
      `SELECT count(*)::int AS known FROM unnest($1::int[], $2::uuid[]) p(id, digest) JOIN record USING (id, digest)`,
      [ids, digests],
    );
    if (row?.known !== passed.length) throw new KnownNoLonger();
    await this.tx.query('UPDATE record SET seen = $2::date WHERE id = ANY ($1::int[]) AND seen < $2::date', [
      ids,
      this.day,
    ]);
  }

  private async publish(nodes: readonly number[], changes: number): Promise<number | null> {
    if (changes === 0) return null;
    const [row] = await this.tx.query<{ version: number }>(
      'UPDATE graph_state SET version = version + 1 RETURNING version::int',
    );
    const version = row?.version ?? 0;
    await this.tx.query('INSERT INTO graph_change (version, owners, nodes) VALUES ($1, $2::int[], $3::int[])', [
      version,
      this.changedOwners,
      nodes,
    ]);
    return version;
  }
}

/** A list as `record.lists` has it: lists that a record merely adds to are negative. */
function givenCode(list: number, origin: Origin): number {
  return origin === Origin.Whole ? list : -1 - list;
}

function put(rows: CopyRows, owner: number, row: ListRow): void {
  rows
    .row(9)
    .integer(owner)
    .smallint(row.list)
    .smallint(row.origin)
    .integers(row.peers, 23)
    .integers(row.kinds, 21)
    .integers(row.flags, 21)
    .integers(row.days, 21)
    .jsonb(row.details && storedJson(JSON.stringify(row.details)))
    .integer(row.record);
}
