import { addToGroup } from '../../../base/values/group-by.js';
import type { Database } from '../../../database/database.js';
import { type EdgeRecord, type Endpoint, isMatchedEndpoint, type ResolvedEdge } from '../../records.js';
import { GraphBatch } from '../batch/graph-batch.js';
import type { GraphWriter } from '../graph-writer.js';
import { mergePlaceholders } from './merge-placeholders.js';
import { findMatches } from './find-matches.js';
import { resolved } from './resolve-references.js';
import { writeResolvedEdges } from './resolved-edges.js';

interface OpenEdge extends EdgeRecord {
  readonly id: string;
  readonly seen: string;
}

const find = 'SELECT id, source, kind, target, properties, seen::text AS seen FROM open_edge ORDER BY seen, id';

const remove = 'DELETE FROM open_edge WHERE id = ANY ($1::uuid[]) AND seen = $2::date';

/**
 * Finds the nodes that edges named before these nodes had come (docs/adr/0020-open-edges.md), so that the order of payloads makes no
 * difference. Changes nothing if there is nothing to find.
 * @returns the number of sessions whose user no node is, or several are
 */
export async function retryReferences(database: Database, writer: GraphWriter): Promise<number> {
  const sessions = await retryOpenEdges(database, writer);
  await mergePlaceholders(database);
  return sessions;
}

/**
 * Writes the open edges whose ends are there by now, with the day on which they were stated, from which they expire. Edges that are found
 * without regard to case stay open, because nodes with the very object ids may come.
 */
async function retryOpenEdges(database: Database, writer: GraphWriter): Promise<number> {
  const rows = await database.query<OpenEdge>(find);
  const open = rows.map((row) => ({ ...row, source: existing(row.source), target: existing(row.target) }));
  const matches = await findMatches(
    database,
    open.flatMap(({ source, target }) => [source, target]),
  );
  const found = new Map<string, (ResolvedEdge & Pick<OpenEdge, 'id'>)[]>();
  const others: EdgeRecord[] = [];
  for (const edge of open) {
    const between = resolved(edge, matches);
    if (between) addToGroup(found, edge.seen, { ...between, id: edge.id });
    else others.push(edge);
  }
  for (const [day, edges] of found) {
    const batch = new GraphBatch();
    for (const { source, kind, target, properties } of edges) batch.link(source, kind, target, properties);
    batch.endOfRecord();
    await writer.payload({ day }).write(batch);
    await database.query(remove, [edges.map(({ id }) => id), day]);
  }
  await writeResolvedEdges(
    database,
    others.flatMap((edge) => resolved(edge, matches, 'in any case') ?? []),
  );
  return others.filter(({ kind, target }) => kind === 'HasSession' && isMatchedEndpoint(target)).length;
}

function existing(end: Endpoint): Endpoint {
  return isMatchedEndpoint(end) ? end : { ...end, mustExist: true };
}
