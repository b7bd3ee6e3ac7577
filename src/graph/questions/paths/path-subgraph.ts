import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../kind-set.js';
import type { NodeDistances } from './node-distances.js';

export type PathEdge = readonly [source: number, kind: number, target: number, flags: number];

/** Paths as the nodes and edges on them. In answers, nodes are ids. */
export interface PathSubgraph {
  readonly ids: readonly number[];
  readonly edges: readonly PathEdge[];
  /** Whether there are more nodes or edges on the paths. */
  readonly truncated: boolean;
}

/** The same with the ids of the nodes. */
export function inIds(graph: MemoryGraph, { ids, edges, truncated }: PathSubgraph): PathSubgraph {
  return {
    ids: graph.idsOf(ids),
    edges: edges.map(([source, kind, target, flags]) => [graph.idOf(source), kind, graph.idOf(target), flags]),
    truncated,
  };
}

/** Maximum number of edges of a subgraph for each node that it may have. Dense layers would have millions. */
export const edgesPerNode = 10;

/**
 * The union of all shortest paths: from each start over edges whose target is nearer to the ends. A cut subgraph consists of whole paths, first
 * one from each start, those of the nearest starts first.
 */
export class SubgraphBuilder {
  private readonly shown = new Set<number>();
  /** The next node on the first path of each node that is shown. */
  private readonly firstNext = new Map<number, number>();
  private truncated = false;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly distances: NodeDistances,
    private readonly kinds: KindSet,
    private readonly maxNodes: number,
    private readonly interrupt: Interrupt,
  ) {}

  /** @param starts nearest first */
  build(starts: readonly number[]): PathSubgraph {
    for (const start of starts) if (!this.addPath(start)) break;
    // The loop visits the nodes that it adds.
    for (const node of this.shown) {
      if (this.truncated) break;
      this.visitNext(node, (next) => !this.addPath(next));
    }
    const edges = this.edges();
    return { ids: [...this.shown], edges, truncated: this.truncated };
  }

  /** Adds a node with a path to an end. @returns false if there is no room for it */
  private addPath(start: number): boolean {
    const path: number[] = [];
    for (let node = start; !this.shown.has(node); node = this.nextOf(node)) {
      path.push(node);
      if (this.distances.of(node) === 0) break;
    }
    if (this.shown.size + path.length > this.maxNodes) {
      this.truncated = true;
      return false;
    }
    for (const node of path) this.shown.add(node);
    return true;
  }

  private nextOf(node: number): number {
    let found = this.firstNext.get(node);
    if (found === undefined) {
      this.visitNext(node, (next) => {
        found = next;
        return true;
      });
      if (found === undefined) throw new Error(`node ${node} leads to no end`);
      this.firstNext.set(node, found);
    }
    return found;
  }

  /** Visits the nodes that follow a node on shortest paths, until the visitor returns true. */
  private visitNext(node: number, visit: (next: number) => boolean): void {
    this.interrupt.check();
    const nearer = this.distances.of(node) - 1;
    if (nearer < 0) return;
    this.graph.neighbours('out', node, this.kinds, (next) => this.distances.of(next) === nearer && visit(next));
  }

  /** Those of first paths first. The edges of each node are read once, because some nodes have very many. */
  private edges(): PathEdge[] {
    const most = this.maxNodes * edgesPerNode;
    const ofFirstPaths: PathEdge[] = [];
    const others: PathEdge[] = [];
    for (const node of this.shown) {
      const nearer = this.distances.of(node) - 1;
      if (nearer < 0) continue;
      const first = this.firstNext.get(node);
      const isOnPath = (to: number) => this.distances.of(to) === nearer && this.shown.has(to);
      this.visitEdges(node, isOnPath, (edge) => {
        if (edge[2] === first) ofFirstPaths.push(edge);
        else if (others.length <= most) others.push(edge);
      });
    }
    const room = Math.max(most - ofFirstPaths.length, 0);
    if (others.length > room) this.truncated = true;
    return [...ofFirstPaths, ...others.slice(0, room)];
  }

  private visitEdges(source: number, isWanted: (target: number) => boolean, visit: (edge: PathEdge) => void): void {
    this.interrupt.check();
    const { kinds } = this;
    this.graph.edgesFrom(source, (kind, target, flags) => {
      if ((!kinds || kinds[kind] === 1) && isWanted(target)) visit([source, kind, target, flags]);
      return false;
    });
  }
}
