import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../graph-facts.js';
import { addMembers } from './rule.js';

/**
 * The fewest principals that stand for all that are in each set or a member of it: a group, and not each of its members, because paths
 * follow memberships. A set that everybody is a member of excludes nobody, so it is left out. If all are left out, the result is the
 * nodes of all sets. The order of the sets counts: groups are looked for among the first, and in the members of its nodes.
 * @param holders sets of nodes, such as the holders of a right; members are not among them
 */
export function shortestPrincipalsInAll(
  graph: RuleGraph,
  facts: Pick<GraphFacts, 'has'>,
  holders: readonly ReadonlySet<number>[],
): Set<number> {
  const sets = holders
    .map((direct) => ({ direct, all: withMembers(graph, facts, direct) }))
    .filter(({ all }) => !some(all, (node) => facts.has(node, Trait.IsEverybody)));
  const [first, ...others] = sets;
  if (!first) return new Set(holders.flatMap((direct) => [...direct]));
  if (others.length === 0) return new Set(first.direct);

  const isInOthers = (node: number) => others.every(({ all }) => all.has(node));
  const found = new Set([...first.direct].filter(isInOthers));
  const opened = [...first.direct].filter((node) => !found.has(node));
  const nested = [...withMembers(graph, facts, opened)].filter(isInOthers);
  const groups = nested.filter((node) => isGroup(graph, node));
  const covered = withMembers(graph, facts, groups);
  for (const group of groups) found.add(group);
  for (const node of nested) if (!covered.has(node)) found.add(node);
  return found;
}

/** The nodes and their members at any depth, but neither members of local administrators nor local administrators as members. */
function withMembers(graph: RuleGraph, facts: Pick<GraphFacts, 'has'>, nodes: Iterable<number>): Set<number> {
  const isAdministrators = (node: number) => facts.has(node, Trait.LocalAdministrators);
  const direct = new Set(nodes);
  const all = addMembers(
    graph,
    new Set(direct),
    [Kind.MemberOf, Kind.MemberOfLocalGroup],
    (node) => !isAdministrators(node),
  );
  for (const node of all) if (isAdministrators(node) && !direct.has(node)) all.delete(node);
  return all;
}

function isGroup(graph: RuleGraph, node: number): boolean {
  return graph.hasKind(node, Kind.Group) || graph.hasKind(node, Kind.ADLocalGroup);
}

function some(nodes: Iterable<number>, test: (node: number) => boolean): boolean {
  for (const node of nodes) if (test(node)) return true;
  return false;
}
