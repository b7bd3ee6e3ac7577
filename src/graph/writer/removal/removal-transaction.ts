import type { SqlConnection, SqlRunner } from '../../../database/database.js';
import { freeKinds, type NamedKinds } from '../../kinds/free-kinds.js';
import { ChangeLog, clearChangeLog, type RemovalReason } from '../../store/change-log.js';
import { currentVersion, publish } from '../../store/graph-version.js';
import { ListChanges } from '../../store/list-changes.js';
import { clearDigests } from '../../store/clear-digests.js';
import { type CountsByKind, countNodesToRemove, removeNodes } from './nodes-to-remove.js';
import { findOwners, rowsByOwner } from './owned-rows.js';
import { readIds } from './read-ids.js';
import { type ChangedRow, type Nodes, type OwnedRow, type Remaining, remainingLists } from './remaining-lists.js';
import type { Condition } from './selection.js';

/** Which edges are removed, beside the edges of removed nodes. */
export interface EdgeSelection {
  /** On `listsWithDays`: the lists that may hold such edges; null: none do. */
  readonly lists: Condition | null;
  readonly remaining: Remaining;
}

export interface Removed {
  readonly nodes: CountsByKind;
  readonly edges: CountsByKind;
  readonly versionBefore: number;
  /** Equals the one before if nothing was removed, and no number of a kind became free. */
  readonly versionAfter: number;
}

/** Changed rows that are written at a time. */
const rowsPerWrite = 5_000;

const findRemaining = 'SELECT FROM node n WHERE NOT EXISTS (SELECT FROM node_to_remove r WHERE r.id = n.id) LIMIT 1';

/** If all nodes are removed. Reading the lists takes more than twice as long. */
const countAll = 'SELECT kind, count(*)::float8 AS count FROM edge GROUP BY kind';

/** Counts the nodes and edges that {@link removeAll} removes. */
export async function previewAll(tx: SqlConnection, edges: EdgeSelection): Promise<Removed> {
  const { counts } = await removeEdges(tx, edges, true, new ChangeLog(false));
  const version = await currentVersion(tx);
  return { ...counts, versionBefore: version, versionAfter: version };
}

/**
 * Removes the nodes in `node_to_remove`, all their edges, the selected edges, and kinds that nothing has any more, and makes that a version of
 * the graph. Under the write lock.
 */
export async function removeAll(
  tx: SqlConnection,
  edges: EdgeSelection,
  namedKinds: NamedKinds,
  reason: RemovalReason,
): Promise<Removed> {
  const versionBefore = await currentVersion(tx);
  const log = await ChangeLog.open(tx);
  const { counts, owners, removed, isEmpty } = await removeEdges(tx, edges, false, log);
  if (isEmpty) await clearChangeLog(tx, reason);
  else {
    await log.removedNodes(tx, reason);
    // Before kinds are freed: the log keeps the numbers that it names.
    await log.write(tx);
  }
  await removeNodes(tx);
  const changesKinds = await freeKinds(tx, namedKinds);
  const versionAfter = await publish(tx, { owners: [...owners, ...removed], nodes: removed, log, changesKinds });
  return { ...counts, versionBefore, versionAfter };
}

/** Removes entries from the lists of remaining nodes. The lists of removed nodes are only counted: they are deleted with their nodes. */
async function removeEdges(tx: SqlConnection, { lists, remaining }: EdgeSelection, isPreview: boolean, log: ChangeLog) {
  await tx.query('ANALYZE node_to_remove');
  const all = await readIds(tx, 'SELECT id FROM node');
  const removed = await readIds(tx, 'SELECT id FROM node_to_remove');
  const nodes = { exists: (id: number) => all.has(id), isRemoved: (id: number) => removed.has(id) };
  const isEmpty = (await tx.query(findRemaining)).length === 0;
  const kinds = isEmpty ? await countEdges(tx) : new Map<number, number>();
  const owners: number[] = [];
  let unwritten: ChangedRow[] = [];
  if (!isEmpty) await findOwners(tx, lists);
  for await (const rows of isEmpty ? [] : rowsByOwner(tx)) {
    const left = remainingLists(rows, nodes, remaining);
    for (const kind of left.removed) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const { owner } = rows[0]!;
    logRemoved(rows, nodes, log);
    if (isPreview || nodes.isRemoved(owner) || left.changed.length === 0) continue;
    owners.push(owner);
    unwritten.push(...left.changed);
    if (unwritten.length < rowsPerWrite) continue;
    await write(tx, unwritten, log);
    unwritten = [];
  }
  await write(tx, unwritten, log);
  const counts = { nodes: await countNodesToRemove(tx), edges: await named(tx, kinds) };
  return { counts, owners, removed, isEmpty };
}

async function countEdges(tx: SqlRunner): Promise<Map<number, number>> {
  const counts = await tx.query<{ kind: number; count: number }>(countAll);
  return new Map(counts.map(({ kind, count }) => [kind, count]));
}

/** Notes the lists of removed nodes, which are deleted with them. */
function logRemoved(rows: readonly OwnedRow[], nodes: Nodes, log: ChangeLog): void {
  for (const row of rows) if (nodes.isRemoved(row.owner) && !row.isOfOtherEnd) log.list(row.owner, row, null);
}

async function write(tx: SqlConnection, rows: readonly ChangedRow[], log: ChangeLog): Promise<void> {
  const changes = new ListChanges(log);
  for (const { row, former } of rows) changes.put(former.owner, row, former);
  await changes.write(tx);
  await clearDigests(
    tx,
    changes.owners,
    rows.flatMap(({ row }) => row.record ?? []),
  );
}

async function named(tx: SqlRunner, counts: ReadonlyMap<number, number>): Promise<CountsByKind> {
  const kinds = await tx.query<{ id: number; name: string }>(
    'SELECT id, name FROM kind WHERE id = ANY ($1::smallint[]) ORDER BY name',
    [[...counts.keys()]],
  );
  return Object.fromEntries(kinds.map(({ id, name }) => [name, counts.get(id) ?? 0]));
}
