import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Condition } from '../../conditions/condition.js';
import { chosenNodes } from '../pages/chosen-nodes.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { orderedResults, withPassed } from './entity-list.js';
import { LeadingNodes } from './leading-nodes.js';
import { passedByWalk, type WithPassedRoles } from './passed-roles.js';
import { inPlaces, reversed, somePeer, type WalkStep, type WalkFrom } from './walk.js';
import { resultTest, WalkedNodes } from './walked-nodes.js';

type Edge = readonly [source: number, kind: number, target: number];

/** The paths of a walk as nodes and edges. */
export interface EntitySubgraph extends WithPassedRoles {
  readonly ids: readonly number[];
  readonly edges: readonly Edge[];
  /** Whether there are more nodes. */
  readonly truncated: boolean;
}

const byName = { by: [{ rank: 'nameRank', descending: false }], idDescending: false } as const;

/**
 * The node and all edges on walks from it to the results. The nodes on the way come nearest first, then the other results by name, until
 * there are `maxNodes`.
 */
export function entitySubgraph(
  graph: MemoryGraph,
  { maxNodes, ...asked }: WalkFrom & { readonly maxNodes: number },
  interrupt: Interrupt,
): EntitySubgraph | AnswerWithNeeds<EntitySubgraph> {
  const { where, ...from } = inPlaces(graph, asked);
  const passed = passedByWalk(graph, from, interrupt);
  return where
    ? withPassed(chosenSubgraph(graph, from, where, maxNodes, interrupt), passed)
    : { ...subgraphOf(graph, from, maxNodes, interrupt), ...passed };
}

/** The walk to the results that meet conditions. */
function* chosenSubgraph(
  graph: MemoryGraph,
  from: WalkFrom,
  where: readonly Condition[],
  maxNodes: number,
  interrupt: Interrupt,
): AnswerWithNeeds<EntitySubgraph> {
  const results = new WalkedNodes(graph, from, interrupt).results(resultTest(graph, from));
  const chosen = yield* chosenNodes(graph, results, where, interrupt);
  return subgraphOf(graph, { ...from, among: Array.from(chosen) }, maxNodes, interrupt);
}

/** As {@link entitySubgraph} without conditions, of places. */
export function subgraphOf(graph: MemoryGraph, from: WalkFrom, maxNodes: number, interrupt: Interrupt): EntitySubgraph {
  const walked = new WalkedNodes(graph, from, interrupt);
  const isResult = resultTest(graph, from);
  const leading = new LeadingNodes(graph, walked, isResult, interrupt);
  const onTheWay = nodesOnTheWay(walked, leading);
  const way = [...onTheWay].slice(0, maxNodes);
  const room = maxNodes - way.length;
  const ends = orderedResults(graph, from, byName, interrupt, walked)
    // One more than there is room for, even if all nodes on the way are among them.
    .page({ skip: 0, limit: maxNodes + 1 })
    .filter((node) => !onTheWay.has(node));
  const shown = [...way, ...ends.slice(0, room)];
  const edges = edgesAmong(new Set(shown), graph, walked, leading, isResult, interrupt);
  return {
    ids: graph.idsOf(shown),
    edges: edges.map(([source, kind, target]) => [graph.idOf(source), kind, graph.idOf(target)]),
    truncated: onTheWay.size > way.length || ends.length > room,
  };
}

/** The node itself, and all from which a step leads towards a result, nearest first. */
function nodesOnTheWay({ nodes, states, from }: WalkedNodes, leading: LeadingNodes): Set<number> {
  const way = new Set([from.start]);
  for (const [at, node] of nodes.entries()) {
    const state = states[at]!;
    // In a state that is no end, a node leads only by a step.
    if (leading.has(node, state) && (!from.walk.ends.includes(state) || leading.leadsOn(node, state))) way.add(node);
  }
  return way;
}

function edgesAmong(
  shown: ReadonlySet<number>,
  graph: MemoryGraph,
  walked: WalkedNodes,
  leading: LeadingNodes,
  isResult: (node: number) => boolean,
  interrupt: Interrupt,
): Edge[] {
  const edges = new DistinctEdges(graph);
  for (const [at, node] of walked.nodes.entries()) {
    if (!shown.has(node)) continue;
    interrupt.check();
    for (const step of walked.steps[walked.states[at]!]!)
      edges.addStep(step, node, (peer) => shown.has(peer) && leading.has(peer, step.to));
  }
  // From the results back, because few of the results of a node may be shown.
  for (const [state, lastSteps] of walked.lastSteps.entries()) {
    const steps = lastSteps.map(reversed);
    for (const node of steps.length > 0 ? shown : []) {
      if (!isResult(node)) continue;
      interrupt.check();
      for (const step of steps) edges.addStep(step, node, (peer) => shown.has(peer) && walked.has(peer, state));
    }
  }
  return edges.all;
}

/** Edges, each once, although several steps may follow it. */
class DistinctEdges {
  readonly all: Edge[] = [];
  private readonly ends = new Map<number, Set<number>>();

  constructor(private readonly graph: MemoryGraph) {}

  /** Adds the edges of a step from a node to the nodes for which a test holds. */
  addStep(step: WalkStep, node: number, isWanted: (peer: number) => boolean): void {
    for (const kind of step.kinds)
      somePeer(this.graph, { ...step, kinds: [kind] }, node, (peer) => {
        if (isWanted(peer))
          this.add(...(step.direction === 'out' ? ([node, kind, peer] as const) : ([peer, kind, node] as const)));
        return false;
      });
  }

  private add(source: number, kind: number, target: number): void {
    let ends = this.ends.get(kind);
    if (!ends) this.ends.set(kind, (ends = new Set()));
    const count = ends.size;
    if (ends.add(source * this.graph.size + target).size > count) this.all.push([source, kind, target]);
  }
}
