import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../kind-set.js';
import { NodeMarks } from '../node-marks.js';
import { inView, type Without } from '../views/in-view.js';
import type { ProofNeeds, Proofs } from '../views/known-proofs.js';
import { derivedEdgesOf, reachedFrom } from './reached-nodes.js';

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
export function reachable(graph: MemoryGraph, args: ReachableArguments, interrupt: Interrupt): ReachableCounts {
  return countFrom(graph, graph.placeOf(args.node), args, interrupt).counts;
}

/** As {@link reachable}, in a view if one is asked for. */
export function reachableInView(
  graph: MemoryGraph,
  { without, ...args }: ReachableArguments & { readonly without?: Without | undefined },
  interrupt: Interrupt,
): ReachableCounts | Generator<ProofNeeds, ReachableCounts, Proofs> {
  if (!without) return reachable(graph, args, interrupt);
  return inView(graph, without, interrupt, (view, affected) => {
    const { counts, reached } = countFrom(view, graph.placeOf(args.node), args, interrupt);
    return [counts, derivedEdgesOf(view, reached, args.direction, kindSetOf(args.kinds), affected)];
  });
}

function countFrom(graph: MemoryGraph, start: number, args: ReachableArguments, interrupt: Interrupt) {
  const reached = reachedFrom(graph, [start], args.direction, kindSetOf(args.kinds), marks, interrupt);
  return { counts: countsOf(graph, reached, args), reached };
}

function countsOf(
  graph: MemoryGraph,
  reached: readonly number[],
  { node, tierZero }: ReachableArguments,
): ReachableCounts {
  const start = graph.placeOf(node);
  const counts = new Map<number, number>();
  for (const other of reached.slice(1)) {
    const kind = graph.kindOf(other);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return {
    ids: [node],
    count: Math.max(reached.length - 1, 0),
    tierZero: graph.nodesOf(tierZero).filter((other) => other !== start && marks.has(other)).length,
    byKind: [...counts].toSorted(([one, some], [other, more]) => more - some || one - other),
  };
}
