import type pg from 'pg';
import type { Database } from '../../database/database.js';
import { currentVersion } from '../store/graph-version.js';
import { DistinguishedNames, nameIndexOf } from '../texts/name-index.js';
import { adjacenciesOf } from './adjacency.js';
import { EdgeBuffer } from './edge-columns.js';
import { bytesWithSuccessor, GraphTooLargeError } from './graph-budget.js';
import type { BaseLayer, GraphData } from './graph-data.js';
import { sharedColumn } from './growing-columns.js';
import { readEdges } from './read-edges.js';
import { NodeNumberings, readNodes } from './read-nodes.js';
import { readRanked, sortNamesakes } from './read-names.js';

/** One state of the database for all statements, and so exactly one version. */
export const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Bounds of node ids and of edges. */
const sizes = `
  SELECT (SELECT coalesce(max(id), 0) + 1 FROM node) AS size,
    (SELECT coalesce(sum(cardinality(peers)), 0)::float8 FROM edge_list) AS entries`;

/**
 * Reads the whole graph into memory.
 * @throws GraphTooLargeError if this graph and a successor of its size do not fit into `mostBytes`
 */
export function readGraphData(database: Database, mostBytes = Infinity): Promise<GraphData> {
  return database.transaction(async (tx) => {
    const version = await currentVersion(tx);
    const [{ size, entries } = { size: 1, entries: 0 }] = await tx.query<{ size: number; entries: number }>(sizes);
    const bytes = bytesWithSuccessor(entries, size);
    if (bytes > mostBytes) throw new GraphTooLargeError(bytes, version);
    const numberings = new NodeNumberings();
    const read = await readNodeColumns(tx.client, size, numberings);
    const edges = new EdgeBuffer(entries);
    await readEdges(tx.client, null, (source, key, target, flags) => {
      if (read.state[source] && read.state[target]) edges.add(source, key, target, flags);
    });
    const base = { version, ids: null, slots: size, ...read, ...adjacenciesOf(edges, size, null) };
    const { state, nodeCount } = base;
    const kindSets = numberings.kindSets.values;
    const environments = numberings.environments.values;
    return { version, size, nodeCount, base, overlay: null, state, kindSets, environments };
  }, beginReading);
}

async function readNodeColumns(
  client: pg.PoolClient,
  size: number,
  numberings: NodeNumberings,
): Promise<Pick<BaseLayer, 'state' | 'nodeCount' | 'nodes' | 'index'>> {
  const state = sharedColumn(Uint8Array, size);
  const objectids = await readRanked(client, 'objectid', size);
  const names = await readRanked(client, 'name', size);
  sortNamesakes(names, objectids);
  const nodes = {
    kind: sharedColumn(Uint16Array, size),
    kindSet: sharedColumn(Uint16Array, size),
    environment: sharedColumn(Int32Array, size),
    nameRank: names.ranks,
    objectidRank: objectids.ranks,
  };
  const distinguishedNames = new DistinguishedNames(size);
  await readNodes(client, numberings, null, distinguishedNames, ({ id, kind, kindSet, environment, state: its }) => {
    state[id] = its;
    nodes.kind[id] = kind;
    nodes.kindSet[id] = kindSet;
    nodes.environment[id] = environment;
  });
  const index = nameIndexOf(names, objectids, distinguishedNames);
  return { state, nodeCount: names.nodes.length, nodes, index };
}
