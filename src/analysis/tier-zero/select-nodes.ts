import { expand, type IsEnforced, NodeSource } from '../../graph/questions/walks/expand.js';
import type { RuleGraph } from '../facts/graph-facts.js';
import type { SelectorStarts } from './selectors.js';

/** Numbers of `NodeSource` by node, by selector. */
export type SelectedNodes = ReadonlyMap<number, ReadonlyMap<number, number>>;

interface Selection {
  /** Without the seeds that users name. */
  readonly selected: SelectedNodes;
  /** The nodes that the enabled selectors of tier zero select. */
  readonly tierZero: ReadonlySet<number>;
}

/** Finds what the selectors select. Those that are off are there, too, so that they take effect as soon as they are on. */
export function selectNodes(
  graph: RuleGraph,
  isEnforced: IsEnforced,
  { selectors, inheriting }: SelectorStarts,
): Selection {
  const selected = new Map<number, ReadonlyMap<number, number>>();
  const tierZero = new Set<number>();
  for (const { id, rule, seeds, found: ofQueries, hasParents, isExpanded, isEnabled, isOfTierZero } of selectors) {
    const all = [...seeds, ...ofQueries];
    const found = isExpanded
      ? expand(graph, isEnforced, all, hasParents ? { inheriting } : null)
      : new Map(all.map((node) => [node, NodeSource.Seed]));
    if (isEnabled && isOfTierZero) for (const node of found.keys()) tierZero.add(node);
    if (rule === null) for (const node of seeds) found.delete(node);
    selected.set(id, found);
  }
  return { selected, tierZero };
}
