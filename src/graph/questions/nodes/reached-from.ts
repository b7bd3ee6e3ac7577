import type { Direction } from '../../memory/memory-graph.js';
import type { WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import type { NodeMarks } from './node-marks.js';

/** The places among the starts that exist, then all that they reach over any number of edges, or that reach them. @param marks has them afterwards */
export function reachedFrom(
  graph: WalkedGraph,
  starts: readonly number[],
  direction: Direction,
  followed: KindSet,
  marks: NodeMarks,
  interrupt: Interrupt,
): number[] {
  marks.clear(graph.size);
  const reached = starts.filter((start) => graph.exists(start) && marks.add(start));
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
