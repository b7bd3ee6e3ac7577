import type { Database, SqlConnection } from '../../../database/database.js';
import { findNodesOfIds } from '../../store/nodes-of-ids.js';
import type { ResolvedEdge } from '../../records.js';
import { ChangeLog } from '../../store/change-log.js';
import { lockGraphForWriting } from '../../store/graph-transaction.js';
import { publish } from '../../store/graph-version.js';
import { ListChanges } from '../../store/list-changes.js';
import { isSameList, rowOf } from '../../store/list-entries.js';
import { type ListRow, Origin } from '../../store/list-row.js';
import { GraphBatch } from '../batch/graph-batch.js';
import { storedKinds } from '../batch/stored-kinds.js';
import { StatedLists } from '../merge/stated-lists.js';

const findRows = `SELECT * FROM edge_list WHERE origin = ${Origin.Resolved}`;
const hasRows = `SELECT EXISTS (${findRows}) AS exists`;

interface OwnedRow extends ListRow {
  readonly owner: number;
}

/**
 * Makes the stored lists of edges that are resolved without regard to case equal to these edges: each analysis judges them anew. Changes
 * nothing if they are equal.
 */
export async function writeResolvedEdges(database: Database, edges: readonly ResolvedEdge[]): Promise<void> {
  if (edges.length === 0 && !(await database.query<{ exists: boolean }>(hasRows))[0]?.exists) return;
  await database.transaction(async (tx) => {
    await lockGraphForWriting(tx);
    const log = new ChangeLog();
    const changes = new ListChanges(log);
    const rows = await rowsOf(tx, edges);
    for (const { owner, ...former } of await tx.query<OwnedRow>(findRows)) {
      const key = keyOf(owner, former.list);
      const row = rows.get(key) ?? { ...former, owner, peers: [] };
      rows.delete(key);
      if (!isSameList(row, former)) changes.put(owner, row, former);
    }
    for (const row of rows.values()) changes.put(row.owner, row, null);
    await changes.write(tx);
    await publish(tx, { owners: changes.owners, nodes: [], log });
  });
}

/** The lists of the edges. Edges of nodes that were removed meanwhile are left out. */
async function rowsOf(tx: SqlConnection, edges: readonly ResolvedEdge[]): Promise<Map<string, OwnedRow>> {
  const ends = edges.flatMap(({ source, target }) => [source.objectid, target.objectid]);
  const nodes = await findNodesOfIds(tx, ends);
  const batch = new GraphBatch();
  for (const { source, kind, target, properties } of edges)
    if (nodes.has(source.objectid) && nodes.has(target.objectid)) batch.link(source, kind, target, properties);
  batch.endOfRecord();
  const kindOf = await storedKinds(tx, batch.kinds, null);
  const idOf = (object: number) => nodes.get(batch.objectids[object] ?? '')?.[0]?.id ?? 0;
  const stated = new StatedLists(batch, idOf, kindOf);
  const rows = batch.lists.owner.toArray().map((object, statement): OwnedRow => {
    const list = kindOf(batch.lists.list.at(statement));
    return { ...rowOf(list, Origin.Resolved, stated.entries(statement, null), null), owner: idOf(object) };
  });
  return new Map(rows.map((row) => [keyOf(row.owner, row.list), row]));
}

function keyOf(owner: number, list: number): string {
  return `${owner} ${list}`;
}
