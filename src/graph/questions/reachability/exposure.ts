import type { MemoryGraph } from '../../memory/memory-graph.js';
import { walkableGraph } from '../../memory/visible-graph.js';
import { Account, accountMarks } from '../nodes/account-marks.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../../memory/kind-set.js';
import type { AnswerWithNeeds } from '../needs.js';
import { NodeGroups } from '../nodes/node-groups.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { inView, type Without } from '../paths/in-view.js';
import { passedPrincipals, type WithPassedPrincipals } from '../walks/passed-principals.js';
import { passedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { nodesAt, placesOf, walkedGraph } from '../../reach/walked-graph.js';
import { reachedFrom } from '../nodes/reached-from.js';
import { reachedInView } from './reached-in-view.js';

interface ExposureArguments {
  readonly ends: NodeSelection;
  /** Ids of the accounts that are counted; null: all. */
  readonly among: readonly number[] | null;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  readonly without?: Without | undefined;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
}

/** Accounts of one kind and environment, without the ends. */
interface ExposedGroup {
  readonly kind: number;
  /** Object id of the domain or tenant; null: none. */
  readonly environment: string | null;
  readonly accounts: number;
  /** Those that reach an end, in the view. */
  readonly reaching: number;
  /** The accounts among them that are not known to be enabled. */
  readonly unknown: number;
  /** Those that reach an end in the whole graph. */
  readonly before: number;
}

interface Exposure extends WithPassedRoles, WithPassedPrincipals {
  /** The nodes of the environments that the graph has. */
  readonly ids: readonly number[];
  /** Those with the most accounts that reach an end first. */
  readonly groups: readonly ExposedGroup[];
}

const marks = new NodeMarks();

/** Counts the enabled accounts that reach any of the ends. */
export function* exposure(
  graph: MemoryGraph,
  { ends, among, kinds, without, held }: ExposureArguments,
  interrupt: Interrupt,
): AnswerWithNeeds<Exposure> {
  const isAccount = accountMarks(graph, among);
  const targets = selectedNodes(graph, ends);
  for (const target of targets) isAccount[target] = 0;
  const isCounted = (place: number) => place < graph.size && isAccount[place] !== 0;
  const followed = kindSetOf(kinds);
  const groups = new NodeGroups(graph, { accounts: 0, reaching: 0, unknown: 0, before: 0 });
  for (let node = 0; node < graph.size; node++) if (isAccount[node] !== 0) groups.of(node).accounts++;
  // Whether derived edges hold in a view is known of visible ones alone.
  const all = walkedGraph(without ? graph : walkableGraph(graph), held);
  const places = placesOf(all, targets);
  // Accounts are no containers, so that each has one place.
  const before = reachedFrom(all, places, 'in', followed, marks, interrupt);
  for (const node of before) if (isCounted(node)) groups.of(node).before++;
  const after = without
    ? yield* inView(graph, without, interrupt, (view, affected) =>
        reachedInView(walkedGraph(view, held), places, { direction: 'in', followed, affected }, marks, interrupt),
      )
    : before;
  for (const node of after) {
    if (!isCounted(node)) continue;
    const group = groups.of(node);
    group.reaching++;
    if (isAccount[node] === Account.Unknown) group.unknown++;
  }
  const sorted = groups.sortedBy((group) => group.before);
  const walked = nodesAt(all, after).filter((node) => graph.exists(node));
  const passed = { ...passedRoles(graph, 'in', walked), ...passedPrincipals(graph, followed, walked) };
  return { ids: groups.environmentIds(), groups: sorted, ...passed };
}
