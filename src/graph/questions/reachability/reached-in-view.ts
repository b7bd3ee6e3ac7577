import type { Direction } from '../../memory/memory-graph.js';
import { nodeOf, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import type { NodeMarks } from '../nodes/node-marks.js';
import type { PathEdge } from '../paths/path-subgraph.js';
import { isDerivedOnly } from '../paths/derived-in-view.js';

interface EdgesInView {
  readonly direction: Direction;
  readonly followed: KindSet;
  /** By kind: 1 if derived edges of it may be gone. */
  readonly affected: Uint8Array;
}

/**
 * As `reachedFrom` in a view, with the derived edges on which that relies: one for each node that no other edge reaches. All other
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
