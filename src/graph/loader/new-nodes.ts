import type { SqlScript } from '../../database/sql-script.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { insertMany } from './insert-many.js';
import { nameAndEnvironment } from './node-columns.js';

/*
 * Nodes that a payload brings have their ids from the beginning of the merge, in `load_node`, and come into the table at its end, when the indexes of
 * `node` may be made anew.
 */

/** SQL: an id that no node has. */
export const nextNodeId = `nextval((SELECT pg_get_serial_sequence('node', 'id')::regclass))`;

/** SQL: `(objectid, kinds, props)` of the nodes that are there and of those that the payload describes. */
export const nodesWithNew = `
  (SELECT objectid, kinds, props FROM node
   UNION ALL SELECT l.objectid, l.kinds, s.props FROM load_node l JOIN stage_node s ON s.seq = l.seq WHERE l.is_new)`;

const logNew = `
  INSERT INTO delta_node SELECT id, true, true, (kind = ${Kind.Computer})::int FROM load_node WHERE is_new`;

const insertNew = `
  INSERT INTO node (id, objectid, kind, kinds, name, environment, described, last_seen, props) OVERRIDING SYSTEM VALUE
  SELECT l.id, l.objectid, l.kind, l.kinds, ${nameAndEnvironment('l.objectid', 's.props')}, l.described, $1::date, coalesce(s.props, '{}')
  FROM load_node l LEFT JOIN stage_node s ON s.seq = l.seq
  WHERE l.is_new`;

/** When all nodes of the payload are in `load_node`, with all their kinds. */
export function logNewNodes(script: SqlScript): void {
  script.add(logNew);
}

export async function insertNewNodes(script: SqlScript, created: number, seenOn: string): Promise<void> {
  if (created > 0) await insertMany(script, 'node', created, insertNew, [seenOn]);
}
