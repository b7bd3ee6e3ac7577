import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { EdgeLists } from './edge-lists.js';
import type { RuleGraph } from './graph-facts.js';

/**
 * The graph with the memberships that are derived now, before they are written. Only `sources` sees them, because rules walk to members.
 * @param was the memberships that were derived before
 * @param now those that are derived now
 * @param stated those of either that a source states
 */
export function withMemberships(graph: RuleGraph, was: EdgeLists, now: EdgeLists, stated: EdgeLists): RuleGraph {
  const only = (edges: EdgeLists, others: EdgeLists) =>
    edges.filter((...edge) => !others.has(...edge) && !stated.has(...edge));
  const [removed, added] = [only(was, now), only(now, was)];
  const { size, environments } = graph;
  return {
    size,
    environments,
    kindOf: (node) => graph.kindOf(node),
    hasKind: (node, kind) => graph.hasKind(node, kind),
    environmentOf: (node) => graph.environmentOf(node),
    targets: (node, kind, visit) => graph.targets(node, kind, visit),
    sources: (node, kind, visit) => {
      if (kind !== Kind.MemberOf) return graph.sources(node, kind, visit);
      graph.sources(node, kind, (member) => {
        if (!removed.has(member, kind, node)) visit(member);
      });
      added.peersOf(node, kind).forEach((member) => visit(member));
    },
  };
}
