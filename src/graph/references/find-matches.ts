import type { SqlRunner } from '../../database/database.js';
import { type MatchedEndpoint, upperCasedProperties } from '../records.js';
import { storedJson } from '../store/stored-json.js';

/** The nodes that fit a reference. */
export interface Match {
  readonly count: number;
  /** Object id of one of them. */
  readonly objectid: string;
}

/** One pass over the nodes for all that is sought; the first pair of each finds, the others filter. */
const find = `
  WITH wanted AS (
    SELECT (w.value ->> 'no')::int AS no, w.value -> 'pairs' AS pairs, w.value #>> '{pairs,0,key}' AS key,
      w.value #> '{pairs,0,value}' AS value, w.value ->> 'kind' IS NULL AS any_kind, k.id AS kind
    FROM jsonb_array_elements($1::jsonb) AS w(value) LEFT JOIN kind k ON k.name = w.value ->> 'kind')
  SELECT w.no, count(*)::int AS count, min(n.objectid) AS objectid
  FROM (SELECT DISTINCT key FROM wanted) keys
    CROSS JOIN node n
    JOIN wanted w ON w.key = keys.key
      AND w.value = CASE keys.key WHEN 'objectid' THEN to_jsonb(n.objectid) ELSE n.props -> keys.key END
  WHERE (w.any_kind OR w.kind = ANY (n.kinds)) AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(w.pairs - 0) p
    WHERE p -> 'value' IS DISTINCT FROM
      CASE p ->> 'key' WHEN 'objectid' THEN to_jsonb(n.objectid) ELSE n.props -> (p ->> 'key') END)
  GROUP BY w.no`;

/** The nodes that fit references, by {@link matchKey}. */
export type Matches = ReadonlyMap<string, Match>;

export async function findMatches(on: SqlRunner, sought: Iterable<MatchedEndpoint>): Promise<Matches> {
  const keys = [...new Set([...sought].map(matchKey))];
  if (keys.length === 0) return new Map();
  const wanted = keys.map((key, no) => `{"no":${no},${key.slice(1)}`);
  const rows = await on.query<Match & { readonly no: number }>(find, [storedJson(`[${wanted.join(',')}]`)]);
  return new Map(rows.map(({ no, ...match }) => [keys[no] ?? '', match]));
}

/** The same for references that seek the same. */
export function matchKey(sought: MatchedEndpoint): string {
  return JSON.stringify({ pairs: storedPairs(sought), kind: sought.kind });
}

/** Values that are stored in upper case are sought in upper case. */
export function storedPairs({ match }: MatchedEndpoint): MatchedEndpoint['match'] {
  return match.map(({ key, value }) => ({
    key,
    value: typeof value === 'string' && isUpperCased(key) ? value.toUpperCase() : value,
  }));
}

function isUpperCased(key: string): boolean {
  return key === 'objectid' || upperCasedProperties.has(key);
}
