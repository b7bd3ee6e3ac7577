import type { GraphFacts, RuleGraph } from '../graph-facts.js';
import { expand } from './expand.js';
import { ruleConditions } from './rule-conditions.js';
import type { TierZeroRuleName } from '../../database/migrations/tier-zero-rules.js';
import type { SelectorSeeds } from './selectors.js';

/** Numbers of `NodeSource` by node, by selector. */
export type SelectedNodes = ReadonlyMap<number, ReadonlyMap<number, number>>;

export interface Selection {
  /** Without the seeds that users name. */
  readonly selected: SelectedNodes;
  /** The nodes that the enabled selectors of tier zero select. */
  readonly tierZero: ReadonlySet<number>;
}

/** Finds what the selectors select. Those that are off are there, too, so that they take effect as soon as they are on. */
export function selectNodes(graph: RuleGraph, facts: GraphFacts, selectors: readonly SelectorSeeds[]): Selection {
  const selected = new Map<number, ReadonlyMap<number, number>>();
  const tierZero = new Set<number>();
  for (const { id, rule, nodes, hasParents, isEnabled, isOfTierZero } of selectors) {
    const found = expand(graph, facts, rule === null ? nodes : seedsOf(graph, rule, nodes), hasParents);
    if (isEnabled && isOfTierZero) for (const node of found.keys()) tierZero.add(node);
    if (rule === null) for (const node of nodes) found.delete(node);
    selected.set(id, found);
  }
  return { selected, tierZero };
}

/** @param nodes of the condition of the rule */
function seedsOf(graph: RuleGraph, rule: TierZeroRuleName, nodes: readonly number[]): readonly number[] {
  const condition = ruleConditions[rule];
  if (!condition.with) return nodes;
  const seeds = new Set<number>();
  for (const node of nodes)
    graph.sources(node, condition.with.edge, (source) => {
      if (graph.hasKind(source, condition.kind)) seeds.add(source);
    });
  return [...seeds];
}
