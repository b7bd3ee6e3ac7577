import type { Database } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import type { EdgeChange } from './graph-snapshot.js';

/** What happened to the graph after one version, up to another. */
export interface Delta {
  readonly version: number;
  /** Oldest first. */
  readonly edges: readonly EdgeChange[];
  /** Nodes that came, went, or changed their name or kind. */
  readonly nodes: readonly { readonly id: number; readonly isComputer: boolean }[];
}

const state = 'SELECT version::float8, oldest_delta::float8 AS oldest FROM graph_state';

const edges = `
  SELECT op, source::float8, target::float8, kind FROM edge_change WHERE version > $1 AND version <= $2
  ORDER BY version LIMIT $3`;

const nodes = `
  SELECT c.node_id::float8 AS id, coalesce(n.kind = ${Kind.Computer}, false) AS "isComputer"
  FROM (SELECT DISTINCT node_id FROM node_change WHERE version > $1 AND version <= $2 LIMIT $3) c
    LEFT JOIN node n ON n.id = c.node_id`;

/**
 * The changes after a version, up to `to` (the newest where it is null); null where they are not known any more or more than `most`
 * of edges or of nodes.
 */
export function readDelta(database: Database, from: number, to: number | null, most: number): Promise<Delta | null> {
  return database.transaction(async (tx) => {
    const [now] = await tx.prepared<{ version: number; oldest: number }>(state);
    if (!now || now.oldest > from || now.version < from) return null;
    const values = [from, to ?? now.version, most + 1];
    const found = {
      version: to ?? now.version,
      edges: await tx.prepared<EdgeChange>(edges, values),
      nodes: await tx.prepared<Delta['nodes'][number]>(nodes, values),
    };
    return found.edges.length > most || found.nodes.length > most ? null : found;
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}
