import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { GraphFacts, RuleGraph } from '../graph-facts.js';

/** Why a selector selects a node, with the numbers of the API. */
export const NodeSource = { Seed: 1, Child: 2, Parent: 3 } as const;

type Visit = (node: number) => void;

const isOneOf =
  (graph: RuleGraph, ...kinds: readonly number[]) =>
  (node: number): boolean =>
    kinds.some((kind) => graph.hasKind(node, kind));

const cloudContainers = [Kind.AZResourceGroup, Kind.AZSubscription, Kind.AZManagementGroup] as const;

/**
 * The seeds with all nodes below them and, if asked for, what is above those: who controls a container or a policy controls what it applies to.
 * @param parents null for none; `inheriting` has the nodes that inherit the permissions of the containers above them
 * @returns a number of {@link NodeSource} by node
 */
export function expand(
  graph: RuleGraph,
  facts: GraphFacts,
  seeds: readonly number[],
  parents: { readonly inheriting: ReadonlySet<number> } | null,
): Map<number, number> {
  const found = new Map<number, number>(seeds.map((node) => [node, NodeSource.Seed]));
  const add = (source: number) => (node: number) => void (found.has(node) || found.set(node, source));
  // A map visits the nodes that are added meanwhile.
  for (const node of found.keys()) visitChildren(graph, node, add(NodeSource.Child));
  if (!parents) return found;
  const nodes = [...found.keys()];
  const addParent = add(NodeSource.Parent);
  visitUnits(graph, facts, nodes, addParent);
  const inheriting = nodes.filter((node) => parents.inheriting.has(node));
  const isContainer = isOneOf(graph, Kind.Container);
  containersAbove(graph, inheriting, Kind.Contains, isContainer).forEach(addParent);
  const inCloud = containersAbove(graph, nodes, Kind.AZContains, () => true);
  [...inCloud].filter(isOneOf(graph, ...cloudContainers)).forEach(addParent);
  for (const node of nodes)
    if (graph.hasKind(node, Kind.AZServicePrincipal)) graph.sources(node, Kind.AZRunsAs, addParent);
  return found;
}

/** @returns the seeds and all nodes below them */
export function addBelow(graph: RuleGraph, seeds: readonly number[]): Set<number> {
  const nodes = new Set(seeds);
  // A set visits the nodes that are added meanwhile.
  for (const node of nodes) visitChildren(graph, node, (child) => nodes.add(child));
  return nodes;
}

/** Members of groups, contents of containers, and holders of roles. */
function visitChildren(graph: RuleGraph, node: number, visit: Visit): void {
  const isA = (...kinds: readonly number[]) => isOneOf(graph, ...kinds)(node);
  if (isA(Kind.Group)) graph.sources(node, Kind.MemberOf, visit);
  else if (isA(Kind.OU, Kind.Container)) graph.targets(node, Kind.Contains, visit);
  else if (isA(Kind.AZGroup)) graph.sources(node, Kind.AZMemberOf, visit);
  else if (isA(...cloudContainers)) graph.targets(node, Kind.AZContains, visit);
  else if (isA(Kind.AZRole)) for (const kind of [Kind.AZHasRole, Kind.AZRoleEligible]) graph.sources(node, kind, visit);
}

/** The containers that contain the nodes at any depth, by containers alone. */
function containersAbove(
  graph: RuleGraph,
  nodes: readonly number[],
  edge: number,
  isContainer: (node: number) => boolean,
): Set<number> {
  const above = new Set<number>();
  const climb = (node: number) =>
    graph.sources(node, edge, (container) => void (isContainer(container) && above.add(container)));
  nodes.forEach(climb);
  // A set visits the nodes that are added meanwhile.
  above.forEach(climb);
  return above;
}

/**
 * The units above the nodes, and the policies that are linked to those or to the nodes, unless a unit in between blocks inheritance and the
 * link is not enforced.
 */
function visitUnits(graph: RuleGraph, facts: GraphFacts, nodes: readonly number[], visit: Visit): void {
  const open = new Set(nodes);
  const blocked = new Set<number>();
  const climb = (node: number, above: Set<number>) =>
    graph.sources(node, Kind.Contains, (unit) => {
      if (!graph.hasKind(unit, Kind.OU)) return;
      above.add(unit);
      visit(unit);
    });
  for (const node of open) {
    climb(node, graph.blocksInheritance(node) ? blocked : open);
    graph.sources(node, Kind.GPLink, visit);
  }
  for (const unit of blocked) {
    climb(unit, blocked);
    graph.sources(unit, Kind.GPLink, (policy) => {
      if (facts.isEnforced(policy, unit)) visit(policy);
    });
  }
}
