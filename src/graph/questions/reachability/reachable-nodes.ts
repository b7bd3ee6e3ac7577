import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../kind-set.js';
import { NodeMarks } from '../node-marks.js';

interface ReachableArguments {
  readonly node: number;
  /** `in`: the nodes that reach the node; `out`: those that it reaches. */
  readonly direction: Direction;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  readonly tierZero: readonly number[];
}

/** Numbers of nodes without the node itself. */
interface ReachableCounts {
  /** The node itself. */
  readonly ids: readonly number[];
  readonly count: number;
  readonly tierZero: number;
  /** By kind that is shown, the largest number first. */
  readonly byKind: readonly (readonly [kind: number, count: number])[];
}

const marks = new NodeMarks();

/** Counts the nodes that a node reaches over any number of edges, or that reach it. */
export function reachable(
  graph: MemoryGraph,
  { node, direction, kinds, tierZero }: ReachableArguments,
  interrupt: Interrupt,
): ReachableCounts {
  const start = graph.placeOf(node);
  const reached = reachedFrom(graph, start, direction, kinds, interrupt);
  const counts = new Map<number, number>();
  for (const other of reached.slice(1)) {
    const kind = graph.kindOf(other);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return {
    ids: [node],
    count: reached.length - 1,
    tierZero: graph.nodesOf(tierZero).filter((other) => other !== start && marks.has(other)).length,
    byKind: [...counts].toSorted(([one, some], [other, more]) => more - some || one - other),
  };
}

function reachedFrom(
  graph: MemoryGraph,
  start: number,
  direction: Direction,
  kinds: readonly number[] | null,
  interrupt: Interrupt,
): number[] {
  const followed = kindSetOf(kinds);
  const reached = [start];
  marks.clear(graph.size);
  marks.add(start);
  const visit = (node: number) => {
    if (marks.add(node)) reached.push(node);
    return false;
  };
  // The loop visits the nodes that it adds.
  for (const node of reached) {
    interrupt.check();
    graph.neighbours(direction, node, followed, visit);
  }
  return reached;
}
