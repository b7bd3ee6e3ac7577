import type { Graph } from '../graph/memory/graph.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import { EdgeFlag, statedFlags } from '../graph/store/edge-flag.js';
import type { EdgeLists } from './edge-lists.js';
import type { RuleGraph } from './graph-facts.js';

/**
 * The graph with the memberships that are derived now, instead of those that were derived before. Only `sources` sees them, because rules
 * walk to members. It may visit a member twice.
 * @param linked the edges that follow from properties now: no other rule derives memberships
 */
export function withMemberships(graph: Graph, linked: EdgeLists): RuleGraph {
  return {
    size: graph.size,
    kindOf: (node) => graph.kindOf(node),
    hasKind: (node, kind) => graph.hasKind(node, kind),
    blocksInheritance: (node) => graph.blocksInheritance(node),
    environmentOf: (node) => graph.environmentOf(node),
    targets: (node, kind, visit) => graph.targets(node, kind, visit),
    sources: (node, kind, visit) => {
      if (kind !== Kind.MemberOf) return graph.sources(node, kind, visit);
      graph.sources(node, kind, (member, flags) => {
        if ((flags & statedFlags) !== 0) visit(member, flags);
      });
      linked.peersOf(node, kind).forEach((member) => visit(member, EdgeFlag.Derived));
    },
  };
}
