import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { PathEdge } from './path-subgraph.js';

/** The nodes that can be reached by edges of some kinds, with all shortest ways to each. */
export class ShortestWays {
  /** By node: the last edges of its ways. Nearest nodes first. */
  private readonly last = new Map<number, PathEdge[]>();

  /** @param isOpen whether ways may lead to a node and over it */
  constructor(
    graph: MemoryGraph,
    starts: readonly number[],
    kinds: readonly number[],
    private readonly direction: Direction,
    isOpen: (node: number) => boolean,
    interrupt: Interrupt,
  ) {
    for (const start of starts) this.last.set(start, []);
    for (let level = starts; level.length > 0;) {
      const reached = new Map<number, PathEdge[]>();
      for (const node of level)
        for (const kind of kinds)
          graph.somePeer(direction, node, kind, (peer) => {
            interrupt.check();
            if (this.last.has(peer) || !isOpen(peer)) return false;
            const edges = reached.get(peer) ?? [];
            edges.push(edgeBetween(graph, direction, node, kind, peer));
            reached.set(peer, edges);
            return false;
          });
      for (const [node, edges] of reached) this.last.set(node, edges);
      level = [...reached.keys()];
    }
  }

  /** Nearest first. */
  get nodes(): Iterable<number> {
    return this.last.keys();
  }

  has(node: number): boolean {
    return this.last.has(node);
  }

  /** The edges of all shortest ways to a node. */
  edgesTo(end: number): PathEdge[] {
    const nodes = new Set([end]);
    const edges: PathEdge[] = [];
    // The loop visits the nodes that it adds.
    for (const node of nodes)
      for (const edge of this.last.get(node) ?? []) {
        edges.push(edge);
        nodes.add(this.direction === 'out' ? edge[0] : edge[2]);
      }
    return edges;
  }
}

/** @param direction of the edge from `node` to `peer` */
export function edgeBetween(
  graph: MemoryGraph,
  direction: Direction,
  node: number,
  kind: number,
  peer: number,
): PathEdge {
  const [source, target] = direction === 'out' ? [node, peer] : [peer, node];
  return [source, kind, target, graph.flagsOf(source, kind, target) ?? 0];
}
