/** The parts of a unified graph that paths are read from. */
export interface PathGraph {
  readonly nodes: Readonly<Record<string, PathNode>>;
  readonly edges: readonly { readonly source: string; readonly target: string; readonly kind: string }[];
  readonly truncated: boolean;
}

export interface PathNode {
  readonly label: string;
  readonly kind: string;
  readonly objectId: string;
}

/** One step of a path: a node, and the kinds of the edges that lead to it from the node before. */
export interface PathStep {
  readonly kinds: readonly string[];
  readonly node: PathNode;
}

export interface Path {
  readonly start: PathNode;
  readonly steps: readonly PathStep[];
}

interface ShortestPaths {
  /** Sequences of nodes; parallel edges are one step. */
  readonly count: number;
  /** The first `most` of them. */
  readonly paths: readonly Path[];
}

/** For each node the nodes after it, with the kinds of the edges. */
type Steps = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Reads from the graph of all shortest paths from one start. Paths end at the nodes without a further step. */
export function shortestPathsFrom(objectId: string, graph: PathGraph, most: number): ShortestPaths {
  const start = Object.keys(graph.nodes).find((key) => graph.nodes[key]?.objectId === objectId);
  if (start === undefined) return { count: 0, paths: [] };
  const steps = stepsOf(graph);
  return { count: countFrom(start, steps, new Map()), paths: firstPaths(start, steps, graph.nodes, most) };
}

function stepsOf({ edges }: PathGraph): Steps {
  const steps = new Map<string, Map<string, readonly string[]>>();
  for (const { source, target, kind } of edges) {
    const targets = steps.get(source) ?? new Map<string, readonly string[]>();
    steps.set(source, targets.set(target, [...(targets.get(target) ?? []), kind].toSorted()));
  }
  return steps;
}

function countFrom(node: string, steps: Steps, known: Map<string, number>): number {
  const nexts = [...(steps.get(node)?.keys() ?? [])];
  const count =
    known.get(node) ?? (nexts.length === 0 ? 1 : nexts.reduce((sum, next) => sum + countFrom(next, steps, known), 0));
  known.set(node, count);
  return count;
}

/** In the order of names, so that the same graph has the same first paths. */
function firstPaths(start: string, steps: Steps, nodes: PathGraph['nodes'], most: number): Path[] {
  const paths: Path[] = [];
  const first = nodes[start];
  const walk = (at: string, before: readonly PathStep[]): void => {
    const nexts = stepsTo(steps.get(at), nodes);
    if (nexts.length === 0 && first && before.length > 0) paths.push({ start: first, steps: before });
    for (const { next, step } of nexts) {
      if (paths.length >= most) return;
      walk(next, [...before, step]);
    }
  };
  walk(start, []);
  return paths;
}

function stepsTo(nexts: ReadonlyMap<string, readonly string[]> = new Map(), nodes: PathGraph['nodes']) {
  return [...nexts]
    .flatMap(([next, kinds]) => {
      const node = nodes[next];
      return node ? [{ next, step: { kinds, node } }] : [];
    })
    .toSorted((one, other) => compare(orderOf(one.step), orderOf(other.step)));
}

function orderOf({ node: { label, objectId } }: PathStep): string {
  return `${label}\0${objectId}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
