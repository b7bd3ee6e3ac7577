/** The parts of a unified graph that paths are read from. */
export interface PathGraph {
  readonly nodes: Readonly<Record<string, PathNode>>;
  readonly edges: readonly { readonly source: string; readonly target: string; readonly kind: string }[];
  readonly truncated: boolean;
  /** Keys of the nodes of each path, if a number of paths was asked for. */
  readonly paths?: readonly (readonly string[])[];
  /** Present if all paths of a start lead over objects that the account does not see. */
  readonly stub?: object;
}

export interface PathNode {
  readonly label: string;
  readonly kind: string;
  readonly objectId: string;
  readonly properties?: Readonly<Record<string, unknown>>;
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

interface FoundPaths {
  /** Sequences of nodes; parallel edges are one step. */
  readonly count: number;
  /** Steps of the shortest and the longest of them. */
  readonly lengths: readonly [least: number, most: number];
  /** The first `most` of them. */
  readonly paths: readonly Path[];
}

/** For each node the nodes after it, with the kinds of the edges. */
type Steps = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Reads the paths from one start. They end at the nodes without a further step.
 * @param longer steps that a path may have more than the shortest ones
 */
export function pathsFrom(objectId: string, graph: PathGraph, most: number, longer = 0): FoundPaths {
  const start = Object.keys(graph.nodes).find((key) => graph.nodes[key]?.objectId === objectId);
  if (start === undefined) return { count: 0, lengths: [0, 0], paths: [] };
  const steps = stepsOf(graph);
  if (graph.paths) return listedPaths(graph.paths, steps, graph.nodes, most);
  const countOf = counting(steps);
  let least = 0;
  while (countOf(start, least) === 0 && least < steps.size) least++;
  const count = countOf(start, least + longer);
  const longest = count > countOf(start, least) ? least + longer : least;
  return {
    count,
    lengths: [least, longest],
    paths: firstPaths(start, longest, { countOf, steps, nodes: graph.nodes, most }),
  };
}

function listedPaths(
  listed: NonNullable<PathGraph['paths']>,
  steps: Steps,
  nodes: PathGraph['nodes'],
  most: number,
): FoundPaths {
  const lengths = listed.map((keys) => keys.length - 1);
  return {
    count: listed.length,
    lengths: [Math.min(...lengths), Math.max(...lengths)],
    paths: listed.slice(0, most).flatMap((keys) => listedPath(keys, steps, nodes) ?? []),
  };
}

function listedPath(keys: readonly string[], steps: Steps, nodes: PathGraph['nodes']): Path | null {
  const [start, ...others] = keys.map((key) => nodes[key]);
  if (!start) return null;
  const list = others.flatMap((node, index) => {
    const kinds = steps.get(keys[index]!)?.get(keys[index + 1]!) ?? [];
    return node ? [{ kinds, node }] : [];
  });
  return { start, steps: list };
}

function stepsOf({ edges }: PathGraph): Steps {
  const steps = new Map<string, Map<string, readonly string[]>>();
  for (const { source, target, kind } of edges) {
    const targets = steps.get(source) ?? new Map<string, readonly string[]>();
    steps.set(source, targets.set(target, [...(targets.get(target) ?? []), kind].toSorted()));
  }
  return steps;
}

/** Counts the ways from a node to the ends of so many steps at most. */
type Counting = (node: string, most: number) => number;

function counting(steps: Steps): Counting {
  const known = new Map<string, number>();
  const countOf = (node: string, most: number): number => {
    const nexts = steps.get(node);
    if (!nexts) return 1;
    if (most === 0) return 0;
    const key = `${most} ${node}`;
    const count = known.get(key) ?? [...nexts.keys()].reduce((sum, next) => sum + countOf(next, most - 1), 0);
    known.set(key, count);
    return count;
  };
  return countOf;
}

interface PathParts extends Pick<PathGraph, 'nodes'> {
  readonly countOf: Counting;
  readonly steps: Steps;
  readonly most: number;
}

/** In the order of names, so that the same graph has the same first paths. */
function firstPaths(start: string, longest: number, { countOf, steps, nodes, most }: PathParts): Path[] {
  const paths: Path[] = [];
  const first = nodes[start];
  const walk = (at: string, before: readonly PathStep[]): void => {
    const nexts = stepsTo(steps.get(at), nodes);
    if (nexts.length === 0 && first && before.length > 0) paths.push({ start: first, steps: before });
    for (const { next, step } of nexts) {
      if (paths.length >= most) return;
      if (countOf(next, longest - before.length - 1) > 0) walk(next, [...before, step]);
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
