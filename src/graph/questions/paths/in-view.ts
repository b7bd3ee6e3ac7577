import { HiddenParts } from '../../memory/hidden-parts.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import type { Condition } from '../../conditions/condition.js';
import { chosenNodes } from '../pages/chosen-nodes.js';
import type { Interrupt } from '../interrupt.js';
import { keptResults } from '../pages/kept-results.js';
import type { KindSet } from '../../memory/kind-set.js';
import type { AnswerWithNeeds } from '../needs.js';
import type { PathEdge } from './path-subgraph.js';
import { DerivedInView } from './derived-in-view.js';
import { KnownProofs } from './known-proofs.js';

/** The parts of a graph that a view leaves out, by the ids of nodes. */
export interface Without {
  readonly nodes: readonly number[];
  readonly edges: readonly (readonly [source: number, kind: number, target: number])[];
  /** Nodes that meet one of these conditions; absent: none. */
  readonly where?: readonly Condition[];
}

/**
 * @param graph is the view
 * @param affected kinds of derived edges that may be gone in the view
 * @returns the answer, and the derived edges of these kinds that it relies on, by places
 */
type AskInView<Answer> = (graph: MemoryGraph, affected: Uint8Array) => readonly [Answer, readonly PathEdge[]];

const knownProofs = new WeakMap<MemoryGraph, KnownProofs>();

/** What is known of the reasons for derived edges of a graph. */
export function* proofsOf(graph: MemoryGraph): AnswerWithNeeds<KnownProofs> {
  let proofs = knownProofs.get(graph);
  if (!proofs)
    knownProofs.set(graph, (proofs = new KnownProofs(graph, (yield { proofs: { facts: true, tests: {} } }).proofs)));
  return proofs;
}

/**
 * Asks a question to a graph without some nodes and edges, and without the derived edges that no longer follow. Derived edges are looked
 * at only if an answer relies on them: those that are gone are left out, too, and the question is asked again.
 */
export function* inView<Answer>(
  graph: MemoryGraph,
  without: Without,
  interrupt: Interrupt,
  ask: AskInView<Answer>,
): AnswerWithNeeds<Answer> {
  const { hidden, kinds } = yield* hiddenIn(graph, without, interrupt);
  const view = new MemoryGraph(graph.data, hidden);
  const proofs = yield* proofsOf(graph);
  const derived = new DerivedInView(view, hidden, proofs, proofs.affectedBy(kinds), interrupt);
  for (;;) {
    const [answer, edges] = ask(view, derived.affected);
    const hasHidden = yield* derived.hideGone(edges);
    if (!hasHidden) return answer;
  }
}

/** The parts that a view leaves out, without the derived edges that no longer follow. */
export function* hiddenIn(graph: MemoryGraph, without: Without, interrupt: Interrupt): AnswerWithNeeds<Hidden> {
  return hide(graph, without, yield* hiddenByConditions(graph, without.where ?? [], interrupt));
}

/** A question to a graph as it is, or to a view of it. @param derivedOf as {@link AskInView} */
export function viewed<Args, Answer>(
  ask: (graph: MemoryGraph, args: Args, interrupt: Interrupt) => Answer,
  derivedOf: (graph: MemoryGraph, answer: Answer, affected: Uint8Array) => readonly PathEdge[],
) {
  return (
    graph: MemoryGraph,
    args: Args & { readonly without?: Without | undefined },
    interrupt: Interrupt,
  ): Answer | AnswerWithNeeds<Answer> => {
    if (!args.without) return ask(graph, args, interrupt);
    return inView(graph, args.without, interrupt, (view, affected) => {
      const answer = ask(view, args, interrupt);
      return [answer, derivedOf(view, answer, affected)];
    });
  };
}

/** Parts that are hidden, and the kinds of the edges among them. */
interface Hidden {
  readonly hidden: HiddenParts;
  readonly kinds: Set<number>;
}

/** A view that conditions define is asked for again, with other parts left out. */
const keptOf = keptResults<Hidden>(({ hidden }) => hidden.state.length);

function* hiddenByConditions(
  graph: MemoryGraph,
  where: readonly Condition[],
  interrupt: Interrupt,
): AnswerWithNeeds<Hidden> {
  const key = JSON.stringify(where);
  const known = keptOf(graph).get(key);
  if (known) return known;
  const result = { hidden: new HiddenParts(graph.data), kinds: new Set<number>() };
  const nodes = Int32Array.from({ length: where.length === 0 ? 0 : graph.size }, (_, node) => node);
  const existing = nodes.filter((node) => graph.exists(node));
  for (const condition of where)
    for (const node of yield* chosenNodes(graph, existing, [condition], interrupt, 'exclude_where'))
      hideNode(graph, node, result);
  keptOf(graph).set(key, result);
  return result;
}

function hide(graph: MemoryGraph, { nodes, edges }: Without, others: Hidden): Hidden {
  const result = { hidden: new HiddenParts(graph.data, others.hidden), kinds: new Set(others.kinds) };
  for (const node of graph.nodesOf(nodes)) hideNode(graph, node, result);
  for (const [source, kind, target] of edges) {
    result.hidden.addEdge(graph.placeOf(source), kind, graph.placeOf(target));
    result.kinds.add(kind);
  }
  return result;
}

function hideNode(graph: MemoryGraph, node: number, { hidden, kinds }: Hidden): void {
  hidden.addNode(node);
  const all: KindSet = null;
  for (const direction of ['in', 'out'] as const)
    graph.edgesOf(direction, node, all, (_peer, kind) => {
      kinds.add(kind);
      return false;
    });
}
