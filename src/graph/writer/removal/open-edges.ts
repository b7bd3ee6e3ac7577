import { hash } from 'node:crypto';
import type { Database, SqlRunner } from '../../../database/database.js';
import type { EdgeRecord, Endpoint, Properties } from '../../records.js';
import type { GraphCriteria } from './selection.js';
import { storedJson } from '../../store/stored-json.js';

/** Edges that are stored until their ends are found. An edge beyond that is left out for good. */
export const maxOpen = 100_000;

export interface LookedUpEdge {
  readonly edge: EdgeRecord;
  readonly isFound: boolean;
  /** Whether it may be found later. */
  readonly mayWait: boolean;
}

const dropFound = 'DELETE FROM open_edge WHERE id = ANY ($1::uuid[])';

const missing = `
  (SELECT (e ->> 'id')::uuid AS id, e -> 'source' AS source, e ->> 'kind' AS kind, e -> 'target' AS target, e -> 'properties' AS properties
   FROM jsonb_array_elements($1::jsonb) AS e) m`;

const renew = `
  UPDATE open_edge o SET properties = o.properties || m.properties, seen = greatest(o.seen, $2::date)
  FROM ${missing}
  WHERE o.id = m.id AND (o.seen < $2::date OR o.properties || m.properties <> o.properties)`;

const insert = `
  INSERT INTO open_edge (id, source, kind, target, properties, seen)
  SELECT id, source, kind, target, properties, $2::date FROM ${missing}
  WHERE NOT EXISTS (SELECT FROM open_edge o WHERE o.id = m.id)
  ORDER BY id LIMIT greatest(0, ${maxOpen} - (SELECT count(*) FROM open_edge))
  ON CONFLICT DO NOTHING`;

const find = `SELECT replace(id::text, '-', '') AS id FROM open_edge WHERE id = ANY ($1::uuid[])`;

const hasSource = (end: 'source' | 'target') =>
  `(coalesce(o.${end} -> 'kinds' ? k.name, false) OR o.${end} ->> 'kind' = k.name)`;

/** Each criterion is null if it is not asked for. */
const removeSelected = `
  DELETE FROM open_edge o
  WHERE ($1::smallint IS NULL OR EXISTS (SELECT FROM kind k WHERE k.id = $1 AND (${hasSource('source')} OR ${hasSource('target')})))
    AND ($2::smallint[] IS NULL OR EXISTS (SELECT FROM kind k WHERE k.id = ANY ($2) AND k.name = o.kind))
    AND ($3::date IS NULL OR o.seen < $3)`;

interface StatedOnce {
  readonly ends: string;
  properties: Properties;
}

/**
 * Stores the edges that were not found, and removes those that were.
 * @param day on which they were stated
 * @returns the edges that are stored
 */
export async function storeOpenEdges(
  database: Database,
  edges: readonly LookedUpEdge[],
  day: string,
): Promise<ReadonlySet<EdgeRecord>> {
  if (edges.length === 0) return new Set();
  const open = new Map<string, StatedOnce>();
  const ids = new Map<EdgeRecord, string>();
  const found: string[] = [];
  for (const { edge, isFound, mayWait } of edges) {
    const ends = endsOf(edge);
    const id = idOf(ends);
    if (isFound) found.push(id);
    if (isFound || !mayWait) continue;
    ids.set(edge, id);
    open.set(id, { ends, properties: { ...open.get(id)?.properties, ...edge.properties } });
  }
  const stored = await database.transaction(async (tx) => {
    if (found.length > 0) await tx.query(dropFound, [found]);
    if (open.size === 0) return [];
    const rows = [...open].map(
      ([id, { ends, properties }]) => `{"id":"${id}","properties":${JSON.stringify(properties)},${ends.slice(1)}`,
    );
    const json = storedJson(`[${rows.join(',')}]`);
    await tx.query(renew, [json, day]);
    await tx.query(insert, [json, day]);
    return tx.query<{ id: string }>(find, [[...open.keys()]]);
  });
  const known = new Set(stored.map(({ id }) => id));
  return new Set([...ids].flatMap(([edge, id]) => (known.has(id) ? [edge] : [])));
}

/** The JSON by which an edge is one, however often it is stated. */
function endsOf({ source, kind, target }: EdgeRecord): string {
  return storedJson(JSON.stringify({ source: storedEnd(source), kind, target: storedEnd(target) }));
}

function storedEnd(end: Endpoint): object {
  return 'match' in end ? { match: end.match, kind: end.kind } : { objectid: end.objectid, kinds: end.kinds };
}

function idOf(ends: string): string {
  return hash('sha256', ends).slice(0, 32);
}

/** Removes the edges that no source has stated since a day, `2026-03-01`. */
export async function removeOpenEdgesBefore(tx: SqlRunner, day: string): Promise<void> {
  await tx.query('DELETE FROM open_edge WHERE seen < $1::date', [day]);
}

/**
 * Removes the edges of these kinds, of a source and of the days that criteria name: an open edge must not bring back deleted nodes or edges.
 * Its nodes may not be there yet, so criteria on nodes do not match it.
 */
export async function removeOpenEdges(
  tx: SqlRunner,
  { source, isSourceless, edgeKinds, kinds: ofAny, environment, notSeenSince }: GraphCriteria,
): Promise<void> {
  if (isSourceless || environment !== undefined) return;
  const kinds = ofAny ?? edgeKinds ?? null;
  await tx.query(removeSelected, [source ?? null, kinds, notSeenSince ?? null]);
}
