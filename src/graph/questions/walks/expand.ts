import { Kind } from '../../kinds/kind-catalogue.js';
import type { Graph } from '../../memory/graph.js';
import { PropertyFlag } from '../../store/edge-flag.js';

type WalkedGraph = Pick<Graph, 'hasKind' | 'blocksInheritance' | 'targets' | 'sources'>;

/** Why a selector selects a node, with the numbers of the API. */
export const NodeSource = { Seed: 1, Child: 2, Parent: 3 } as const;

type Visit = (node: number) => void;

const isOneOf =
  (graph: WalkedGraph, ...kinds: readonly number[]) =>
  (node: number): boolean =>
    kinds.some((kind) => graph.hasKind(node, kind));

const cloudContainers = [Kind.AZResourceGroup, Kind.AZSubscription, Kind.AZManagementGroup] as const;

/** Whether the link of a policy to a container is enforced. */
export type IsEnforced = (policy: number, container: number) => boolean;

export function enforcedLinksOf(graph: Pick<Graph, 'flagsOf'>): IsEnforced {
  return (policy, container) => ((graph.flagsOf(policy, Kind.GPLink, container) ?? 0) & PropertyFlag.enforced) !== 0;
}

/** Whether a node with these properties inherits the permissions of the containers above it. */
export function inherits({ isaclprotected }: Readonly<Record<string, unknown>>): boolean {
  return isaclprotected === false;
}

/**
 * The seeds with all nodes below them and, if asked for, the nodes above all these: control of a container or a policy is control of the
 * nodes that it applies to.
 * @param parents null for none; `inheriting` has the nodes that inherit the permissions of the containers above them
 * @returns a number of {@link NodeSource} by node
 */
export function expand(
  graph: WalkedGraph,
  isEnforced: IsEnforced,
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
  visitUnits(graph, isEnforced, nodes, addParent);
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
export function addBelow(graph: WalkedGraph, seeds: readonly number[]): Set<number> {
  const nodes = new Set(seeds);
  // A set visits the nodes that are added meanwhile.
  for (const node of nodes) visitChildren(graph, node, (child) => nodes.add(child));
  return nodes;
}

/** Members of groups, contents of containers, and holders of roles. */
function visitChildren(graph: WalkedGraph, node: number, visit: Visit): void {
  const isA = (...kinds: readonly number[]) => isOneOf(graph, ...kinds)(node);
  if (isA(Kind.Group)) graph.sources(node, Kind.MemberOf, visit);
  else if (isA(Kind.OU, Kind.Container)) graph.targets(node, Kind.Contains, visit);
  else if (isA(Kind.AZGroup)) graph.sources(node, Kind.AZMemberOf, visit);
  else if (isA(...cloudContainers)) graph.targets(node, Kind.AZContains, visit);
  else if (isA(Kind.AZRole)) for (const kind of [Kind.AZHasRole, Kind.AZRoleEligible]) graph.sources(node, kind, visit);
}

/** The containers that contain the nodes at any depth, by containers alone. */
function containersAbove(
  graph: WalkedGraph,
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
function visitUnits(graph: WalkedGraph, isEnforced: IsEnforced, nodes: readonly number[], visit: Visit): void {
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
      if (isEnforced(policy, unit)) visit(policy);
    });
  }
}
