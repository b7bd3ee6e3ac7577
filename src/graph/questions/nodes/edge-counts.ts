import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';

interface EdgeCountsArguments {
  /** Id of a node. */
  readonly node: number;
  /** Ids. */
  readonly tierZero: readonly number[];
}

/** The edges of one kind in one direction. */
export interface KindOfEdges {
  readonly kind: number;
  readonly edges: number;
  /** Of these, those whose other end belongs to tier zero. */
  readonly tierZero: number;
  /** The other ends by primary kind. */
  readonly peers: ReadonlyMap<number, number>;
}

/** Counts the edges of a node by direction and kind, those with the most edges first. */
export function edgeCounts(graph: MemoryGraph, { node, tierZero }: EdgeCountsArguments) {
  const place = graph.placeOf(node);
  const members = new Set(graph.nodesOf(tierZero));
  const countedIn = (direction: Direction): KindOfEdges[] => {
    const counts = new Map<number, { edges: number; tierZero: number; peers: Map<number, number> }>();
    graph.edgesOf(direction, place, null, (peer, kind) => {
      let count = counts.get(kind);
      if (!count) counts.set(kind, (count = { edges: 0, tierZero: 0, peers: new Map() }));
      count.edges++;
      if (members.has(peer)) count.tierZero++;
      const peerKind = graph.kindOf(peer);
      count.peers.set(peerKind, (count.peers.get(peerKind) ?? 0) + 1);
      return false;
    });
    return [...counts]
      .map(([kind, count]) => ({ kind, ...count }))
      .toSorted((one, other) => other.edges - one.edges || one.kind - other.kind);
  };
  return { ids: [], out: countedIn('out'), in: countedIn('in') };
}
