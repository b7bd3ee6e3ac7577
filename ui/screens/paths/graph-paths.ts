import type { UnifiedGraphDto } from '../../api/schema.js';
import { addTo, byEnds, byName, type Graph, type GraphEdge, type GraphNode, sinksOf } from '../../picture/graph.js';

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

export interface PathList {
  readonly count: number;
  /** The steps of the shortest path. */
  readonly shortest: number;
  /** @param index from 0 to `count` - 1 */
  readonly at: (index: number) => GraphPath | null;
}

/**
 * The paths of a graph, in the order of the names of their nodes. They end at the nodes that no edge leaves. From each start they are
 * the shortest, or `more` steps longer (0 or 1).
 * @param starts object ids; a node that no edge enters is a start, too
 */
export function graphPaths(graph: Graph, starts: readonly string[], more = 0): PathList {
  const { nodes, edges } = graph;
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const entered = new Set(edges.map(({ target }) => target));
  const stepsFrom = new Map<string, PathStep[]>();
  for (const parallel of parallelEdges(graph).values()) {
    const [first] = parallel;
    const node = nodeOf.get(first?.target ?? '');
    if (first && node) addTo(stepsFrom, first.source, { edges: parallel, node });
  }
  for (const steps of stepsFrom.values()) steps.sort((one, other) => byName(one.node, other.node));
  const distances = distancesIn(graph);
  const counts = new Map<string, number>();
  // Paths of at most one step more than the shortest have no circles.
  const countFrom = (id: string, most: number): number => {
    if ((distances.get(id) ?? Infinity) > most) return 0;
    const key = `${most} ${id}`;
    const known = counts.get(key);
    if (known !== undefined) return known;
    const count = stepsFrom.get(id)?.reduce((sum, { node }) => sum + countFrom(node.id, most - 1), 0) ?? 1;
    counts.set(key, count);
    return count;
  };
  const mostFrom = (id: string) => (distances.get(id) ?? 0) + more;
  const isStart = ({ id, objectId }: GraphNode) =>
    distances.has(id) && stepsFrom.has(id) && (!entered.has(id) || starts.includes(objectId));
  const firsts = nodes.filter(isStart).toSorted(byName);
  const at = (index: number) => {
    let before = index;
    const pick = <Item>(items: readonly Item[], countOf: (item: Item) => number): Item | undefined =>
      items.find((item) => {
        const count = countOf(item);
        if (before < count) return true;
        before -= count;
        return false;
      });
    const start = pick(firsts, ({ id }) => countFrom(id, mostFrom(id)));
    if (!start) return null;
    const steps: PathStep[] = [];
    let [from, most] = [start.id, mostFrom(start.id)];
    for (;;) {
      most -= 1;
      const step = pick(stepsFrom.get(from) ?? [], ({ node }) => countFrom(node.id, most));
      if (!step) return { start, steps };
      steps.push(step);
      from = step.node.id;
    }
  };
  return {
    count: firsts.reduce((sum, { id }) => sum + countFrom(id, mostFrom(id)), 0),
    shortest: Math.min(...firsts.map(({ id }) => distances.get(id) ?? Infinity)),
    at,
  };
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
export function pathsOf({ paths }: UnifiedGraphDto, graph: Graph, address: URLSearchParams): PathList {
  if (paths && paths.length > 0) return listedPaths(graph, paths);
  return graphPaths(graph, address.getAll('start_node'), address.get('longer') === 'true' ? 1 : 0);
}
