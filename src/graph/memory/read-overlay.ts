import type { Database, SqlConnection } from '../../database/database.js';
import { currentState, type GraphState } from '../store/graph-version.js';
import { adjacenciesOf } from './adjacency.js';
import { EdgeBuffer, type EdgeColumns } from './edge-columns.js';
import { type BaseLayer, type GraphData, type Layer, NodeFlag } from './graph-data.js';
import { sharedColumn } from './growing-columns.js';
import { emptyProperties, setProperties } from './property-columns.js';
import { NodePlaces } from './node-places.js';
import { ranksByName, ranksByObjectid } from './ranks-between.js';
import { readEdges } from './read-edges.js';
import { readNames } from './read-names.js';
import { beginReading } from './read-graph.js';
import { NodeNumberings, type NodeRow, readNodes } from './read-nodes.js';
import { firstNotBelow, sortedNumbers } from './sorted-numbers.js';

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
  { base, ...values }: GraphData,
  committed: GraphState,
  { owners, nodes: changed }: Changes,
): Promise<GraphData> {
  const numberings = new NodeNumberings(values);
  const rows: NodeRow[] = [];
  await readNodes(tx.client, numberings, changed, (row) => rows.push(row));
  const ofBase = new NodePlaces(base.ids, base.ids.subarray(0, 0));
  const addedIds = sortedNumbers([rows.flatMap(({ id }) => (ofBase.of(id) < 0 ? id : []))]);
  const places = new NodePlaces(base.ids, addedIds);
  const { size } = places;
  const state = sharedColumn(Uint8Array, size);
  state.set(base.state);
  let { nodeCount } = base;
  for (const place of placesOf(changed, places)) {
    if (state[place]) nodeCount--;
    state[place] = 0;
  }
  for (const row of rows) {
    nodeCount++;
    state[places.of(row.id)] = row.state | NodeFlag.Changed;
  }
  const edges = new EdgeBuffer();
  await readEdges(tx.client, owners, places, (source, key, target, flags) => {
    if (state[source] && state[target]) edges.add(source, key, target, flags);
  });
  const index = await readNames(tx.client, changed, places);
  const overlay = { ...(await layerOf(tx, { base, places, state, rows, edges })), index };
  for (const place of placesOf(owners, places)) state[place]! |= NodeFlag.Replaced;
  for (const place of overlay.places!) state[place]! |= NodeFlag.Overlaid;
  return {
    ...committed,
    size,
    nodeCount,
    base,
    overlay,
    addedIds,
    state,
    ...numberings.values,
  };
}

/** The places of those that have one: a node may have been created and removed since the base was read. */
function placesOf(ids: readonly number[], places: NodePlaces): number[] {
  return ids.map((id) => places.of(id)).filter((place) => place >= 0);
}

interface OverlayContent {
  readonly base: BaseLayer;
  readonly places: NodePlaces;
  /** By place, bits of NodeFlag. */
  readonly state: Uint8Array;
  readonly rows: readonly NodeRow[];
  readonly edges: EdgeColumns;
}

async function layerOf(
  tx: SqlConnection,
  { base, places, state, rows, edges }: OverlayContent,
): Promise<Omit<Layer, 'index'>> {
  const { count } = edges;
  const changed = rows.map(({ id }) => id);
  const ends = [edges.source.subarray(0, count), edges.target.subarray(0, count)];
  const ofSlots = sortedNumbers([...ends, placesOf(changed, places)]);
  const slots = ofSlots.length;
  const nodes = {
    kind: sharedColumn(Uint16Array, slots),
    kindSet: sharedColumn(Uint16Array, slots),
    environment: sharedColumn(Int32Array, slots),
    nameRank: sharedColumn(Float64Array, slots),
    objectidRank: sharedColumn(Float64Array, slots),
    ...emptyProperties(slots),
  };
  const inOrder = base.index.nodes;
  const names = await ranksByName(tx, changed, {
    length: inOrder.length,
    isUnchanged: (at) => (state[inOrder[at]!]! & (NodeFlag.Exists | NodeFlag.Changed)) === NodeFlag.Exists,
    idAt: (at) => places.idAt(inOrder[at]!),
    rankAt: (at) => base.nodes.nameRank[inOrder[at]!]!,
  });
  const objectids = await ranksByObjectid(tx, changed, (id) => base.nodes.objectidRank[places.of(id)]!);
  for (const { id, kind, kindSet, environment, properties } of rows) {
    const slot = firstNotBelow(ofSlots, places.of(id));
    nodes.kind[slot] = kind;
    nodes.kindSet[slot] = kindSet;
    nodes.environment[slot] = environment;
    setProperties(nodes, slot, properties);
    nodes.nameRank[slot] = names.get(id)!;
    nodes.objectidRank[slot] = objectids.get(id)!;
  }
  return { places: ofSlots, slots, nodes, ...adjacenciesOf(edges, slots, ofSlots) };
}
