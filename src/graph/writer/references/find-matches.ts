import { upperCase } from '../../../base/values/upper-case.js';
import type { SqlRunner } from '../../../database/database.js';
import { findNodesOfIds, foldId } from '../../store/nodes-of-ids.js';
import { caselessProperties, type Endpoint, isMatchedEndpoint, type MatchedEndpoint } from '../../records.js';
import { storedJson } from '../../store/stored-json.js';

/** The nodes that fit an end of an edge. */
export interface Match {
  readonly count: number;
  /** Object id of one of them. */
  readonly objectid: string;
  /** Whether it has another object id than the end names: they differ in case. */
  readonly isOfOtherCase: boolean;
}

const valueOf = (key: string) => `CASE
  WHEN ${key} = 'objectid' THEN to_jsonb(upper(n.objectid))
  WHEN ${key} = ANY ('{${[...caselessProperties].join(', ')}}') AND jsonb_typeof(n.props -> ${key}) = 'string'
    THEN to_jsonb(upper((n.props ->> ${key}) COLLATE "C"))
  ELSE n.props -> ${key} END`;

/** Sought properties up to this number are looked up in each node. If there are more, the properties that a node has are looked up in them. */
const maxKeys = 16;

const nodesWithFewKeys = '(SELECT DISTINCT key FROM wanted) keys CROSS JOIN node n';

const nodesWithOwnKeys = `node n CROSS JOIN LATERAL (
      SELECT 'objectid' AS key UNION ALL SELECT own FROM jsonb_object_keys(n.props) own WHERE own <> 'objectid') keys`;

/** One pass over the nodes for all that is sought; the first pair of each finds, the others filter. */
const findIn = (nodes: string) => `
  WITH wanted AS (
    SELECT (w.value ->> 'no')::int AS no, w.value -> 'pairs' AS pairs, w.value #>> '{pairs,0,key}' AS key, v.value,
      w.value ->> 'kind' IS NULL AS any_kind, k.id AS kind
    FROM jsonb_array_elements($1::jsonb) AS w(value)
      CROSS JOIN LATERAL jsonb_array_elements(w.value #> '{pairs,0,values}') AS v(value)
      LEFT JOIN kind k ON k.name = w.value ->> 'kind')
  SELECT w.no, count(*)::int AS count, min(n.objectid) AS objectid
  FROM ${nodes}
    JOIN wanted w ON w.key = keys.key AND w.value = ${valueOf('keys.key')}
  WHERE (w.any_kind OR w.kind = ANY (n.kinds)) AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(w.pairs - 0) p
    WHERE (${valueOf(`(p ->> 'key')`)} IN (SELECT jsonb_array_elements(p -> 'values'))) IS NOT TRUE)
  GROUP BY w.no`;

/** The nodes that fit ends of edges, by {@link matchKey}. An end that no node fits is absent. */
export type Matches = ReadonlyMap<string, Match>;

/** @param ends of these, those by an object id that must exist, and those by properties */
export async function findMatches(on: SqlRunner, ends: readonly Endpoint[]): Promise<Matches> {
  const ids = ends.flatMap((end) => (isMatchedEndpoint(end) ? [] : end.objectid));
  const found = await findByProperties(on, ends.filter(isMatchedEndpoint));
  for (const [given, nodes] of await findNodesOfIds(on, ids)) {
    const objectid = nodes[0]?.objectid ?? given;
    found.set(given, { count: nodes.length, objectid, isOfOtherCase: objectid !== given });
  }
  return found;
}

async function findByProperties(on: SqlRunner, ends: readonly MatchedEndpoint[]): Promise<Map<string, Match>> {
  const sought = [...new Map(ends.map((end) => [matchKey(end), end]))];
  if (sought.length === 0) return new Map();
  const wanted = sought.map(([, { match, kind }], no) => ({ no, pairs: match.map(pairOf), kind }));
  const keys = new Set(wanted.map(({ pairs }) => pairs[0]?.key));
  const rows = await on.query<Omit<Match, 'isOfOtherCase'> & { readonly no: number }>(
    findIn(keys.size > maxKeys ? nodesWithOwnKeys : nodesWithFewKeys),
    [storedJson(JSON.stringify(wanted))],
  );
  return new Map(rows.map(({ no, ...match }) => [sought[no]?.[0] ?? '', { ...match, isOfOtherCase: false }]));
}

/** The same for ends that seek the same. Object ids are not empty. */
export function matchKey(end: Endpoint): string {
  return isMatchedEndpoint(end) ? `\0${JSON.stringify({ match: end.match, kind: end.kind })}` : end.objectid;
}

/** The values that `valueOf` may return. Collectors write caseless properties in upper case, beyond A to Z too. */
function pairOf({ key, value }: MatchedEndpoint['match'][number]) {
  const isCaseless = key === 'objectid' || caselessProperties.has(key);
  const values = typeof value === 'string' && isCaseless ? new Set([foldId(value), upperCase(value)]) : [value];
  return { key, values: [...values] };
}
