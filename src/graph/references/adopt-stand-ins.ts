import type { Database, SqlConnection } from '../../database/database.js';
import { hasRows } from '../has-rows.js';
import { addGoneNodes, openGoneNodes, removeGoneNodes } from '../removal/gone-nodes.js';
import { bulkSettings } from '../store/bulk-settings.js';
import { publish } from '../store/graph-version.js';
import { lockGraphForWriting } from '../store/graph-write-lock.js';
import { ListChanges } from '../store/list-changes.js';
import { hasSameEdges } from '../store/list-entries.js';
import type { ListRow } from '../store/list-row.js';
import { RecordsToForget } from '../writer/records-to-forget.js';
import { unitedRows } from './united-rows.js';

/** Beginnings of distinguished names, so that the index of object ids finds the stand-ins. */
const beginnings = ['CN=', 'OU=', 'DC='].map((text) => `s.objectid LIKE '${text}%'`).join(' OR ');

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
 * Gives the edges of nodes that stand in for an object, which a source knew only by its distinguished name, to the object if it has
 * come by now, and removes these nodes: as if the object had come first.
 */
export async function adoptStandIns(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    await tx.query(find);
    if (!(await hasRows(tx, 'adopted'))) return;
    await lockGraphForWriting(tx);
    // Others may have changed the graph before the lock was taken.
    await tx.query('DROP TABLE adopted');
    await tx.query(find);
    await adopt(tx);
  });
}

async function adopt(tx: SqlConnection): Promise<void> {
  const adopted = await tx.query<{ stand_in: number; node: number }>('SELECT stand_in, node FROM adopted');
  const nodes = new Map(adopted.map(({ stand_in, node }) => [stand_in, node]));
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
  for (const [owner, rows] of rowsByOwner(await tx.query<OwnedRow>(findRows))) {
    for (const row of unitedRows(rows, nodes)) {
      const former = rows.find((it) => it.owner === owner && it.list === row.list && it.origin === row.origin);
      if (former && hasSameEdges(former, row)) continue;
      if (former) changes.update(owner, row);
      else changes.insert(owner, row);
      forget.owner(owner);
      forget.record(row.record);
    }
  }
  await changes.write(tx);
  await forget.write(tx);
  return forget.owners;
}

function rowsByOwner(rows: readonly OwnedRow[]): ReadonlyMap<number, OwnedRow[]> {
  const byOwner = new Map<number, OwnedRow[]>();
  for (const row of rows) {
    const all = byOwner.get(row.newOwner);
    if (all) all.push(row);
    else byOwner.set(row.newOwner, [row]);
  }
  return byOwner;
}
