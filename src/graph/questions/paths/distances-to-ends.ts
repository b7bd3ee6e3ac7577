import type { Direction } from '../../memory/memory-graph.js';
import type { WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import { NodeMarks } from '../nodes/node-marks.js';

/** What a search reads. */
export type SearchedGraph = Pick<WalkedGraph, 'size' | 'degree' | 'neighbours'>;

/** One side of a search: the nodes that it has reached, level by level. */
interface Side {
  readonly direction: Direction;
  readonly distances: NodeMarks;
  /** Nodes by their distance. The last level is not expanded yet. */
  readonly levels: number[][];
  /** Edges that the next step reads. */
  cost: number;
}

const fromStart = new NodeMarks();
const toEnds = new NodeMarks();

/**
 * Finds all shortest paths from a start to the nearest ends.
 * @param ends not with the start
 * @returns for each node on such a path its distance to the ends; also for other nodes, if it is known. Valid until the next call
 */
export function distancesFrom(
  graph: SearchedGraph,
  start: number,
  ends: readonly number[],
  kinds: KindSet,
  interrupt: Interrupt,
): NodeMarks {
  const forward = sideOf(graph, 'out', [start], fromStart);
  const backward = sideOf(graph, 'in', ends, toEnds);
  for (;;) {
    const [side, other] = forward.cost <= backward.cost ? [forward, backward] : [backward, forward];
    const met = expand(graph, side, kinds, other.distances, interrupt);
    if (met) break;
    if (side.levels.at(-1)!.length === 0) return toEnds;
  }
  continueToStart(graph, forward.levels, backward.levels.length - 1, kinds, interrupt);
  return toEnds;
}

/**
 * Finds the distances from several starts to the nearest ends.
 * @returns the distance of each start that reaches an end, and of all nodes on its shortest paths. Valid until the next call
 */
export function distancesFromAll(
  graph: SearchedGraph,
  starts: readonly number[],
  ends: readonly number[],
  kinds: KindSet,
  interrupt: Interrupt,
): NodeMarks {
  const backward = sideOf(graph, 'in', ends, toEnds);
  let missing = starts;
  while (missing.length > 0 && backward.levels.at(-1)!.length > 0) {
    expand(graph, backward, kinds, null, interrupt);
    missing = missing.filter((start) => !toEnds.has(start));
  }
  return toEnds;
}

function sideOf(graph: SearchedGraph, direction: Direction, nodes: readonly number[], distances: NodeMarks): Side {
  distances.clear(graph.size);
  let cost = 0;
  for (const node of nodes) {
    distances.add(node);
    cost += graph.degree(direction, node);
  }
  return { direction, distances, levels: [[...nodes]], cost };
}

/** Adds the next level. @returns whether a node of it was reached from the other side, too */
function expand(
  graph: SearchedGraph,
  side: Side,
  kinds: KindSet,
  other: NodeMarks | null,
  interrupt: Interrupt,
): boolean {
  const { direction, distances, levels } = side;
  const next: number[] = [];
  const distance = levels.length;
  let hasMet = false;
  side.cost = 0;
  const reach = (node: number) => {
    if (!distances.add(node, distance)) return false;
    next.push(node);
    side.cost += graph.degree(direction, node);
    if (other?.has(node)) hasMet = true;
    return false;
  };
  for (const node of levels.at(-1)!) {
    interrupt.check();
    graph.neighbours(direction, node, kinds, reach);
  }
  levels.push(next);
  return hasMet;
}

/**
 * Sets the distances to the ends of the nodes between the start and the last level that was reached from the ends. It reads the edges that the
 * search from the start has read, not those into a node on a path, which may be far more.
 */
function continueToStart(
  graph: SearchedGraph,
  levels: readonly (readonly number[])[],
  met: number,
  kinds: KindSet,
  interrupt: Interrupt,
): void {
  for (let level = levels.length - 2, wanted = met; level >= 0; level--, wanted++)
    for (const node of levels[level]!) {
      interrupt.check();
      graph.neighbours('out', node, kinds, (next) => {
        if (toEnds.distanceOf(next) !== wanted) return false;
        toEnds.add(node, wanted + 1);
        return true;
      });
    }
}
