import { Kind } from '../graph/kinds/kind-catalogue.js';
import { edgeListsOf, type EdgeLists } from './edge-lists.js';
import type { RuleGraph } from './graph-facts.js';

/**
 * The graph with other derived memberships, so that rules see those that are not written yet. Only the walk to members sees them.
 * @param was the memberships that were derived before
 * @param now those that are derived now
 * @param stated those of either that a source states
 */
export function withMemberships(graph: RuleGraph, was: EdgeLists, now: EdgeLists, stated: EdgeLists): RuleGraph {
  const only = (edges: EdgeLists, others: EdgeLists) =>
    edgeListsOf((emit) =>
      edges.edges((...edge) => {
        if (!others.has(...edge) && !stated.has(...edge)) emit(...edge);
      }),
    );
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
