import { kindSetOf } from '../../memory/kind-set.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { walkableGraph } from '../../memory/visible-graph.js';
import { placesOf, startsOf, walkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { reachedFrom } from '../nodes/reached-from.js';
import { distancesFromAll } from './distances-to-ends.js';

/** Ways over nodes that the caller does not see: no more than that they exist. Ids. */
export interface HiddenWays {
  /** Each of them leads to one of the targets at least. */
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

interface HiddenWaysArguments {
  /** Places. No path over visible nodes leads from one of them to an end. */
  readonly starts: readonly number[];
  readonly ends: NodeSelection;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  readonly held?: boolean | undefined;
  /** Most nodes. */
  readonly room: number;
}

const marks = new NodeMarks();

/**
 * The starts that reach ends over hidden nodes, and the ends that they reach. All ends, because the nearest ones would tell how long the ways
 * are.
 * @param graph as the caller sees it
 * @returns null if there are no such ways
 */
export function hiddenWays(
  graph: MemoryGraph,
  { starts, ends: selection, kinds, held, room }: HiddenWaysArguments,
  interrupt: Interrupt,
): (HiddenWays & { readonly truncated: boolean }) | null {
  // A view leaves out what it names, and it is not known what hidden nodes would give in it.
  const whole = graph.hidden ? graph : walkableGraph(graph);
  if (whole === graph || starts.length === 0) return null;
  const ends = selectedNodes(graph, selection);
  const walked = walkedGraph(whole, held);
  const followed = kindSetOf(kinds);
  const origins = startsOf(walked, starts);
  const distances = distancesFromAll(walked, origins, placesOf(walked, ends), followed, interrupt);
  const leading = starts.filter((_, index) => distances.has(origins[index]!));
  if (leading.length === 0) return null;
  reachedFrom(walked, startsOf(walked, leading), 'out', followed, marks, interrupt);
  const reached = ends.filter((end) => placesOf(walked, [end]).some((place) => marks.has(place)));
  const sources = leading.slice(0, Math.max(room - 1, 0));
  const targets = sources.length === 0 ? [] : reached.slice(0, room - sources.length);
  return {
    sources: graph.idsOf(sources),
    targets: graph.idsOf(targets),
    truncated: sources.length < leading.length || targets.length < reached.length,
  };
}
