import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { keptResults } from '../pages/kept-results.js';
import { passedByWalk, type WithPassedRoles } from './passed-roles.js';
import { inPlaces, type WalkFrom } from './walk.js';
import { resultTest, WalkedNodes } from './walked-nodes.js';

interface EntityCountsArguments {
  readonly start: number;
  readonly walks: readonly Omit<WalkFrom, 'start'>[];
}

interface EntityCounts extends WithPassedRoles {
  /** The node alone. */
  readonly ids: readonly number[];
  /** The numbers of results, in the order of the walks. */
  readonly counts: readonly number[];
}

/** Panels are opened again and again; a domain has lists of all its nodes. */
const keptOf = keptResults<readonly number[]>(({ length }) => 8 * length);

/** Counts the results of several walks from one node. */
export function entityCounts(
  graph: MemoryGraph,
  { start, walks }: EntityCountsArguments,
  interrupt: Interrupt,
): EntityCounts {
  const known = keptOf(graph);
  const key = JSON.stringify([start, walks]);
  const counts = known.get(key) ?? countsOf(graph, start, walks, interrupt);
  known.set(key, counts);
  const control = walks.map((it) => passedByWalk(graph, inPlaces(graph, { ...it, start }), interrupt));
  const passed = control.flatMap(({ passedRoles = [] }) => passedRoles);
  return { ids: [start], counts, ...(passed.length > 0 && { passedRoles: passed }) };
}

function countsOf(
  graph: MemoryGraph,
  start: number,
  walks: EntityCountsArguments['walks'],
  interrupt: Interrupt,
): number[] {
  /** Lists that differ in their results alone share the walk. */
  const walked = new Map<string, WalkedNodes>();
  return walks.map((it) => {
    const from = inPlaces(graph, { ...it, start });
    const path = JSON.stringify([from.walk.startsAtAll, from.walk.steps, from.environment]);
    const nodes = walked.get(path) ?? new WalkedNodes(graph, from, interrupt);
    walked.set(path, nodes);
    return nodes.results(resultTest(graph, from), from.walk.ends).length;
  });
}
