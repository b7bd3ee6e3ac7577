import type { MemoryGraph } from '../../memory/memory-graph.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { nodesAt, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import type { NodeMarks } from '../nodes/node-marks.js';

/** `flags`: as of a stored edge, with the bits of a reason (src/graph/reach/step-reason.ts). */
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

/** The stored nodes and edges of a subgraph of places, each once. */
export function storedParts(graph: WalkedGraph, { ids, edges, truncated }: PathSubgraph): PathSubgraph {
  return { ids: nodesAt(graph, ids), edges: storedEdges(graph, edges), truncated };
}

function storedEdges(graph: WalkedGraph, edges: readonly PathEdge[]): readonly PathEdge[] {
  if (!(graph instanceof HeldGraph)) return edges;
  const stored = new Map<string, PathEdge>();
  for (const [source, kind, target, flags] of edges) {
    const [from, to] = [graph.nodeOf(source), graph.nodeOf(target)];
    const key = `${from} ${kind} ${to}`;
    const former = stored.get(key)?.[3] ?? 0;
    stored.set(key, [from, kind, to, former | flags | graph.reasonOf(source, kind, target)]);
  }
  return [...stored.values()];
}

/** Maximum number of edges of a subgraph for each node that it may have. Dense layers would have millions. */
export const edgesPerNode = 10;

/**
 * The union of all shortest paths: from each start over edges whose target is nearer to the ends. A cut subgraph consists of whole paths, first
 * one from each start, the nearest starts first.
 *
 * Paths may be one step longer: each may have one edge whose target is as far from the ends as its source. Such a path visits no node
 * twice, because without a cycle it would be shorter than the shortest. Its nodes are states: a place, and whether that step is ahead.
 */
export class SubgraphBuilder {
  /** States: the place of the node, and {@link ahead} if a longer step may follow. */
  private readonly shown = new Set<number>();
  private readonly nodes = new Set<number>();
  /** The next node on the first path of each node that is shown. */
  private readonly firstNext = new Map<number, number>();
  private readonly ahead: number;
  private truncated = false;

  /** @param longer whether paths of one step more are shown; then distances are known up to the farthest start */
  constructor(
    private readonly graph: WalkedGraph,
    private readonly distances: NodeMarks,
    private readonly kinds: KindSet,
    private readonly maxNodes: number,
    private readonly longer: boolean,
    private readonly interrupt: Interrupt,
  ) {
    this.ahead = graph.size;
  }

  /** @param starts nearest first */
  build(starts: readonly number[]): PathSubgraph {
    const first = this.longer ? this.ahead : 0;
    for (const start of starts) if (!this.addPath(start + first)) break;
    // The loop visits the states that it adds.
    for (const state of this.shown) {
      if (this.truncated) break;
      this.visitNext(state, (next) => !this.addPath(next));
    }
    const edges = this.edges();
    return storedParts(this.graph, { ids: [...this.nodes], edges, truncated: this.truncated });
  }

  /** Adds a state with a shortest path to an end. @returns false if there is no room for it */
  private addPath(start: number): boolean {
    const path: number[] = [];
    const added = new Set<number>();
    for (let state = start; !this.shown.has(state); state = this.nextOf(state)) {
      const node = this.nodeOf(state);
      path.push(state);
      if (!this.nodes.has(node)) added.add(node);
      if (this.distances.distanceOf(node) === 0) break;
    }
    if (this.nodes.size + added.size > this.maxNodes) {
      this.truncated = true;
      return false;
    }
    for (const state of path) this.shown.add(state);
    for (const node of added) this.nodes.add(node);
    return true;
  }

  private nodeOf(state: number): number {
    return state < this.ahead ? state : state - this.ahead;
  }

  /** The next state on the shortest path from a state. */
  private nextOf(state: number): number {
    const node = this.nodeOf(state);
    let found = this.firstNext.get(node);
    if (found === undefined) {
      const nearer = this.distances.distanceOf(node) - 1;
      this.graph.neighbours('out', node, this.kinds, (next) => {
        if (this.distances.distanceOf(next) !== nearer) return false;
        found = next;
        return true;
      });
      if (found === undefined) throw new Error(`node ${node} leads to no end`);
      this.firstNext.set(node, found);
    }
    return found + state - node;
  }

  /** Visits the states that follow a state, until the visitor returns true. */
  private visitNext(state: number, visit: (next: number) => boolean): void {
    this.interrupt.check();
    const node = this.nodeOf(state);
    const nearer = this.distances.distanceOf(node) - 1;
    if (nearer < 0) return;
    this.graph.neighbours('out', node, this.kinds, (next) => {
      const distance = this.distances.distanceOf(next);
      if (distance === nearer) return visit(next + state - node);
      return state >= this.ahead && distance === nearer + 1 && next !== node && visit(next);
    });
  }

  /** Edges of first paths come first. The edges of each node are read once, because some nodes have very many. */
  private edges(): PathEdge[] {
    const most = this.maxNodes * edgesPerNode;
    const ofFirstPaths: PathEdge[] = [];
    const others: PathEdge[] = [];
    for (const node of this.nodes) {
      const nearer = this.distances.distanceOf(node) - 1;
      if (nearer < 0) continue;
      const first = this.firstNext.get(node);
      const states = [node, node + this.ahead].filter((state) => this.shown.has(state));
      const isOnPath = (to: number) => {
        const distance = this.distances.distanceOf(to);
        if (distance === nearer) return states.some((state) => this.shown.has(to + state - node));
        return distance === nearer + 1 && to !== node && this.shown.has(node + this.ahead) && this.shown.has(to);
      };
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
