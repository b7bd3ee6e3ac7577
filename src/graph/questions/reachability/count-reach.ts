import type { Direction } from '../../memory/memory-graph.js';
import type { CondensedGraph } from './condensed-graph.js';

/** Memory for the sets that are counted at once, in bytes. If four bytes for each component are more, it is that. */
const reachMemory = 64 * 2 ** 20;

const wordBits = 32;

interface ReachQuestion {
  /** `in`: the nodes that reach a set; `out`: those that it reaches. */
  readonly direction: Direction;
  /** Sets of nodes; each has one count. */
  readonly sets: readonly (readonly number[])[];
  /** Whether a node is counted; by default each is. */
  readonly isCounted?: (node: number) => boolean;
  /** {@link reachMemory} by default. */
  readonly memory?: number;
}

/**
 * Counts, for each set, the nodes that any node of it reaches over any number of edges, or that reach any node of it. A node reaches
 * itself. Each component has one bit for each set of a block of sets: a block costs one pass over the edges between components.
 */
export function countReach(
  graph: CondensedGraph,
  { direction, sets, isCounted, memory = reachMemory }: ReachQuestion,
): Uint32Array {
  const counts = new Uint32Array(sets.length);
  const weights = countedNodes(graph, isCounted);
  const words = Math.max(1, Math.min(Math.ceil(sets.length / wordBits), Math.floor(memory / 4 / graph.count)));
  const bits = new Uint32Array(graph.count * words);
  const isReached = new Uint8Array(graph.count);
  for (let first = 0; first < sets.length; first += words * wordBits) {
    for (let column = 0; column < words * wordBits && first + column < sets.length; column++)
      for (const node of sets[first + column]!) {
        const component = graph.componentOf[node]!;
        isReached[component] = 1;
        bits[component * words + (column >>> 5)]! |= 1 << (column & 31);
      }
    spread(graph, direction, bits, words, isReached, (component) => {
      const weight = weights[component]!;
      if (weight === 0) return;
      for (let word = 0; word < words; word++)
        for (let rest = bits[component * words + word]!; rest !== 0; rest &= rest - 1)
          counts[first + word * wordBits + 31 - Math.clz32(rest & -rest)]! += weight;
    });
  }
  return counts;
}

/** The counts of single nodes, computed once for each component. */
export function reachCounts(
  reach: CondensedGraph,
  direction: Direction,
  nodes: readonly number[],
  isCounted: (node: number) => boolean,
): (node: number) => number {
  const sets = new Map<number, readonly number[]>();
  for (const node of nodes) sets.set(reach.componentOf[node] ?? -1, [node]);
  const counts = countReach(reach, { direction, sets: [...sets.values()], isCounted });
  const byComponent = new Map([...sets.keys()].map((component, index) => [component, counts[index] ?? 0]));
  return (node) => byComponent.get(reach.componentOf[node] ?? -1) ?? 0;
}

/** By component. */
function countedNodes({ count, componentOf }: CondensedGraph, isCounted = (_node: number) => true): Uint32Array {
  const weights = new Uint32Array(count);
  for (let node = 0; node < componentOf.length; node++) if (isCounted(node)) weights[componentOf[node]!]!++;
  return weights;
}

/** Adds the bits of each component to its neighbours, then clears them. @param visit called for each component whose bits are complete */
function spread(
  { count, lists }: CondensedGraph,
  direction: Direction,
  bits: Uint32Array,
  words: number,
  isReached: Uint8Array,
  visit: (component: number) => void,
): void {
  const { start, peer } = lists[direction];
  // Edges lead to lower numbers: all components that lead to one in the direction come before it.
  for (let step = 0; step < count; step++) {
    const component = direction === 'out' ? count - 1 - step : step;
    if (isReached[component] === 0) continue;
    visit(component);
    const own = component * words;
    for (let at = start[component]!; at < start[component + 1]!; at++) {
      const neighbour = peer[at]!;
      isReached[neighbour] = 1;
      for (let word = 0; word < words; word++) bits[neighbour * words + word]! |= bits[own + word]!;
    }
    isReached[component] = 0;
    bits.fill(0, own, own + words);
  }
}
