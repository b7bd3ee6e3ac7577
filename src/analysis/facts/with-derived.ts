import type { Graph } from '../../graph/memory/graph.js';
import { EdgeFlag, statedFlags } from '../../graph/store/edge-flag.js';
import { isOutgoing } from '../../graph/store/list-row.js';
import type { EdgeLists } from './edge-lists.js';
import type { RuleGraph } from './graph-facts.js';

/**
 * The graph with edges that this analysis derives, instead of edges of the same kinds that an earlier one derived. Only `sources` sees
 * them, because rules walk against the edges. It may visit a source twice.
 * @param kinds of edges that belong to their targets
 * @param derived has all edges of these kinds that follow, by rules and from properties
 */
export function withDerived(graph: Graph, kinds: readonly number[], ...derived: readonly EdgeLists[]): RuleGraph {
  const replaced = new Set(kinds.filter((kind) => !isOutgoing(kind)));
  return {
    size: graph.size,
    kindOf: (node) => graph.kindOf(node),
    hasKind: (node, kind) => graph.hasKind(node, kind),
    blocksInheritance: (node) => graph.blocksInheritance(node),
    environmentOf: (node) => graph.environmentOf(node),
    targets: (node, kind, visit) => graph.targets(node, kind, visit),
    sources: (node, kind, visit) => {
      if (!replaced.has(kind)) return graph.sources(node, kind, visit);
      graph.sources(node, kind, (source, flags) => {
        if ((flags & statedFlags) !== 0) visit(source, flags);
      });
      for (const lists of derived) lists.peersOf(node, kind).forEach((source) => visit(source, EdgeFlag.Derived));
    },
  };
}
