import type { GraphFacts, RuleGraph } from '../facts/graph-facts.js';
import type { Condition } from './nodes/conditions.js';
import type { Principals } from './nodes/principals.js';
import { newerKinds } from '../facts/rule-settings.js';

export type EmitEdge = (source: number, kind: number, target: number) => void;

/** The graph that a rule derives edges from, and the receivers of its results. */
export interface RuleInput {
  readonly graph: RuleGraph;
  readonly facts: GraphFacts;
  readonly principals: Principals;
  /** Receives each edge that follows from the graph, in any order, some maybe several times. */
  readonly emit: EmitEdge;
  /** Receives each object that might lead to edges of a kind, but lacks a property of the rule. */
  readonly skip: (kind: number, property: string, node: number) => void;
}

/** A reason for derived edges. */
export interface Rule {
  /** The kinds that it derives. */
  readonly kinds: readonly number[];
  /** Kinds that `facts.stated` has for the rule, because it starts from all edges of them. */
  readonly startsFrom?: readonly number[];
  derive(input: RuleInput): void;
}

/** The most edges that one rule passes on, repeated ones included. All rules derive 4,000,000 from a graph of 1,000,000 users. */
export const maxEdgesOfRule = 20_000_000;

/** The property of the objects that are skipped because a rule reached {@link maxEdgesOfRule}. */
export const edgeLimit = 'limit';

/** Ends a rule at {@link maxEdgesOfRule}, so that a graph with hostile products of nodes exhausts neither memory nor time. */
export class EdgeLimitError extends Error {
  constructor(readonly node: number) {
    super(`a rule passed on ${maxEdgesOfRule} edges`);
  }
}

/** Derives the edges of a rule up to a limit, without kinds that the settings leave out. If there are more, each kind of the rule has a skipped object. */
export function deriveWithin(limit: number, rule: Rule, input: RuleInput): void {
  const off = new Set(input.facts.withNewer ? [] : rule.kinds.filter((kind) => newerKinds.has(kind)));
  if (off.size === rule.kinds.length) return;
  const skip: RuleInput['skip'] = (kind, ...object) => {
    if (!off.has(kind)) input.skip(kind, ...object);
  };
  let count = 0;
  const emit: EmitEdge = (source, kind, target) => {
    if (off.has(kind)) return;
    if (count++ === limit) throw new EdgeLimitError(source);
    input.emit(source, kind, target);
  };
  try {
    rule.derive({ ...input, emit, skip });
  } catch (error) {
    if (!(error instanceof EdgeLimitError)) throw error;
    for (const kind of rule.kinds) skip(kind, edgeLimit, error.node);
  }
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

/** Whether a condition holds for an object with known properties. An object that lacks a property is skipped. */
export function holds({ facts, skip }: RuleInput, kind: number, condition: Condition, node: number): boolean {
  const truth = condition(facts.propertiesOf(node));
  if (typeof truth === 'boolean') return truth;
  skip(kind, truth.missing, node);
  return false;
}
