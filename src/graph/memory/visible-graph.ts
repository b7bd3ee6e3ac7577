import type { Visibility } from '../../base/scope/visibility.js';
import { Cache } from '../../base/values/cache.js';
import { type GraphData, NodeFlag } from './graph-data.js';
import { MemoryGraph } from './memory-graph.js';

/** Bytes of the parts of one graph that are kept, one byte a node for each set of environments. */
const keptBytes = 32 * 1024 ** 2;

const partsOf = new WeakMap<GraphData, Cache<string, GraphData>>();

/** The part of a graph that an account sees: in the same arrays, nodes of other environments do not exist, and neither do their names. */
export function visibleGraph(graph: GraphData, visibility: Visibility | undefined): GraphData {
  if (!visibility || graph.visibleTo === visibility.key) return graph;
  if (graph.visibleTo !== undefined) throw new Error('the graph is of another account');
  let parts = partsOf.get(graph);
  if (!parts) partsOf.set(graph, (parts = new Cache(keptBytes, ({ state }) => state.byteLength)));
  let part = parts.get(visibility.key);
  if (!part) parts.set(visibility.key, (part = partOf(graph, visibility)));
  return part;
}

/** Bytes of the parts of a graph that are kept. */
export function bytesOfParts(graph: GraphData): number {
  return partsOf.get(graph)?.calculatedSize ?? 0;
}

const wholes = new WeakMap<MemoryGraph, MemoryGraph>();

/**
 * The graph that walks between visible nodes pass: all of it, because "no way" would be wrong if one leads over hidden nodes. Places are the
 * same in both. The walk may name visible nodes alone.
 */
export function walkableGraph(graph: MemoryGraph): MemoryGraph {
  const { whole } = graph.data;
  if (!whole) return graph;
  let walkable = wholes.get(graph);
  if (!walkable) wholes.set(graph, (walkable = new MemoryGraph(whole)));
  return walkable;
}

function partOf(data: GraphData, visibility: Visibility): GraphData {
  const graph = new MemoryGraph(data);
  const isVisible = data.environments.map((environment) => visibility.sees(environment));
  const state = new Uint8Array(new SharedArrayBuffer(data.state.length));
  const usedSets = new Uint8Array(data.kindSets.length);
  state.set(data.state);
  let nodeCount = 0;
  for (let node = 0; node < data.size; node++) {
    if (!graph.exists(node)) continue;
    const environment = graph.environmentOf(node);
    if (environment < 0 ? visibility.none : isVisible[environment]) {
      nodeCount++;
      usedSets[graph.kindSetOf(node)] = 1;
    } else state[node]! &= ~NodeFlag.Exists;
  }
  return {
    ...data,
    state,
    nodeCount,
    // Numbers of environments and of sets of kinds stay: they are in the columns of nodes.
    environments: data.environments.map((environment, index) => (isVisible[index] ? environment : '')),
    kindSets: data.kindSets.map((kinds, index) => (usedSets[index] === 1 ? kinds : [])),
    visibleTo: visibility.key,
    whole: data,
  };
}
