import { addToGroup } from '../../base/group-by.js';
import type { Database, SqlConnection } from '../../database/database.js';
import { addGoneNodes, openGoneNodes, removeGoneNodes } from '../removal/gone-nodes.js';
import { bulkSettings, lockGraphForWriting } from '../store/graph-transaction.js';
import { publish } from '../store/graph-version.js';
import { ListChanges } from '../store/list-changes.js';
import { type Entries, entriesOf, entryKey, hasSameEdges, rowOf, unitedEntry } from '../store/list-entries.js';
import type { ListRow } from '../store/list-row.js';
import { RecordsToForget } from '../store/records-to-forget.js';

/** Beginnings of distinguished names, so that the index of object ids finds the stand-ins. */
const beginnings = ['CN=', 'OU=', 'DC='].map((text) => `s.objectid LIKE '${text}%'`).join(' OR ');

/** A stand-in has the distinguished name of a node as its object id. A name that several nodes have is ambiguous. */
const find = `
  CREATE TEMP TABLE adopted ON COMMIT DROP AS
  SELECT s.id AS stand_in, min(n.id) AS node, max(s.last_seen) AS last_seen
  FROM node s JOIN node n ON n.props ->> 'distinguishedname' = s.objectid AND n.id <> s.id
  WHERE NOT s.described AND (${beginnings})
  GROUP BY s.id HAVING count(*) = 1`;

/** All lists of nodes in whose lists a stand-in is, as owner or as peer, with the id that the owner has afterwards. */
const findRows = `
  WITH renumbered AS (
    SELECT stand_in AS id, node FROM adopted UNION ALL SELECT DISTINCT node, node FROM adopted),
  concerned AS (
    SELECT id FROM renumbered
    UNION SELECT l.owner FROM edge_list l CROSS JOIN LATERAL unnest(l.peers) p(id) JOIN adopted a ON a.stand_in = p.id)
  SELECT l.*, coalesce(r.node, l.owner) AS "newOwner"
  FROM concerned c JOIN edge_list l ON l.owner = c.id LEFT JOIN renumbered r ON r.id = l.owner
  ORDER BY "newOwner", l.owner <> coalesce(r.node, l.owner), l.owner`;

const renewNodes = `
  UPDATE node n SET last_seen = a.last_seen
  FROM (SELECT node, max(last_seen) AS last_seen FROM adopted GROUP BY node) a WHERE n.id = a.node AND n.last_seen < a.last_seen`;

interface OwnedRow extends ListRow {
  readonly owner: number;
  readonly newOwner: number;
}

/**
 * Adopts stand-ins: nodes that were created for a distinguished name whose object was not there. If the object has come, it gets their
 * edges, and they are removed, as if the object had come first.
 */
export async function adoptStandIns(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    if ((await findAdopted(tx)).size === 0) return;
    await lockGraphForWriting(tx);
    // Others may have changed the graph before the lock was taken.
    await tx.query('DROP TABLE adopted');
    await adopt(tx, await findAdopted(tx));
  });
}

/** @returns the ids of the nodes by those of their stand-ins */
async function findAdopted(tx: SqlConnection): Promise<ReadonlyMap<number, number>> {
  await tx.query(find);
  const adopted = await tx.query<{ stand_in: number; node: number }>('SELECT stand_in, node FROM adopted');
  return new Map(adopted.map(({ stand_in, node }) => [stand_in, node]));
}

async function adopt(tx: SqlConnection, nodes: ReadonlyMap<number, number>): Promise<void> {
  const owners = await moveEdges(tx, nodes);
  await tx.query(renewNodes);
  await openGoneNodes(tx);
  await addGoneNodes(tx, { sql: 'n.id IN (SELECT stand_in FROM adopted)', values: [] });
  await removeGoneNodes(tx);
  await publish(tx, { owners: [...owners, ...nodes.keys()], nodes: [...nodes.keys(), ...nodes.values()] });
}

/** @returns the nodes whose lists changed */
async function moveEdges(tx: SqlConnection, nodes: ReadonlyMap<number, number>): Promise<Iterable<number>> {
  const changes = new ListChanges();
  const forget = new RecordsToForget();
  const rowsByOwner = new Map<number, OwnedRow[]>();
  for (const row of await tx.query<OwnedRow>(findRows)) addToGroup(rowsByOwner, row.newOwner, row);
  for (const [owner, rows] of rowsByOwner) {
    for (const row of unitedRows(rows, nodes)) {
      const former = rows.find((it) => it.owner === owner && it.list === row.list && it.origin === row.origin);
      if (former && hasSameEdges(former, row)) continue;
      changes.put(owner, row, former !== undefined);
      forget.owner(owner);
      forget.record(row.record);
    }
  }
  await changes.write(tx);
  await forget.write(tx);
  return forget.owners;
}

/**
 * Unites the rows of a node and of its stand-ins.
 * @param rows those of the node first: if both have a property of an edge, that of the node counts
 * @param nodes the ids of the nodes by those of their stand-ins, which may also be peers
 */
function unitedRows(rows: readonly ListRow[], nodes: ReadonlyMap<number, number>): ListRow[] {
  const united = new Map<string, { readonly row: ListRow; readonly entries: Entries }>();
  for (const row of rows.toReversed()) {
    const key = `${row.list} ${row.origin}`;
    const entries: Entries = united.get(key)?.entries ?? new Map();
    united.set(key, { row, entries });
    const own = [...entriesOf(row).values()];
    const moved = own.flatMap((entry) => {
      const peer = nodes.get(entry.peer);
      return peer === undefined ? [] : { ...entry, peer };
    });
    for (const entry of [...moved, ...own.filter(({ peer }) => !nodes.has(peer))]) {
      const known = entryKey(entry.peer, entry.kind);
      entries.set(known, unitedEntry(entries.get(known), { ...entry, mask: 0 }, entry.day));
    }
  }
  return [...united.values()].map(({ row, entries }) => rowOf(row.list, row.origin, [...entries.values()], row.record));
}
