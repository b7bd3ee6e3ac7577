import type { Database, SqlConnection } from '../../database/database.js';
import { currentState, type GraphState } from '../store/graph-version.js';
import { adjacenciesOf } from './adjacency.js';
import { EdgeBuffer, type EdgeColumns } from './edge-columns.js';
import { type BaseLayer, type GraphData, type Layer, NodeFlag } from './graph-data.js';
import { sharedColumn } from './growing-columns.js';
import { ranksBetween } from './ranks-between.js';
import { readEdges } from './read-edges.js';
import { readNames } from './read-names.js';
import { beginReading } from './read-graph.js';
import { NodeNumberings, type NodeRow, readNodes } from './read-nodes.js';
import { firstNotBelow, sortedIds } from './sorted-ids.js';

/** The changes since a version. */
interface Changes {
  readonly owners: readonly number[];
  readonly nodes: readonly number[];
}

const listed = `
  SELECT count(*)::int AS versions, bool_or(owners IS NULL OR nodes IS NULL) AS anyUnlisted,
    ARRAY(SELECT DISTINCT unnest(owners) FROM graph_change WHERE version > $1::bigint) AS owners,
    ARRAY(SELECT DISTINCT unnest(nodes) FROM graph_change WHERE version > $1::bigint) AS nodes
  FROM graph_change WHERE version > $1::bigint`;

/** Share of the nodes that may be in an overlay; a larger change is read with the whole graph. */
const largestShare = 1 / 10;

/** Any graph may have that many nodes in an overlay. */
const alwaysSmall = 1000;

/**
 * Brings a graph to the committed version by reading only the changes since its base was read.
 * @returns null if the whole graph must be read: the changes are too many, or not known any more
 */
export function readOverlay(database: Database, graph: GraphData): Promise<GraphData | null> {
  return database.transaction(async (tx) => {
    const state = await currentState(tx);
    if (state.version === graph.version) return graph;
    const changes = await changesSince(tx, graph.base, state.version);
    return changes && withOverlay(tx, graph, state, changes);
  }, beginReading);
}

async function changesSince(tx: SqlConnection, base: BaseLayer, version: number): Promise<Changes | null> {
  // A database that was restored to an earlier version gives the same versions to other contents.
  if (version < base.version) return null;
  const [row] = await tx.prepared<Changes & { versions: number; anyunlisted: boolean }>(listed, [base.version]);
  if (!row || row.versions !== version - base.version || row.anyunlisted) return null;
  const isSmall = row.owners.length + row.nodes.length <= Math.max(base.nodeCount * largestShare, alwaysSmall);
  return isSmall ? row : null;
}

async function withOverlay(
  tx: SqlConnection,
  { base, kindSets, environments }: GraphData,
  committed: GraphState,
  { owners, nodes: changed }: Changes,
): Promise<GraphData> {
  const size = changed.reduce((most, id) => Math.max(most, id + 1), base.slots);
  const state = sharedColumn(Uint8Array, size);
  state.set(base.state);
  const numberings = new NodeNumberings({ kindSets, environments });
  const rows: NodeRow[] = [];
  let { nodeCount } = base;
  for (const id of changed) {
    if (state[id]) nodeCount--;
    state[id] = 0;
  }
  await readNodes(tx.client, numberings, changed, (row) => {
    rows.push(row);
    nodeCount++;
    state[row.id] = row.state | NodeFlag.Changed;
  });
  const edges = new EdgeBuffer();
  await readEdges(tx.client, owners, (source, key, target, flags) => {
    if (state[source] && state[target]) edges.add(source, key, target, flags);
  });
  const index = await readNames(tx.client, changed);
  const overlay = { ...(await layerOf(tx, base, rows, edges)), index };
  for (const id of owners) state[id]! |= NodeFlag.Replaced;
  for (const id of overlay.ids!) state[id]! |= NodeFlag.Overlaid;
  return {
    ...committed,
    size,
    nodeCount,
    base,
    overlay,
    state,
    kindSets: numberings.kindSets.values,
    environments: numberings.environments.values,
  };
}

async function layerOf(
  tx: SqlConnection,
  base: BaseLayer,
  rows: readonly NodeRow[],
  edges: EdgeColumns,
): Promise<Omit<Layer, 'index'>> {
  const { count } = edges;
  const changed = rows.map(({ id }) => id);
  const ids = sortedIds([edges.source.subarray(0, count), edges.target.subarray(0, count), changed]);
  const slots = ids.length;
  const nodes = {
    kind: sharedColumn(Uint16Array, slots),
    kindSet: sharedColumn(Uint16Array, slots),
    environment: sharedColumn(Int32Array, slots),
    nameRank: sharedColumn(Float64Array, slots),
    objectidRank: sharedColumn(Float64Array, slots),
  };
  const names = await ranksBetween(tx, 'name', changed, (node) => base.nodes.nameRank[node]!);
  const objectids = await ranksBetween(tx, 'objectid', changed, (node) => base.nodes.objectidRank[node]!);
  for (const { id, kind, kindSet, environment } of rows) {
    const slot = firstNotBelow(ids, id);
    nodes.kind[slot] = kind;
    nodes.kindSet[slot] = kindSet;
    nodes.environment[slot] = environment;
    nodes.nameRank[slot] = names.get(id)!;
    nodes.objectidRank[slot] = objectids.get(id)!;
  }
  return { ids, slots, nodes, ...adjacenciesOf(edges, slots, ids) };
}
