import { HiddenParts } from '../../memory/hidden-parts.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import { distancesFrom } from './distances-to-ends.js';
import type { PathEdge, PathSubgraph } from './path-subgraph.js';

interface Candidate {
  readonly nodes: readonly number[];
  /** The index of the first node after which it differs from the path that it was found by. */
  readonly from: number;
}

/**
 * The shortest paths that visit no node twice, the shortest first, by Yen's algorithm with Lawler's restriction. Edges of several kinds
 * between two nodes are one step.
 */
export function simplePaths(
  graph: MemoryGraph,
  start: number,
  end: number,
  kinds: KindSet,
  count: number,
  interrupt: Interrupt,
): PathSubgraph & { readonly paths: readonly (readonly number[])[] } {
  const found: (readonly number[])[] = [];
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  const add = (nodes: readonly number[] | null, from: number) => {
    if (!nodes || seen.has(nodes.join())) return;
    seen.add(nodes.join());
    candidates.push({ nodes, from });
  };
  add(onePath(graph, start, end, kinds, interrupt), 0);
  for (let next = takeShortest(candidates); next; next = takeShortest(candidates)) {
    const { nodes, from } = next;
    found.push(nodes);
    if (found.length === count) break;
    for (let at = from; at < nodes.length - 1; at++) {
      const hidden = new HiddenParts(graph.data, graph.hidden ?? undefined);
      for (const node of nodes.slice(0, at)) hidden.addNode(node);
      const taken = new Set(found.filter((it) => sharesBeginning(it, nodes, at)).map((it) => it[at + 1]!));
      for (const [source, kind, target] of edgesTo(graph, nodes[at]!, kinds, taken))
        hidden.addEdge(source, kind, target);
      const rest = onePath(new MemoryGraph(graph.data, hidden), nodes[at]!, end, kinds, interrupt);
      add(rest && [...nodes.slice(0, at), ...rest], at);
    }
  }
  const followers = new Map<number, Set<number>>();
  for (const path of found)
    for (const [index, node] of path.entries()) {
      const its = followers.get(node) ?? new Set<number>();
      followers.set(node, its);
      if (index + 1 < path.length) its.add(path[index + 1]!);
    }
  return {
    paths: found,
    ids: [...followers.keys()],
    edges: [...followers].flatMap(([node, targets]) => edgesTo(graph, node, kinds, targets)),
    truncated: false,
  };
}

/** A shortest path; null if there is none. */
function onePath(
  graph: MemoryGraph,
  start: number,
  end: number,
  kinds: KindSet,
  interrupt: Interrupt,
): readonly number[] | null {
  const distances = distancesFrom(graph, start, [end], kinds, interrupt);
  if (distances.of(start) < 0) return null;
  const path = [start];
  for (let nearer = distances.of(start) - 1; nearer >= 0; nearer--)
    graph.neighbours('out', path.at(-1)!, kinds, (next) => {
      if (distances.of(next) !== nearer) return false;
      path.push(next);
      return true;
    });
  return path;
}

function takeShortest(candidates: Candidate[]): Candidate | undefined {
  const [first] = candidates.toSorted((one, other) => one.nodes.length - other.nodes.length);
  if (first) candidates.splice(candidates.indexOf(first), 1);
  return first;
}

/** Whether the nodes up to an index are the same. */
function sharesBeginning(one: readonly number[], other: readonly number[], last: number): boolean {
  for (let at = 0; at <= last; at++) if (one[at] !== other[at]) return false;
  return true;
}

function edgesTo(graph: MemoryGraph, source: number, kinds: KindSet, targets: ReadonlySet<number>): PathEdge[] {
  const edges: PathEdge[] = [];
  graph.edgesFrom(source, (kind, target, flags) => {
    if ((!kinds || kinds[kind] === 1) && targets.has(target)) edges.push([source, kind, target, flags]);
    return false;
  });
  return edges;
}
