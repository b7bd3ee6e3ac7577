import type pg from 'pg';
import type { Database, SqlRunner } from '../../database/database.js';
import { currentState } from '../store/graph-version.js';
import { adjacenciesOf } from './adjacency.js';
import { EdgeBuffer } from './edge-columns.js';
import { bytesWithSuccessor, type GraphBounds, GraphTooLargeError } from './graph-budget.js';
import type { BaseLayer, GraphData } from './graph-data.js';
import { sharedColumn } from './growing-columns.js';
import { emptyProperties, setProperties } from './property-columns.js';
import { NodePlaces } from './node-places.js';
import { readEdges } from './read-edges.js';
import { NodeNumberings, readNodes } from './read-nodes.js';
import { readRankedIds, readRankedNames } from './read-names.js';

/** One state of the database for all statements, and so exactly one version. */
export const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const sizes = `
  SELECT (SELECT count(*)::int FROM node) AS nodes,
    (SELECT coalesce(sum(cardinality(peers)), 0)::float8 FROM edge_list) AS edges`;

export async function graphBounds(on: SqlRunner): Promise<GraphBounds> {
  const [bounds = { nodes: 0, edges: 0 }] = await on.query<GraphBounds>(sizes);
  return bounds;
}

/**
 * Reads the whole graph into memory.
 * @throws GraphTooLargeError if this graph and a successor of its size do not fit into `maxBytes`
 */
export function readGraphData(database: Database, maxBytes = Infinity): Promise<GraphData> {
  return database.transaction(async (tx) => {
    const { version, kindsVersion } = await currentState(tx);
    const bounds = await graphBounds(tx);
    const bytes = bytesWithSuccessor(bounds);
    if (bytes > maxBytes) throw new GraphTooLargeError(bytes, version);
    const numberings = new NodeNumberings();
    const size = bounds.nodes;
    const read = await readNodeColumns(tx.client, size, numberings);
    const edges = new EdgeBuffer(bounds.edges);
    const addedIds = read.ids.subarray(0, 0);
    const places = new NodePlaces(read.ids, addedIds);
    await readEdges(tx.client, null, places, (source, key, target, flags) => edges.add(source, key, target, flags));
    const base = { version, places: null, slots: size, ...read, ...adjacenciesOf(edges, size, null) };
    const { state, nodeCount } = base;
    return { version, kindsVersion, size, nodeCount, base, overlay: null, addedIds, state, ...numberings.values };
  }, beginReading);
}

async function readNodeColumns(
  client: pg.PoolClient,
  size: number,
  numberings: NodeNumberings,
): Promise<Pick<BaseLayer, 'ids' | 'state' | 'nodeCount' | 'nodes' | 'index'>> {
  const state = sharedColumn(Uint8Array, size);
  const { ids, ranks: objectidRank } = await readRankedIds(client, size);
  const places = new NodePlaces(ids, ids.subarray(0, 0));
  const { index, ranks } = await readRankedNames(client, places);
  const nodes = {
    kind: sharedColumn(Uint16Array, size),
    kindSet: sharedColumn(Uint16Array, size),
    environment: sharedColumn(Int32Array, size),
    nameRank: ranks,
    objectidRank,
    ...emptyProperties(size),
  };
  await readNodes(client, numberings, null, ({ id, kind, kindSet, environment, state: its, properties }) => {
    const place = places.of(id);
    state[place] = its;
    nodes.kind[place] = kind;
    nodes.kindSet[place] = kindSet;
    nodes.environment[place] = environment;
    setProperties(nodes, place, properties);
  });
  return { ids, state, nodeCount: index.nodes.length, nodes, index };
}
