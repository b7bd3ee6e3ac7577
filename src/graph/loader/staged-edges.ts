import type { SqlRunner } from '../../database/database.js';

/** Arrays of so many ids take little memory; joins that pass theirs go to disk. */
const mostInArray = 4_000_000;

const said = 'e.seq, e.said, e.flags, e.given, e.record, e.props';

const joined = `
  SELECT s.id AS source, k.kinds[1] AS kind, t.id AS target, ${said}
  FROM stage_edge e
    JOIN load_end s ON s.no = e.source JOIN load_end t ON t.no = e.target JOIN stage_kinds k ON k.list = e.kind_list`;

/** No value is null: an array with nulls is gone through from its start to find a place in it. */
const subscripted = `
  SELECT ends.ids[e.source + 1] AS source, lists.kinds[e.kind_list + 1] AS kind, ends.ids[e.target + 1] AS target, ${said}
  FROM stage_edge e
    CROSS JOIN (SELECT array_agg(id ORDER BY no) AS ids FROM load_end) ends
    CROSS JOIN (SELECT array_agg(coalesce(kinds[1], 0::smallint) ORDER BY list) AS kinds FROM stage_kinds) lists`;

/** SQL: the edges of the payload `(source, kind, target, seq, said, flags, given, record, props)`, an edge as often as it is stated. */
export const stagedEdges = { joined, subscripted };

/** The numbers of ends are places in an array, which costs a third of joins, unless some have been left out or they are too many. */
export async function findStagedEdges(tx: SqlRunner): Promise<string> {
  const [ends] = await tx.query<{ fill: boolean }>(
    `SELECT count(id) = max(no) + 1 AND count(*) <= ${mostInArray} AS fill FROM load_end`,
  );
  return ends?.fill ? subscripted : joined;
}
