import { addToGroup } from '../../../base/values/group-by.js';
import type { Database, SqlConnection } from '../../../database/database.js';
import { addNodesToRemove, openNodesToRemove, removeNodes } from '../removal/nodes-to-remove.js';
import { ChangeLog } from '../../store/change-log.js';
import { clearDigests } from '../../store/clear-digests.js';
import { bulkSettings, lockGraphForWriting } from '../../store/graph-transaction.js';
import { publish } from '../../store/graph-version.js';
import { ListChanges } from '../../store/list-changes.js';
import { entriesOf, type Entry, isSameList, rowOf } from '../../store/list-entries.js';
import type { ListRow } from '../../store/list-row.js';
import { dayOfNode } from '../../store/renewed-days.js';

/** Beginnings of distinguished names, so that the index of object ids finds the placeholders. */
const beginnings = ['CN=', 'OU=', 'DC='].map((text) => `p.objectid LIKE '${text}%'`).join(' OR ');

/** A placeholder has the distinguished name of a node as its object id. A name that several nodes have is ambiguous. */
const find = `
  SELECT p.id AS placeholder, min(n.id) AS node, max(${dayOfNode('p')})::text AS "lastSeen"
  FROM node p LEFT JOIN node_days nd ON nd.block = p.id >> 9
    JOIN node n ON upper((n.props ->> 'distinguishedname') COLLATE "C") = p.objectid AND n.id <> p.id
  WHERE NOT p.described AND (${beginnings})
  GROUP BY p.id HAVING count(*) = 1`;

/** All lists of nodes in whose lists a placeholder of $1 is, as owner or as peer, with the id of $2 that the owner has afterwards. */
const findRows = `
  WITH renumbered AS (
    SELECT * FROM unnest($1::int[], $2::int[]) m(id, node) UNION ALL SELECT DISTINCT node, node FROM unnest($2::int[]) m(node)),
  touched AS (
    SELECT id FROM renumbered
    UNION SELECT l.owner FROM edge_list l CROSS JOIN LATERAL unnest(l.peers) p(id)
      WHERE p.id IN (SELECT unnest($1::int[])))
  SELECT l.*, coalesce(r.node, l.owner) AS "newOwner"
  FROM touched t JOIN edge_list l ON l.owner = t.id LEFT JOIN renumbered r ON r.id = l.owner
  ORDER BY "newOwner", l.owner <> coalesce(r.node, l.owner), l.owner`;

const renewNodes = `
  UPDATE node n SET last_seen = m.last_seen
  FROM unnest($1::int[], $2::date[]) m(node, last_seen) WHERE n.id = m.node AND n.last_seen < m.last_seen`;

interface OwnedRow extends ListRow {
  readonly owner: number;
  readonly newOwner: number;
}

/**
 * Merges placeholders into the objects that they were created for: nodes with a distinguished name as object id. The object gets their
 * edges, as if it had come first, and they are removed.
 */
export async function mergePlaceholders(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    if ((await tx.query(find)).length === 0) return;
    await lockGraphForWriting(tx);
    // Others may have changed the graph before the lock was taken.
    await merge(tx, await tx.query<FoundPlaceholder>(find));
  });
}

interface FoundPlaceholder {
  readonly placeholder: number;
  /** The node that has it as its distinguished name. */
  readonly node: number;
  /** Day of the placeholder. */
  readonly lastSeen: string;
}

async function merge(tx: SqlConnection, merged: readonly FoundPlaceholder[]): Promise<void> {
  const nodes = new Map(merged.map(({ placeholder, node }) => [placeholder, node]));
  const log = new ChangeLog();
  const owners = await moveEdges(tx, nodes, log);
  await tx.query(renewNodes, [merged.map(({ node }) => node), merged.map(({ lastSeen }) => lastSeen)]);
  await openNodesToRemove(tx);
  await addNodesToRemove(tx, { sql: 'n.id = ANY ($1::int[])', values: [[...nodes.keys()]] });
  await log.removedNodes(tx, null);
  await removeNodes(tx);
  await publish(tx, { owners: [...owners, ...nodes.keys()], nodes: [...nodes.keys(), ...nodes.values()], log });
}

/** @returns the nodes whose lists changed */
async function moveEdges(
  tx: SqlConnection,
  nodes: ReadonlyMap<number, number>,
  log: ChangeLog,
): Promise<Iterable<number>> {
  const changes = new ListChanges(log);
  const givers: number[] = [];
  const rowsByOwner = new Map<number, OwnedRow[]>();
  for (const row of await tx.query<OwnedRow>(findRows, [[...nodes.keys()], [...nodes.values()]]))
    addToGroup(rowsByOwner, row.newOwner, row);
  for (const [owner, rows] of rowsByOwner) {
    for (const row of rows) if (row.owner !== owner) log.list(row.owner, row, null);
    for (const row of unitedRows(rows, nodes)) {
      const former = rows.find((it) => it.owner === owner && it.list === row.list && it.origin === row.origin);
      if (former && isSameList(former, row)) continue;
      changes.put(owner, row, former ?? null);
      if (row.record !== null) givers.push(row.record);
    }
  }
  await changes.write(tx);
  await clearDigests(tx, changes.owners, givers);
  return changes.owners;
}

/**
 * Unites the rows of a node and of its placeholders.
 * @param rows of the node first: if both have a property of an edge, the node's counts
 * @param nodes the ids of the nodes by the ids of their placeholders, which may also be peers
 */
function unitedRows(rows: readonly ListRow[], nodes: ReadonlyMap<number, number>): ListRow[] {
  const united = new Map<string, { readonly row: ListRow; readonly entries: Entry[] }>();
  for (const row of rows.toReversed()) {
    const key = `${row.list} ${row.origin}`;
    const entries = united.get(key)?.entries ?? [];
    united.set(key, { row, entries });
    const own = entriesOf(row);
    const moved = own.flatMap((entry) => {
      const peer = nodes.get(entry.peer);
      return peer === undefined ? [] : { ...entry, peer };
    });
    for (const entry of [...moved, ...own.filter(({ peer }) => !nodes.has(peer))]) entries.push(entry);
  }
  return [...united.values()].map(({ row, entries }) => rowOf(row.list, row.origin, entries, row.record));
}
