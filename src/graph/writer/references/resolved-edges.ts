import type { Database, SqlConnection } from '../../../database/database.js';
import { findNodesOfIds } from '../../store/nodes-of-ids.js';
import type { ResolvedEdge } from '../../records.js';
import { ChangeLog } from '../../store/change-log.js';
import { lockGraphForWriting } from '../../store/graph-transaction.js';
import { publish } from '../../store/graph-version.js';
import { ListChanges } from '../../store/list-changes.js';
import { type Entry, isSameList, rowOf } from '../../store/list-entries.js';
import { flagsOfList, isOutgoing, listOf, type ListRow, Origin } from '../../store/list-row.js';
import { propertyBits } from '../batch/property-bits.js';

const findRows = `SELECT * FROM edge_list WHERE origin = ${Origin.Resolved}`;
const hasRows = `SELECT EXISTS (${findRows}) AS exists`;
const findKinds = 'SELECT id, name FROM kind WHERE name = ANY ($1::text[])';

interface OwnedRow extends ListRow {
  readonly owner: number;
}

interface OwnedEntries {
  readonly owner: number;
  readonly list: number;
  readonly entries: Entry[];
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
    const owners = new Set<number>();
    const lists = await listsOf(tx, edges);
    for (const former of await tx.query<OwnedRow>(findRows)) {
      const key = keyOf(former.owner, former.list);
      const row = rowFrom(lists.get(key) ?? { ...former, entries: [] });
      lists.delete(key);
      if (isSameList(row, former)) continue;
      changes.put(former.owner, row, former);
      owners.add(former.owner);
    }
    for (const list of lists.values()) {
      changes.put(list.owner, rowFrom(list), null);
      owners.add(list.owner);
    }
    await changes.write(tx);
    await publish(tx, { owners, nodes: [], log });
  });
}

/** The edges by owner and list. Those of nodes that were removed meanwhile are left out. */
async function listsOf(tx: SqlConnection, edges: readonly ResolvedEdge[]): Promise<Map<string, OwnedEntries>> {
  const nodes = await findNodesOfIds(
    tx,
    edges.flatMap(({ source, target }) => [source.objectid, target.objectid]),
  );
  const kindRows = await tx.query<{ id: number; name: string }>(findKinds, [edges.map(({ kind }) => kind)]);
  const kinds = new Map(kindRows.map(({ id, name }) => [name, id]));
  const lists = new Map<string, OwnedEntries>();
  for (const edge of edges) {
    const [source] = nodes.get(edge.source.objectid) ?? [];
    const [target] = nodes.get(edge.target.objectid) ?? [];
    const kind = kinds.get(edge.kind);
    if (!source || !target || kind === undefined) continue;
    const { flags, mask, details } = propertyBits(edge.properties);
    const list = listOf(kind, flags);
    const [owner, peer] = isOutgoing(list) ? [source.id, target.id] : [target.id, source.id];
    const key = keyOf(owner, list);
    const entries = lists.get(key)?.entries ?? [];
    lists.set(key, { owner, list, entries });
    const stored = ~flagsOfList(list);
    entries.push({ peer, kind, flags: flags & stored, mask: mask & stored, day: null, details });
  }
  return lists;
}

function rowFrom({ list, entries }: OwnedEntries): ListRow {
  return rowOf(list, Origin.Resolved, entries, null);
}

function keyOf(owner: number, list: number): string {
  return `${owner} ${list}`;
}
