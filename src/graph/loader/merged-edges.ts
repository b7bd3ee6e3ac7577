import type { SqlScript } from '../../database/sql-script.js';
import { EdgeFlag, PropertyFlag } from '../store/edge-flag.js';
import { kindOfIncomingList, kindOfOutgoingList } from '../lists/list-edges.js';
import { Given } from './own-lists.js';
import { stagedEdges } from './staged-edges.js';

const edgeKey = 'source, kind, target';
const { isacl, isprimarygroup } = PropertyFlag;

/** SQL: edges with the bits that they have so far, `old`, null where they are new, and with those that what is `stated` makes of these. */
const withOld = (stated: string) => `
  SELECT l.*, e.flags AS old, coalesce(e.flags & ~l.said, 0) | l.stated AS flags
  FROM (${stated}) l LEFT JOIN edge e ON (e.source, e.kind, e.target) = (l.source, l.kind, l.target)`;

const vouchedFlags = `(flags | CASE WHEN in_given OR out_given THEN ${EdgeFlag.Listed} ELSE ${EdgeFlag.Collected} END)::smallint AS flags`;

/**
 * SQL: what becomes of each edge. `in_given` and `out_given`, where the payload gives the list of its target, or of its source, that it is
 * in. `is_disputed`, where it is not sure that the records that give its lists are those that state it.
 * @param edges SQL: {@link withOld} of edges; `first` and `last` are records that state one, `many` says that there may be others
 */
const outcome = (edges: string) => `
  SELECT ${edgeKey}, old, first, last, in_given, out_given, ${vouchedFlags},
    is_disputed OR (many AND first <> last) OR (in_given AND in_record IS NULL) OR (out_given AND out_record IS NULL)
      OR ((in_given OR out_given)
        AND (least(in_record, out_record), greatest(in_record, out_record)) IS DISTINCT FROM (first, last)) AS is_disputed,
    seq, false AS has_moved
  FROM (
    SELECT m.*, i.node_id IS NOT NULL AS in_given, i.record AS in_record, o.node_id IS NOT NULL AS out_given, o.record AS out_record
    FROM ${edges} m
      LEFT JOIN load_owner i ON i.node_id = m.target AND ${kindOfIncomingList('m')} = ANY (i.incoming)
      LEFT JOIN load_owner o ON o.node_id = m.source AND ${kindOfOutgoingList('m')} = ANY (o.outgoing)) m
  ORDER BY ${edgeKey}`;

/**
 * The same where each edge is stated once and no list of it is given but by its own record. `has_moved`: what was said of it before puts it
 * into other lists than its record knows of.
 */
const outcomeOfOwn = (edges: string) => `
  SELECT ${edgeKey}, old, first, last, in_given, out_given, ${vouchedFlags}, false AS is_disputed, seq, has_moved
  FROM (
    SELECT ${edgeKey}, seq, first, last, old, flags, given & ${Given.ofTarget} <> 0 AS in_given, given & ${Given.ofSource} <> 0 AS out_given,
      coalesce(old & ~said & ${isacl | isprimarygroup} <> 0, false) AS has_moved
    FROM ${edges} w) m
  ORDER BY ${edgeKey}`;

/**
 * Of each edge any one statement, as if it were the only one. In the order of the primary key, and so is what is made of it: neighbouring
 * rows share pages of the indexes when they are looked up, and when they are written.
 */
const oneStatement = (staged: string) => `
  SELECT DISTINCT ON (${edgeKey}) ${edgeKey}, seq, said, flags AS stated, given, record AS first, record AS last, false AS many, false AS is_disputed
  FROM (${staged}) e ORDER BY ${edgeKey}`;

const leftOut = (staged: string) => `
  CREATE TEMP TABLE open_edge ON COMMIT DROP AS
  SELECT ${edgeKey}, seq, said, flags, record FROM (${staged}) e
  WHERE NOT EXISTS (SELECT FROM merged_edge m WHERE m.seq = e.seq AND NOT m.has_moved)`;

const othersOfSame = `
  WITH taken AS (
    DELETE FROM merged_edge m USING (SELECT DISTINCT ${edgeKey} FROM open_edge) o
    WHERE (m.source, m.kind, m.target) = (o.source, o.kind, o.target) RETURNING m.*)
  INSERT INTO open_edge
  SELECT t.source, t.kind, t.target, s.seq, s.said, s.flags, s.record
  FROM taken t JOIN stage_edge s USING (seq) WHERE NOT t.has_moved`;

/** The newest value said of one bit: the greatest of (place in the payload, value). */
function newest(bit: number): string {
  return `coalesce(max(CASE WHEN said & ${bit} <> 0 THEN seq::bigint * 2 + (flags & ${bit} <> 0)::int END) & 1, 0) * ${bit}`;
}

/** `is_disputed`: one statement says of some bit that it is set, another that it is not. */
const united = `
  SELECT ${edgeKey}, max(seq) AS seq, bit_or(said) AS said, (${Object.values(PropertyFlag).map(newest).join(' + ')})::smallint AS stated,
    min(record) AS first, max(record) AS last, count(*) > 2 AS many, bit_or(flags) & bit_or(said & ~flags) <> 0 AS is_disputed
  FROM open_edge GROUP BY ${edgeKey}`;

/**
 * SQL: how many statements are in no edge of `merged_edge m` as they should: {@link settleOpen}.
 * @param total SQL: how many there are
 */
export const countOpen = (total: string) => `${total} - count(*) + count(*) FILTER (WHERE m.has_moved)`;

/**
 * Makes the table `merged_edge` of the edges that the payload states, once each.
 * @param staged SQL: a query as `findStagedEdges` gives it
 * @param areListsOwn whether each edge is in no list that the payload gives but those that its own record gives
 */
export function mergeStaged(script: SqlScript, staged: string, areListsOwn: boolean): void {
  const edges = withOld(oneStatement(staged));
  // The planner takes it that nine of ten statements repeat others, and would hash what is left: then all of it has to be sorted again.
  if (staged === stagedEdges.subscripted) script.add('SET LOCAL enable_hashjoin = off');
  if (areListsOwn) {
    script.add(createTable('merged_edge', outcomeOfOwn(`(${edges})`)));
    script.add('SET LOCAL enable_hashjoin = on');
  } else {
    script.add(createTable('looked_up_edge', edges));
    script.add('SET LOCAL enable_hashjoin = on');
    script.add(`ANALYZE looked_up_edge (${edgeKey})`);
    script.add(createTable('merged_edge', outcome('looked_up_edge')));
  }
  script.add(`ANALYZE merged_edge (${edgeKey}, old)`);
}

/** Makes of all that is stated of the same edge one row of `merged_edge`, where it is stated several times; and rows of those that have moved. They are few. */
export function settleOpen(script: SqlScript, staged: string): void {
  script.add(leftOut(staged));
  script.add(`ANALYZE open_edge (${edgeKey})`);
  script.add(othersOfSame);
  script.add(`ANALYZE open_edge (${edgeKey})`);
  script.add(`INSERT INTO merged_edge ${outcome(`(${withOld(united)})`)}`);
}

function createTable(table: string, query: string): string {
  return `CREATE TEMP TABLE ${table} ON COMMIT DROP AS ${query}`;
}
