import type { Direction } from '../../memory/memory-graph.js';
import { nodeOf, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import type { NodeMarks } from '../nodes/node-marks.js';
import type { PathEdge } from '../paths/path-subgraph.js';
import { isDerivedOnly } from '../paths/derived-in-view.js';

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

interface EdgesInView {
  readonly direction: Direction;
  readonly followed: KindSet;
  /** By kind: 1 if derived edges of it may be gone. */
  readonly affected: Uint8Array;
}

/**
 * As {@link reachedFrom} in a view, with the derived edges on which that relies: one for each node that no other edge reaches. All other
 * derived edges may hold or not.
 */
export function reachedInView(
  view: WalkedGraph,
  starts: readonly number[],
  { direction, followed, affected }: EdgesInView,
  marks: NodeMarks,
  interrupt: Interrupt,
): readonly [reached: number[], relied: PathEdge[]] {
  marks.clear(view.size);
  const reached = starts.filter((start) => view.exists(start) && marks.add(start));
  const relied: PathEdge[] = [];
  const doubtful = affected.map((isAffected, kind) => (followed ? isAffected & followed[kind]! : isAffected));
  const followSure = (node: number) =>
    view.edgesOf(direction, node, followed, (peer, kind) => {
      if (marks.has(peer)) return false;
      if (doubtful[kind] === 1 && isDerivedOnly(edgeAt(view, direction, node, kind, peer)[3])) return false;
      marks.add(peer);
      reached.push(peer);
      return false;
    });
  const followDoubtful = (node: number) =>
    view.edgesOf(direction, node, doubtful, (peer, kind) => {
      if (!marks.add(peer)) return false;
      reached.push(peer);
      relied.push(edgeAt(view, direction, node, kind, peer));
      return false;
    });
  // The loops visit the nodes that they add: first all that are sure, and then the doubtful ones of one more node.
  let sure = 0;
  for (let tried = 0; tried < reached.length; tried++) {
    for (; sure < reached.length; sure++) {
      interrupt.check();
      followSure(reached[sure]!);
    }
    followDoubtful(reached[tried]!);
  }
  return [reached, relied];
}

/** The stored edge between two places. */
function edgeAt(graph: WalkedGraph, direction: Direction, place: number, kind: number, peer: number): PathEdge {
  const [source, target] = direction === 'out' ? [place, peer] : [peer, place];
  return [nodeOf(graph, source), kind, nodeOf(graph, target), graph.flagsOf(source, kind, target) ?? 0];
}
