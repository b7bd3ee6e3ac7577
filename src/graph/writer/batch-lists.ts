import { addToGroup } from '../../base/group-by.js';
import type { SqlConnection } from '../../database/database.js';
import { type EdgeCounts, UnitedEdges } from '../store/united-edges.js';
import { hasSameEdges } from '../store/list-entries.js';
import { ListChanges } from '../store/list-changes.js';
import type { ListRow } from '../store/list-row.js';
import { type FormerRow, type MergedLists, mergeLists } from './merge-lists.js';
import type { BatchNodes } from './batch-nodes.js';
import type { RecordStatement } from './list-statements.js';
import type { PayloadState } from './payload-state.js';
import type { ClearedDigests } from '../store/cleared-digests.js';

interface StoredRow extends FormerRow {
  readonly owner: number;
}

/** The edges of a node before and after a batch. */
export interface ChangedEdges {
  readonly before: UnitedEdges;
  readonly after: UnitedEdges;
}

const find = `
  SELECT l.owner, l.list, l.origin, l.peers, l.kinds, l.flags, l.days, l.details, l.record,
    l.record IS NULL OR r.owner IS NOT DISTINCT FROM l.owner AS "isOwn"
  FROM edge_list l LEFT JOIN collector_record r ON r.id = l.record
  WHERE l.owner = ANY ($1::int[])`;

const none: readonly FormerRow[] = [];

/** The lists of the nodes that a batch gives lists or edges of. */
export class BatchLists {
  readonly changes = new ListChanges();
  /** By owner of the lists, if they contain memberships. */
  readonly memberships = new Map<number, ChangedEdges>();
  readonly counts: EdgeCounts = { created: 0, changed: 0, removed: 0 };

  private constructor(
    private readonly rows: ReadonlyMap<number, readonly FormerRow[]>,
    private readonly payload: PayloadState,
    private readonly cleared: ClearedDigests,
  ) {}

  static async find(
    tx: SqlConnection,
    owners: Iterable<number>,
    nodes: BatchNodes,
    payload: PayloadState,
    cleared: ClearedDigests,
  ): Promise<BatchLists> {
    const known = [...owners].flatMap((owner) => (nodes.isNew(owner) ? [] : [nodes.idOf(owner)]));
    const stored = known.length > 0 ? await tx.prepared<StoredRow>(find, [known]) : [];
    const rows = new Map<number, StoredRow[]>();
    for (const row of stored) addToGroup(rows, row.owner, row);
    return new BatchLists(rows, payload, cleared);
  }

  merge(owner: number, statements: readonly RecordStatement[], day: number): void {
    const before = this.rows.get(owner) ?? none;
    const merged = mergeLists(before, this.unitedWithSkipped(before, statements), day);
    for (const statement of merged.notSkippable) (statement as RecordStatement).by.isSkippable = false;
    if (merged.changed.length === 0) return;
    const edges = { before: new UnitedEdges(before), after: new UnitedEdges(this.change(owner, before, merged)) };
    const counts = UnitedEdges.count(edges.before, edges.after);
    this.counts.created += counts.created;
    this.counts.changed += counts.changed;
    this.counts.removed += counts.removed;
    if (edges.before.hasMemberships || edges.after.hasMemberships) this.memberships.set(owner, edges);
  }

  /** If the payload skipped the record that gave a list, a statement adds to this list, as if both records were written. */
  private unitedWithSkipped(
    rows: readonly ListRow[],
    statements: readonly RecordStatement[],
  ): readonly RecordStatement[] {
    if (rows.length === 0) return statements;
    return statements.map((statement) => {
      const former = rowLike(rows, statement)?.record ?? null;
      return former !== null && this.payload.hasSkipped(former) ? { ...statement, isRepeated: true } : statement;
    });
  }

  /** @returns the rows of the owner afterwards */
  private change(owner: number, before: readonly ListRow[], { changed }: MergedLists): ListRow[] {
    const { changes, cleared } = this;
    for (const row of changed) {
      const former = rowLike(before, row);
      changes.put(owner, row, former !== undefined);
      if (!former || !hasSameEdges(former, row)) cleared.addOwner(owner);
      if (former && (former.record !== row.record || row.peers.length === 0)) cleared.addRecord(former.record);
    }
    return [...before.filter((row) => !rowLike(changed, row)), ...changed];
  }
}

function rowLike(rows: readonly ListRow[], { list, origin }: Pick<ListRow, 'list' | 'origin'>): ListRow | undefined {
  return rows.find((row) => row.list === list && row.origin === origin);
}
