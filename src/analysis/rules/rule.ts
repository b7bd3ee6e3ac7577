import type { GraphFacts, RuleGraph } from '../graph-facts.js';

export type EmitEdge = (source: number, kind: number, target: number) => void;

/** A reason for derived edges. */
export interface Rule {
  /** The kinds that it derives. */
  readonly kinds: readonly number[];
  /** Kinds that `facts.stated` has for the rule, because it starts from all edges of them. */
  readonly startsFrom?: readonly number[];
  /** Passes each edge that follows from the graph to `emit`, in any order, some maybe several times. */
  derive(graph: RuleGraph, facts: GraphFacts, emit: EmitEdge): void;
}
