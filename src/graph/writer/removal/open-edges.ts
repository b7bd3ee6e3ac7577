import { hash } from 'node:crypto';
import type { Database, SqlRunner } from '../../../database/database.js';
import type { EdgeRecord, Endpoint, Properties } from '../../records.js';
import type { GraphCriteria } from './selection.js';
import { storedJson } from '../../store/stored-json.js';

/** Edges that are stored until their ends are found. An edge beyond that is left out for good. */
export const maxOpen = 100_000;

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
  `(coalesce(o.${end} -> 'kinds' ?| $1, false) OR o.${end} ->> 'kind' = ANY ($1))`;

/** Names of kinds, and a day. Each is null if it is not asked for. */
const removeSelected = `
  DELETE FROM open_edge o
  WHERE ($1::text[] IS NULL OR ${hasSource('source')} OR ${hasSource('target')})
    AND ($2::text[] IS NULL OR o.kind = ANY ($2)) AND ($3::date IS NULL OR o.seen < $3)`;

/**
 * Stores edges that were not found, and removes those that were.
 * @param day on which they were stated
 * @returns the edges that are stored
 */
export async function storeOpenEdges(
  database: Database,
  open: readonly EdgeRecord[],
  found: readonly EdgeRecord[],
  day: string,
): Promise<ReadonlySet<EdgeRecord>> {
  if (open.length + found.length === 0) return new Set();
  const ids = open.map(idOf);
  const rows = new Map<string, { readonly id: string; readonly properties: Properties }>();
  for (const [place, edge] of open.entries()) {
    const id = ids[place]!;
    rows.set(id, { id, ...endsOf(edge), properties: { ...rows.get(id)?.properties, ...edge.properties } });
  }
  const stored = await database.transaction(async (tx) => {
    if (found.length > 0) await tx.query(dropFound, [found.map(idOf)]);
    if (rows.size === 0) return [];
    const json = storedJson(JSON.stringify([...rows.values()]));
    await tx.query(renew, [json, day]);
    await tx.query(insert, [json, day]);
    return tx.query<{ id: string }>(find, [[...rows.keys()]]);
  });
  const known = new Set(stored.map(({ id }) => id));
  return new Set(open.filter((_, place) => known.has(ids[place]!)));
}

/** The parts by which an edge is one, however often it is stated. */
function endsOf({ source, kind, target }: EdgeRecord): object {
  return { source: storedEnd(source), kind, target: storedEnd(target) };
}

function storedEnd(end: Endpoint): object {
  return 'match' in end ? { match: end.match, kind: end.kind } : { objectid: end.objectid, kinds: end.kinds };
}

function idOf(edge: EdgeRecord): string {
  return hash('sha256', storedJson(JSON.stringify(endsOf(edge)))).slice(0, 32);
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
  const sources = source === undefined ? null : await namesOf(tx, [source]);
  const kinds = ofAny ?? edgeKinds;
  await tx.query(removeSelected, [sources, kinds ? await namesOf(tx, kinds) : null, notSeenSince ?? null]);
}

async function namesOf(tx: SqlRunner, kinds: readonly number[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>('SELECT name FROM kind WHERE id = ANY ($1::smallint[])', [kinds]);
  return rows.map(({ name }) => name);
}
