import type { Graph } from '../graph/memory/graph.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { EdgeLists } from './edge-lists.js';
import { isStated, type RuleGraph } from './graph-facts.js';

/**
 * The graph with the memberships that are derived now, before they are written. Only `sources` sees them, because rules walk to members.
 * @param was the edges that were derived before
 * @param now the edges that follow from properties now
 */
export function withMemberships(graph: Graph, was: EdgeLists, now: EdgeLists): RuleGraph {
  const removed = was.filter((...edge) => edge[1] === Kind.MemberOf && !now.has(...edge) && !isStated(graph, ...edge));
  const added = now.filter((...edge) => edge[1] === Kind.MemberOf && graph.flagsOf(...edge) === undefined);
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
