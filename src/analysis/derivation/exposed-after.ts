import { HiddenParts } from '../../graph/memory/hidden-parts.js';
import { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { NodeMarks } from '../../graph/questions/nodes/node-marks.js';
import { isDerivedOnly } from '../../graph/questions/paths/derived-in-view.js';
import type { AppliedFixes } from '../../graph/questions/plan/applied-plan.js';
import { changeReach } from '../../graph/questions/plan/container-fixes.js';
import { fixedNodes } from '../../graph/questions/plan/fixed-nodes.js';
import { PlanGraph } from '../../graph/questions/plan/plan-graph.js';
import { reachedFrom } from '../../graph/questions/nodes/reached-from.js';
import { HeldGraph } from '../../graph/reach/held-graph.js';
import { walkedGraph } from '../../graph/reach/walked-graph.js';
import { isOutgoing } from '../../graph/store/list-row.js';
import type { EdgeLists } from '../facts/edge-lists.js';
import type { StoredFacts } from '../facts/graph-facts.js';
import { deriveAll } from './derive.js';
import { factsAfter } from './fixed-facts.js';

/** Who reaches what in a plan. Nodes are ids. */
export interface ExposureSubject {
  readonly ends: readonly number[];
  /** Null: all accounts. */
  readonly among: readonly number[] | null;
  readonly kinds: readonly number[] | null;
  readonly held?: boolean | undefined;
}

/** The ids of the accounts that reach the ends if all is derived again from the facts that fixes leave. */
export function exposedAfter(
  graph: MemoryGraph,
  stored: StoredFacts,
  subject: ExposureSubject,
  { cuts, fixes }: AppliedFixes,
): number[] {
  const asked = { kinds: subject.kinds, held: subject.held, seen: graph, counts: new Map<number, number>() };
  const plan = new PlanGraph(graph, graph.nodesOf(subject.ends), subject.among, asked, uninterrupted);
  const hidden = new HiddenParts(graph.data);
  for (const cut of cuts)
    for (let at = 0; at < cut.length; at += 3) hidden.addEdge(cut[at]!, cut[at + 1]!, cut[at + 2]!);
  const isGone = (source: number, kind: number, target: number) =>
    hidden.hasEdge(source, kind, target) && isDerivedOnly(graph.flagsOf(source, kind, target) ?? 0);
  for (const { sort, at } of fixes) changeReach(hidden, sort, graph.placeOf(at));
  const changed = fixes.map(({ sort, at }) => ({ sort, nodes: fixedNodes(graph, sort, graph.placeOf(at)) }));
  const view = new MemoryGraph(graph.data, hidden);
  const facts = factsAfter(stored, changed, isGone);
  const { edges } = deriveAll(view, facts, { selectors: [], inheriting: new Set() }, () => {});
  const added: Edge[] = [];
  edges.edges((source, kind, target) => {
    const isFollowed = plan.kinds === null || plan.kinds[kind] === 1;
    if (isFollowed && view.flagsOf(source, kind, target) === undefined && !isGone(source, kind, target))
      added.push([source, kind, target]);
  });
  view.edges((source, kind, target, flags) => {
    if (isDerivedOnly(flags) && !has(edges, source, kind, target)) hidden.addEdge(source, kind, target);
  });
  const disabled = new Set(fixes.flatMap(({ sort, at }) => (sort === 'disable' ? [graph.placeOf(at)] : [])));
  return graph.idsOf(reaching(plan, view, added).filter((node) => plan.isAccount[node] === 1 && !disabled.has(node)));
}

type Edge = readonly [source: number, kind: number, target: number];

function has(lists: EdgeLists, source: number, kind: number, target: number): boolean {
  const [owner, peer] = isOutgoing(kind) ? [source, target] : [target, source];
  const peers = lists.peersOf(owner, kind);
  let [low, high] = [0, peers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (peers[middle]! < peer) low = middle + 1;
    else high = middle;
  }
  return peers[low] === peer;
}

/** The places that reach the ends of a plan in a view with more edges. */
function reaching(plan: PlanGraph, view: MemoryGraph, added: readonly Edge[]): readonly number[] {
  const walked = walkedGraph(view, plan.walked instanceof HeldGraph);
  const marks = new NodeMarks();
  const ends = new Set(plan.endPlaces);
  const enter = (from: number, to: number) => {
    if (marks.has(to) && !marks.has(from)) ends.add(from);
  };
  for (;;) {
    const reached = reachedFrom(walked, [...ends], 'in', plan.kinds, marks, uninterrupted);
    const before = ends.size;
    for (const [source, kind, target] of added)
      if (walked instanceof HeldGraph) walked.steps(source, kind, 0, target, enter);
      else enter(source, target);
    if (ends.size === before) return reached;
  }
}
