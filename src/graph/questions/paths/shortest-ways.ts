import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { PathEdge } from './path-subgraph.js';

type LastStep = readonly [from: number, kind: number];

/** The nodes that can be reached by edges of some kinds, with all shortest ways to each. */
export class ShortestWays {
  /** By node: the last steps of its ways. Nearest nodes first. */
  private readonly last = new Map<number, LastStep[]>();

  /** @param isOpen whether ways may lead to a node and over it */
  constructor(
    private readonly graph: MemoryGraph,
    starts: readonly number[],
    kinds: readonly number[],
    private readonly direction: Direction,
    isOpen: (node: number) => boolean,
    interrupt: Interrupt,
  ) {
    for (const start of starts) this.last.set(start, []);
    for (let level = starts; level.length > 0;) {
      const reached = new Map<number, LastStep[]>();
      for (const node of level)
        for (const kind of kinds)
          graph.somePeer(direction, node, kind, (peer) => {
            interrupt.check();
            if (this.last.has(peer) || !isOpen(peer)) return false;
            const steps = reached.get(peer);
            if (steps) steps.push([node, kind]);
            else reached.set(peer, [[node, kind]]);
            return false;
          });
      for (const [node, steps] of reached) this.last.set(node, steps);
      level = [...reached.keys()];
    }
  }

  get size(): number {
    return this.last.size;
  }

  /** Nearest first. */
  get nodes(): Iterable<number> {
    return this.last.keys();
  }

  has(node: number): boolean {
    return this.last.has(node);
  }

  /** The edges of one of the shortest ways to a node, the last one first. */
  oneTo(end: number): (readonly [source: number, kind: number, target: number])[] {
    const edges: (readonly [number, number, number])[] = [];
    let node = end;
    for (let step = this.last.get(node)?.[0]; step; step = this.last.get(node)?.[0]) {
      const [from, kind] = step;
      edges.push(this.direction === 'out' ? [from, kind, node] : [node, kind, from]);
      node = from;
    }
    return edges;
  }

  /** The edges of all shortest ways to a node. */
  edgesTo(end: number): PathEdge[] {
    const nodes = new Set([end]);
    const edges: PathEdge[] = [];
    // The loop visits the nodes that it adds.
    for (const node of nodes)
      for (const [from, kind] of this.last.get(node) ?? []) {
        edges.push(edgeBetween(this.graph, this.direction, from, kind, node));
        nodes.add(from);
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
