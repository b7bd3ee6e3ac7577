import type { SqlScript } from '../../database/sql-script.js';
import { EdgeFlag, PropertyFlag } from '../edge-flag.js';
import { kindOfIncomingList, kindOfOutgoingList } from '../lists/list-edges.js';

const edgeKey = 'source, kind, target';

/**
 * SQL: what becomes of each edge. `old` are its bits so far, null where it is new. `in_given` and `out_given`, where the payload gives the
 * list of its target, or of its source, that it is in. `is_disputed`, where it is not sure that the records that give its lists are those
 * that state it.
 * @param stated SQL: a query of edges; `first` and `last` are records that state one, `many` says that there may be others
 */
const outcome = (stated: string) => `
  SELECT source, kind, target, old, first, last, in_given, out_given,
    (flags | CASE WHEN in_given OR out_given THEN ${EdgeFlag.Listed} ELSE ${EdgeFlag.Collected} END)::smallint AS flags,
    is_disputed OR (many AND first <> last) OR (in_given AND in_record IS NULL) OR (out_given AND out_record IS NULL)
      OR ((in_given OR out_given)
        AND (least(in_record, out_record), greatest(in_record, out_record)) IS DISTINCT FROM (first, last)) AS is_disputed,
    seq, is_repeated
  FROM (
    SELECT m.*, i.node_id IS NOT NULL AS in_given, i.record AS in_record, o.node_id IS NOT NULL AS out_given, o.record AS out_record
    FROM (
        SELECT l.source, l.kind, l.target, l.seq, l.is_repeated, l.first, l.last, l.many, l.is_disputed, e.flags AS old,
          coalesce(e.flags & ~l.said, 0) | l.flags AS flags
        FROM (${stated}) l LEFT JOIN edge e ON (e.source, e.kind, e.target) = (l.source, l.kind, l.target)) m
      LEFT JOIN load_owner i ON i.node_id = m.target AND ${kindOfIncomingList('m')} = ANY (i.incoming)
      LEFT JOIN load_owner o ON o.node_id = m.source AND ${kindOfOutgoingList('m')} = ANY (o.outgoing)) m`;

/**
 * Every statement, as if it were the only one of its edge. In the order of the primary key, and so is what is made of it: neighbouring rows
 * share pages of the indexes when they are looked up, and when they are written.
 */
const eachStatement = (staged: string) => `
  SELECT ${edgeKey}, seq, said, flags, record AS first, record AS last, false AS many, false AS is_disputed,
    row_number() OVER (PARTITION BY ${edgeKey}) > 1 AS is_repeated
  FROM (${staged}) e ORDER BY ${edgeKey}`;

const repeated = (staged: string) => `
  CREATE TEMP TABLE repeated_edge ON COMMIT DROP AS
  SELECT ${edgeKey}, seq, said, flags, record FROM (${staged}) e WHERE seq IN (
    SELECT seq FROM merged_edge JOIN (SELECT DISTINCT ${edgeKey} FROM merged_edge WHERE is_repeated) r USING (${edgeKey}))`;

/** The newest value said of one bit: the greatest of (place in the payload, value). */
function newest(bit: number): string {
  return `coalesce(max(CASE WHEN said & ${bit} <> 0 THEN seq::bigint * 2 + (flags & ${bit} <> 0)::int END) & 1, 0) * ${bit}`;
}

/** `is_disputed`: one statement says of some bit that it is set, another that it is not. */
const united = `
  SELECT ${edgeKey}, max(seq) AS seq, bit_or(said) AS said, (${Object.values(PropertyFlag).map(newest).join(' + ')})::smallint AS flags,
    min(record) AS first, max(record) AS last, count(*) > 2 AS many, bit_or(flags) & bit_or(said & ~flags) <> 0 AS is_disputed,
    false AS is_repeated
  FROM repeated_edge GROUP BY ${edgeKey}`;

/**
 * Makes the table `merged_edge` of the edges that the payload states, as often as it states them: {@link uniteRepeated} if any is repeated.
 * @param staged SQL: a query as `findStagedEdges` gives it
 */
export function mergeStaged(script: SqlScript, staged: string): void {
  script.add(`CREATE TEMP TABLE merged_edge ON COMMIT DROP AS ${outcome(eachStatement(staged))}`);
  script.add('ANALYZE merged_edge');
}

/** Makes one row of those that state the same edge: they are few. */
export function uniteRepeated(script: SqlScript, staged: string): void {
  script.add(repeated(staged));
  script.add('ANALYZE repeated_edge');
  script.add('DELETE FROM merged_edge m USING repeated_edge r WHERE r.seq = m.seq');
  script.add(`INSERT INTO merged_edge ${outcome(united)}`);
}
