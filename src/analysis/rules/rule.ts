import type { GraphFacts, RuleGraph } from '../graph-facts.js';

export type EmitEdge = (source: number, kind: number, target: number) => void;

/** A reason for derived edges. */
export interface Rule {
  /** Kinds that `facts.stated` has for the rule, because it starts from all edges of them. */
  readonly startsFrom?: readonly number[];
  /** Passes each edge that follows from the graph to `emit`, in any order, some maybe several times. */
  derive(graph: RuleGraph, facts: GraphFacts, emit: EmitEdge): void;
}

/**
 * Adds all nodes that reach one of the nodes by edges of these kinds, at any depth.
 * @param isOpen whether the edges into a node are followed
 * @returns the same set
 */
export function addMembers(
  graph: RuleGraph,
  nodes: Set<number>,
  kinds: readonly number[],
  isOpen: (node: number) => boolean = () => true,
): Set<number> {
  // A set visits the nodes that are added meanwhile.
  for (const node of nodes) {
    if (!isOpen(node)) continue;
    for (const kind of kinds) graph.sources(node, kind, (member) => nodes.add(member));
  }
  return nodes;
}
