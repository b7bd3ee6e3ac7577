import type { Database } from '../../database/database.js';

/** Everything that collections may leave, by object ids. A list counts as of its latest day. */
const everything = `
  WITH known AS (SELECT id, objectid FROM node), kinds AS (SELECT id, name FROM kind)
  SELECT concat_ws(' ', 'node', objectid, kind, kinds, name, described, last_seen, props) AS line FROM node
  UNION ALL SELECT concat_ws(' ', 'edge', s.objectid, k.name, t.objectid, e.flags, p.props, x.seen_on)
    FROM edge e JOIN known s ON s.id = e.source JOIN known t ON t.id = e.target JOIN kinds k ON k.id = e.kind
      LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (e.source, e.kind, e.target)
      LEFT JOIN edge_seen x ON (x.source, x.kind, x.target) = (e.source, e.kind, e.target)
  UNION ALL SELECT concat_ws(' ', 'list', n.objectid, l.outgoing, l.kind, max(c.seen_on))
    FROM collected c JOIN known n ON n.id = c.node_id JOIN list_set s ON s.id = c.lists
      CROSS JOIN LATERAL (SELECT false, unnest(s.incoming) UNION ALL SELECT true, unnest(s.outgoing)) l(outgoing, kind)
    GROUP BY n.objectid, l.outgoing, l.kind
  ORDER BY 1`;

/** The graph as lines of text, in order: equal graphs give equal lines. */
export async function graphDump(database: Database): Promise<string[]> {
  return (await database.query<{ line: string }>(everything)).map(({ line }) => line);
}
