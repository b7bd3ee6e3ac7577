import type { MemoryGraph } from '../../memory/memory-graph.js';
import { EdgeFlag, statedFlags } from '../../store/edge-flag.js';
import type { Interrupt } from '../interrupt.js';
import { Explanation, maxEdges } from './explanation.js';
import { NodeTests } from './node-tests.js';
import { inIds, type PathSubgraph } from './path-subgraph.js';
import type { ProofFacts } from './principal-groups.js';
import type { NodeTest, Reason } from './reason.js';

interface CompositionArguments extends ProofFacts {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly reasons: readonly Reason[];
  /** Nodes by the test that they pass; null: the answer has the nodes to be tested, and nothing else. */
  readonly passed: Readonly<Record<NodeTest, readonly number[]>> | null;
}

interface Composition extends PathSubgraph {
  readonly isFound: boolean;
  /** By test. */
  readonly toTest: Readonly<Record<NodeTest, readonly number[]>>;
}

/** The edges from which a derived edge follows. An edge that a source states, or that has no such reason, is explained by itself. */
export function composition(graph: MemoryGraph, args: CompositionArguments, interrupt: Interrupt): Composition {
  const { kind, reasons, passed } = args;
  const [source, target] = [graph.placeOf(args.source), graph.placeOf(args.target)];
  const flags = graph.flagsOf(source, kind, target);
  const nothing = { ids: [], edges: [], truncated: false, isFound: flags !== undefined, toTest: {} };
  if (flags === undefined) return nothing;
  const tests = passed ? NodeTests.of(graph, passed) : new NodeTests();
  const explanation = new Explanation(graph, { ...args, tests }, { source, target, principal: source }, interrupt);
  const edges = flags & EdgeFlag.Derived ? reasons.flatMap((reason) => explanation.edgesOf(reason) ?? []) : [];
  if (!passed) return { ...nothing, toTest: tests.missingIn(graph) };
  if (flags & statedFlags || edges.length === 0) edges.unshift([source, kind, target, flags]);
  const distinct = [...new Map(edges.map((edge) => [edge.slice(0, 3).join(' '), edge])).values()];
  const shown = distinct.slice(0, maxEdges);
  const ids = [...new Set([source, target, ...shown.flatMap(([from, , to]) => [from, to])])];
  const truncated = explanation.isCut || shown.length < distinct.length;
  return { ...nothing, ...inIds(graph, { ids, edges: shown, truncated }) };
}
