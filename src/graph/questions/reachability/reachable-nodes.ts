import type { Condition } from '../../conditions/condition.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import { walkableGraph } from '../../memory/visible-graph.js';
import type { EntityPageRequest } from '../pages/shown-node.js';
import { chosenNodes } from '../pages/chosen-nodes.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../../memory/kind-set.js';
import type { AnswerWithNeeds } from '../needs.js';
import { type NodeFilter, nodeTest } from '../nodes/node-filter.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { inView, type Without } from '../paths/in-view.js';
import { chosenPage, type LabelRanks, type NodePage } from '../walks/entity-list.js';
import { keptResults } from '../pages/kept-results.js';
import { passedPrincipals, type WithPassedPrincipals } from '../walks/passed-principals.js';
import { passedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { foundNodes, originsOf, walkedGraph } from '../../reach/walked-graph.js';
import { reachedFrom } from '../nodes/reached-from.js';
import { reachedInView } from './reached-in-view.js';

/** Nodes that are reached over any number of edges, without those at which the walk begins. */
export interface Reach {
  readonly origin: NodeSelection;
  /** `in`: the nodes that reach the origin; `out`: those that it reaches. */
  readonly direction: Direction;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  /** The nodes that count; on the way there may be others. */
  readonly filter: NodeFilter;
  /** Conditions that these nodes meet. */
  readonly where: readonly Condition[];
  readonly without?: Without | undefined;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
}

type WithPassed = WithPassedRoles & WithPassedPrincipals;

interface ReachableCounts extends WithPassed {
  /** None: the numbers name no node. */
  readonly ids: readonly number[];
  readonly count: number;
  readonly tierZero: number;
  /** By kind that is shown, the largest number first. */
  readonly byKind: readonly (readonly [kind: number, count: number])[];
}

const marks = new NodeMarks();

/** Counts the nodes that are reached. */
export function* reachable(
  graph: MemoryGraph,
  { tierZero, ...reach }: Reach & { readonly tierZero: readonly number[] },
  interrupt: Interrupt,
): AnswerWithNeeds<ReachableCounts> {
  const { nodes: reached, ...passed } = yield* reachedNodes(graph, reach, interrupt);
  const nodes = yield* chosenNodes(graph, reached, reach.where, interrupt);
  const members = new Set(graph.nodesOf(tierZero));
  const counts = new Map<number, number>();
  let ofTierZero = 0;
  for (const node of nodes) {
    const kind = graph.kindOf(node);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (members.has(node)) ofTierZero++;
  }
  return {
    ids: [],
    count: nodes.length,
    tierZero: ofTierZero,
    byKind: [...counts].toSorted(([one, some], [other, more]) => more - some || one - other),
    ...passed,
  };
}

/** By the walk. A page of kept results is answered without it. */
const keptPassed = keptResults<WithPassed>(
  ({ passedRoles: roles = [], passedPrincipals: principals = [] }) => 64 + 16 * roles.length + 8 * principals.length,
);

/** A page of the nodes that are reached. */
export function* reachableList(
  graph: MemoryGraph,
  { page, labelRanks, ...reach }: Reach & { readonly page: EntityPageRequest; readonly labelRanks?: LabelRanks },
  interrupt: Interrupt,
): AnswerWithNeeds<NodePage> {
  const { where, ...key } = reach;
  const [kept, name] = [keptPassed(graph), JSON.stringify(key)];
  function* walk(): AnswerWithNeeds<Int32Array> {
    const { nodes, ...passed } = yield* reachedNodes(graph, reach, interrupt);
    kept.set(name, passed);
    return nodes;
  }
  const choice = { key: ['reachable', key], nodes: walk, where, page, labelRanks };
  const nodes = yield* chosenPage(graph, choice, interrupt);
  if (!kept.get(name)) yield* walk();
  return { ...nodes, ...kept.get(name) };
}

/** Without regard to conditions. */
function* reachedNodes(
  graph: MemoryGraph,
  { origin, direction, kinds, filter, without, held }: Reach,
  interrupt: Interrupt,
): AnswerWithNeeds<WithPassed & { readonly nodes: Int32Array }> {
  const followed = kindSetOf(kinds);
  const starts = selectedNodes(graph, origin);
  // Whether derived edges hold in a view is known of visible ones alone.
  const all = walkedGraph(without ? graph : walkableGraph(graph), held);
  const origins = originsOf(all, starts, direction);
  const places = without
    ? yield* inView(graph, without, interrupt, (view, affected) =>
        reachedInView(walkedGraph(view, held), origins, { direction, followed, affected }, marks, interrupt),
      )
    : reachedFrom(all, origins, direction, followed, marks, interrupt);
  const reached = foundNodes(all, places, direction).filter((node) => graph.exists(node));
  const isStart = new Set(starts);
  const isWanted = nodeTest(graph, filter);
  const others = reached.filter((node) => !isStart.has(node));
  const nodes = Int32Array.from(others.filter((node) => isWanted?.(node) !== false));
  const principals = passedPrincipals(graph, followed, direction === 'in' ? reached : others);
  return { nodes, ...passedRoles(graph, direction, reached), ...principals };
}
