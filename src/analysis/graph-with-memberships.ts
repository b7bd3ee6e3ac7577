import { Kind } from '../graph/kinds/kind-catalogue.js';
import type { EdgeLists } from './edge-lists.js';
import type { RuleGraph } from './graph-facts.js';

/** Other ends of edges, by node. */
type Ends = Map<number, Set<number>>;

type Visit = (node: number) => void;

/** A graph with other derived memberships than before, so that rules see those that have not been written yet. */
export class GraphWithMemberships implements RuleGraph {
  readonly size: number;
  readonly environments: readonly string[];
  private readonly removed = { members: new Map() as Ends, groups: new Map() as Ends };
  private readonly added = { members: new Map() as Ends, groups: new Map() as Ends };

  /**
   * @param was the memberships that were derived before
   * @param now those that are derived now
   * @param stated those of either that a source states
   */
  constructor(
    private readonly graph: RuleGraph,
    was: EdgeLists,
    now: EdgeLists,
    stated: EdgeLists,
  ) {
    ({ size: this.size, environments: this.environments } = graph);
    for (const [from, others, to] of [[was, now, this.removed] as const, [now, was, this.added] as const])
      from.edges((member, kind, group) => {
        if (kind !== Kind.MemberOf || others.has(member, kind, group) || stated.has(member, kind, group)) return;
        addTo(to.members, group, member);
        addTo(to.groups, member, group);
      });
  }

  kindOf(node: number): number {
    return this.graph.kindOf(node);
  }

  hasKind(node: number, kind: number): boolean {
    return this.graph.hasKind(node, kind);
  }

  environmentOf(node: number): number {
    return this.graph.environmentOf(node);
  }

  targets(node: number, kind: number, visit: Visit): void {
    if (kind !== Kind.MemberOf) return this.graph.targets(node, kind, visit);
    this.graph.targets(node, kind, without(this.removed.groups.get(node), visit));
    this.added.groups.get(node)?.forEach((group) => visit(group));
  }

  sources(node: number, kind: number, visit: Visit): void {
    if (kind !== Kind.MemberOf) return this.graph.sources(node, kind, visit);
    this.graph.sources(node, kind, without(this.removed.members.get(node), visit));
    this.added.members.get(node)?.forEach((member) => visit(member));
  }
}

function without(removed: ReadonlySet<number> | undefined, visit: Visit): Visit {
  return removed
    ? (node) => {
        if (!removed.has(node)) visit(node);
      }
    : visit;
}

function addTo(ends: Ends, node: number, end: number): void {
  const known = ends.get(node);
  if (known) known.add(end);
  else ends.set(node, new Set([end]));
}
