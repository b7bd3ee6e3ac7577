import { kindSetOf } from '../../memory/kind-set.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import { placeOfObject } from '../../memory/place-of-object.js';
import type { Interrupt } from '../interrupt.js';
import { inIds, type PathEdge } from './path-subgraph.js';

export interface Expansion {
  readonly direction: Direction;
  /** Of the edges to the neighbours; null: all. */
  readonly kinds: readonly number[] | null;
  /** Primary kind of the neighbours; null: any. */
  readonly peerKind: number | null;
  /** Ids of the nodes that may be neighbours; null: any. */
  readonly among: readonly number[] | null;
  readonly skip: number;
  readonly limit: number;
}

export interface NeighbourhoodArguments {
  /** Object ids of a picture. Those without a node are counted. */
  readonly shown: readonly string[];
  /** Object ids that come to it. */
  readonly add: readonly string[];
  /** Id of the node whose neighbours come to it; null: none. */
  readonly node: number | null;
  readonly expansion: Expansion | null;
  /** Kinds of edges that are returned; null: all. */
  readonly kinds: readonly number[] | null;
  /** Ids. */
  readonly tierZero: readonly number[];
  readonly mostEdges: number;
}

interface Neighbourhood {
  /** The new nodes; all nodes if none are asked for. */
  readonly ids: readonly number[];
  readonly edges: readonly PathEdge[];
  /** There are more edges. */
  readonly truncated: boolean;
  /** Neighbours of the expanded node that are not shown. */
  readonly count: number;
  /** Ids of what is shown, in the order of the arguments; 0: there is no such node. */
  readonly shownIds: readonly number[];
  /** Object ids without a node. */
  readonly gone: number;
}

/**
 * New nodes for a picture, and their edges to all that it shows. Without new ones: what it shows, with all edges among it.
 */
export function neighbourhood(graph: MemoryGraph, args: NeighbourhoodArguments, interrupt: Interrupt): Neighbourhood {
  const [shown, added] = [args.shown, args.add].map((ids) => ids.map((it) => placeOfObject(graph, it)));
  const present = new Set(shown!.filter(isPlace));
  const expanded = args.node === null ? null : graph.placeOf(args.node);
  if (expanded !== null) present.add(expanded);
  const hidden = expanded === null || !args.expansion ? [] : neighboursOf(graph, expanded, args.expansion, present);
  const { skip, limit } = args.expansion ?? { skip: 0, limit: 0 };
  const page = ordered(graph, hidden, args.tierZero).slice(skip, skip + limit);
  const isWhole = args.add.length === 0 && !args.expansion;
  const nodes = isWhole ? present : new Set([...added!.filter(isPlace), ...page].filter((node) => !present.has(node)));
  const found = edgesAmong(graph, nodes, present, args, interrupt);
  return {
    ...inIds(graph, { ids: [...nodes], ...found }),
    count: hidden.length,
    shownIds: shown!.map((node) => (isPlace(node) ? graph.idOf(node) : 0)),
    gone: [...shown!, ...added!].filter((node) => !isPlace(node)).length,
  };
}

function isPlace(node: number): boolean {
  return node >= 0;
}

function neighboursOf(graph: MemoryGraph, node: number, expansion: Expansion, present: ReadonlySet<number>): number[] {
  const { direction, kinds, peerKind, among } = expansion;
  const allowed = among && new Set(graph.nodesOf(among));
  const found = new Set<number>();
  graph.edgesOf(direction, node, kindSetOf(kinds), (peer) => {
    const isWanted = (peerKind === null || graph.kindOf(peer) === peerKind) && (allowed?.has(peer) ?? true);
    if (isWanted && !present.has(peer)) found.add(peer);
    return false;
  });
  return [...found];
}

/** Tier zero first, then by name. */
function ordered(graph: MemoryGraph, nodes: readonly number[], tierZero: readonly number[]): number[] {
  const members = new Set(graph.nodesOf(tierZero));
  const rank = graph.ranks('nameRank');
  return nodes.toSorted(
    (one, other) =>
      Number(members.has(other)) - Number(members.has(one)) ||
      rank(one) - rank(other) ||
      graph.idOf(one) - graph.idOf(other),
  );
}

function edgesAmong(
  graph: MemoryGraph,
  nodes: ReadonlySet<number>,
  present: ReadonlySet<number>,
  { kinds, mostEdges }: NeighbourhoodArguments,
  interrupt: Interrupt,
): { edges: PathEdge[]; truncated: boolean } {
  const followed = kindSetOf(kinds);
  const edges: PathEdge[] = [];
  let count = 0;
  const add = (edge: PathEdge) => {
    if (count++ < mostEdges) edges.push(edge);
  };
  for (const node of nodes) {
    interrupt.check();
    graph.edgesOf('out', node, followed, (peer, kind, flags) => {
      if (nodes.has(peer) || present.has(peer)) add([node, kind, peer, flags]);
      return false;
    });
    graph.edgesOf('in', node, followed, (peer, kind, flags) => {
      if (present.has(peer) && !nodes.has(peer)) add([peer, kind, node, flags]);
      return false;
    });
  }
  return { edges, truncated: count > mostEdges };
}
