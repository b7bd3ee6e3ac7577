import type { SqlRunner } from '../../../database/database.js';
import { Origin } from '../../store/list-row.js';
import { firstStoredDay } from '../../store/renewed-days.js';
import { dayOfList, listsWithDays, membershipsOfBothEnds } from '../../store/days.js';
import type { OwnedRow } from './remaining-lists.js';
import type { Condition } from './selection.js';

/** How many rows are read at a time. */
const chunk = 1_000;

/** Owners of lists that name nodes to remove. */
const ownersOfRemoved = `
  INSERT INTO touched_owner SELECT DISTINCT l.owner FROM edge_list l CROSS JOIN LATERAL unnest(l.peers) p(id)
  WHERE p.id IN (SELECT id FROM node_to_remove)`;

/** The other ends of memberships that both ends state: such an edge is removed from both lists. */
const otherEnds = `
  INSERT INTO touched_owner SELECT m.peers[1] FROM (${membershipsOfBothEnds}) m WHERE m.owner IN (SELECT id FROM touched_owner)`;

const openRows = `
  DECLARE touched_row NO SCROLL CURSOR FOR
  SELECT l.owner, l.list, l.origin, l.peers, l.kinds, l.flags, l.days, l.details, l.record,
    CASE l.origin WHEN ${Origin.Whole} THEN (${dayOfList} - ${firstStoredDay})::smallint END AS day, false AS "isOfOtherEnd"
  FROM ${listsWithDays} WHERE l.owner IN (SELECT id FROM touched_owner)
  UNION ALL
  SELECT m.owner, m.list, m.origin, m.peers, NULL, NULL, NULL, NULL, NULL, m.day, true
  FROM (${membershipsOfBothEnds}) m WHERE m.owner IN (SELECT id FROM touched_owner)
  ORDER BY 1, 2, 3`;

/**
 * Finds the nodes whose lists may lose edges.
 * @param lists on `listsWithDays`: lists that may hold edges to remove though both ends stay
 */
export async function findOwners(tx: SqlRunner, lists: Condition | null): Promise<void> {
  await tx.query('CREATE TEMP TABLE touched_owner (id int) ON COMMIT DROP');
  await tx.query('INSERT INTO touched_owner SELECT id FROM node_to_remove');
  await tx.query(ownersOfRemoved);
  if (lists) {
    await tx.query(`INSERT INTO touched_owner SELECT l.owner FROM ${listsWithDays} WHERE ${lists.sql}`, lists.values);
    await tx.query(otherEnds);
  }
  await tx.query('ANALYZE touched_owner');
}

/** All rows of the nodes that {@link findOwners} has found, node by node. */
export async function* rowsByOwner(tx: SqlRunner): AsyncGenerator<readonly OwnedRow[]> {
  await tx.query(openRows);
  let open: OwnedRow[] = [];
  for (;;) {
    const rows = await tx.query<OwnedRow>(`FETCH ${chunk} FROM touched_row`);
    for (const row of rows) {
      if (open[0] && open[0].owner !== row.owner) {
        yield open;
        open = [];
      }
      open.push(row);
    }
    if (rows.length === 0) break;
  }
  if (open.length > 0) yield open;
  await tx.query('CLOSE touched_row');
}
