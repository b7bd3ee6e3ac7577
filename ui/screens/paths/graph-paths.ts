import type { UnifiedGraphDto } from '../../api/schema.js';
import { addTo, byEnds, byName, type Graph, type GraphEdge, type GraphNode, sinksOf } from '../../picture/graph.js';
import type { PathQuestion } from './question.js';

/** One step: a node, and the edges that lead to it from the node before. */
interface PathStep {
  /** Parallel edges are alternatives. */
  readonly edges: readonly GraphEdge[];
  readonly node: GraphNode;
}

export interface GraphPath {
  readonly start: GraphNode;
  readonly steps: readonly PathStep[];
}

export type PathList = Pick<GraphPaths, 'count' | 'shortest' | 'at'>;

/**
 * The paths of an answer, in the order of the names of their nodes. They end at the nodes that no edge leaves. From each start they are
 * the shortest, or as many steps longer as the question asks.
 */
export class GraphPaths {
  readonly count: number;
  /** The steps of the shortest path. */
  readonly shortest: number;
  private readonly steps = new Map<string, PathStep[]>();
  /** By node and the most steps that may follow. */
  private readonly counts = new Map<string, number>();
  /** Steps to the nearest end. */
  private readonly distances: ReadonlyMap<string, number>;
  private readonly starts: readonly GraphNode[];

  /** @param starts object ids; a node that no edge enters is a start, too @param more steps beyond the shortest path: 0 or 1 */
  constructor(
    graph: Graph,
    starts: readonly string[],
    private readonly more = 0,
  ) {
    const { nodes, edges } = graph;
    const nodeOf = new Map(nodes.map((node) => [node.id, node]));
    const entered = new Set(edges.map(({ target }) => target));
    for (const parallel of parallelEdges(graph).values()) {
      const [first] = parallel;
      const node = nodeOf.get(first?.target ?? '');
      if (first && node) addTo(this.steps, first.source, { edges: parallel, node });
    }
    for (const steps of this.steps.values()) steps.sort((one, other) => byName(one.node, other.node));
    this.distances = distancesIn(graph);
    const isStart = ({ id, objectId }: GraphNode) =>
      this.distances.has(id) && this.steps.has(id) && (!entered.has(id) || starts.includes(objectId));
    this.starts = nodes.filter(isStart).toSorted(byName);
    this.count = this.starts.reduce((sum, { id }) => sum + this.countFrom(id, this.mostFrom(id)), 0);
    this.shortest = Math.min(...this.starts.map(({ id }) => this.distances.get(id) ?? Infinity));
  }

  /** @param index from 0 to `count` - 1 */
  at(index: number): GraphPath | null {
    let before = index;
    const pick = <Item>(items: readonly Item[], countOf: (item: Item) => number): Item | undefined =>
      items.find((item) => {
        const count = countOf(item);
        if (before < count) return true;
        before -= count;
        return false;
      });
    const start = pick(this.starts, ({ id }) => this.countFrom(id, this.mostFrom(id)));
    if (!start) return null;
    const steps: PathStep[] = [];
    let [at, most] = [start.id, this.mostFrom(start.id)];
    for (;;) {
      most -= 1;
      const step = pick(this.stepsFrom(at), ({ node }) => this.countFrom(node.id, most));
      if (!step) return { start, steps };
      steps.push(step);
      at = step.node.id;
    }
  }

  private mostFrom(id: string): number {
    return (this.distances.get(id) ?? 0) + this.more;
  }

  private stepsFrom(id: string): readonly PathStep[] {
    return this.steps.get(id) ?? [];
  }

  /** Paths of at most one step more than the shortest have no circles. */
  private countFrom(id: string, most: number): number {
    if ((this.distances.get(id) ?? Infinity) > most) return 0;
    const key = `${most} ${id}`;
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const steps = this.stepsFrom(id);
    const count = steps.reduce((sum, { node }) => sum + this.countFrom(node.id, most - 1), 0);
    this.counts.set(key, steps.length === 0 ? 1 : count);
    return steps.length === 0 ? 1 : count;
  }
}

/** The paths that an answer lists by the ids of their nodes. */
export function listedPaths(graph: Graph, lists: readonly (readonly string[])[]): PathList {
  const nodeOf = new Map(graph.nodes.map((node) => [node.id, node]));
  const between = parallelEdges(graph);
  const at = (index: number): GraphPath | null => {
    const ids = lists[index] ?? [];
    const start = nodeOf.get(ids[0] ?? '');
    if (!start) return null;
    const steps = ids.slice(1).flatMap((id, before) => {
      const node = nodeOf.get(id);
      return node ? [{ node, edges: between.get(keyOf(ids[before] ?? '', id)) ?? [] }] : [];
    });
    return { start, steps };
  };
  return { count: lists.length, shortest: Math.min(...lists.map(({ length }) => length - 1)), at };
}

/** The edges between two nodes in one direction, by {@link keyOf}. */
function parallelEdges({ edges }: Graph): ReadonlyMap<string, readonly GraphEdge[]> {
  const between = new Map<string, GraphEdge[]>();
  for (const edge of edges.toSorted(byEnds)) addTo(between, keyOf(edge.source, edge.target), edge);
  return between;
}

function keyOf(source: string, target: string): string {
  return JSON.stringify([source, target]);
}

/** Steps from each node to the nearest node that no edge leaves. */
function distancesIn(graph: Graph): ReadonlyMap<string, number> {
  const formers = new Map<string, string[]>();
  for (const { source, target } of graph.edges) addTo(formers, target, source);
  const distances = new Map(sinksOf(graph).map((id) => [id, 0]));
  // A map is iterated over the entries that are added meanwhile, too.
  for (const [id, distance] of distances)
    for (const former of formers.get(id) ?? []) if (!distances.has(former)) distances.set(former, distance + 1);
  return distances;
}

/** The paths of an answer: those that it lists, or all of its graph. */
export function pathsOf({ paths }: UnifiedGraphDto, graph: Graph, { start, longer }: PathQuestion): PathList {
  if (paths) return listedPaths(graph, paths);
  return new GraphPaths(graph, start.by === 'node' ? start.ids : [], longer ? 1 : 0);
}
