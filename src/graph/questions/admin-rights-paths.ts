import { Kind } from '../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { administered, principalAndGroups } from './admin-rights.js';
import type { Interrupt } from './interrupt.js';

type Pair = readonly [source: number, target: number];

/** Paths as nodes and edges. */
export interface PathNodes {
  readonly ids: readonly number[];
  readonly memberOf: readonly Pair[];
  readonly adminTo: readonly Pair[];
  /** Whether there are more nodes. */
  readonly truncated: boolean;
}

const byName = { by: [{ rank: 'nameRank', descending: false }], idDescending: false } as const;

/**
 * The principal and the paths over MemberOf from it that end in AdminTo on a computer. Groups come nearest first, then computers by name,
 * until there are `maxNodes`.
 */
export function adminRightsPaths(
  graph: MemoryGraph,
  { principal, maxNodes }: { readonly principal: number; readonly maxNodes: number },
  interrupt: Interrupt,
): PathNodes {
  const reached = principalAndGroups(graph, principal, interrupt);
  const members = membersOf(graph, reached);
  const leading = leadingNodes(graph, reached, members, interrupt);
  const groups = leading.slice(0, maxNodes);
  const inGroups = new Set(groups);
  const room = maxNodes - groups.length;
  const computers = administered(graph, principal, byName, interrupt)
    // One more than there is room for, even if all groups are among them.
    .page({ skip: 0, limit: maxNodes + 1 })
    .filter((node) => !inGroups.has(node));
  const shown = [...groups, ...computers.slice(0, room)];
  return {
    ids: shown,
    memberOf: pairsInto(groups, (group) => members.get(group)!.filter((member) => inGroups.has(member))),
    adminTo: pairsInto(shown, (node) => {
      interrupt.check();
      return holdersOf(graph, node).filter((holder) => inGroups.has(holder));
    }),
    truncated: leading.length > groups.length || computers.length > room,
  };
}

/** The direct members among these nodes of each of them. */
function membersOf(graph: MemoryGraph, nodes: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>(nodes.map((node) => [node, []]));
  for (const node of nodes) graph.targets(node, Kind.MemberOf, (group) => members.get(group)?.push(node));
  return members;
}

/** The principal, which is the first, and those of its groups from which a right can be reached, nearest first. */
function leadingNodes(
  graph: MemoryGraph,
  reached: readonly number[],
  members: ReadonlyMap<number, readonly number[]>,
  interrupt: Interrupt,
): readonly number[] {
  const leading = new Set(reached.filter((node) => hasRights(graph, node, interrupt)));
  // The loop visits the nodes that it adds.
  for (const node of leading) for (const member of members.get(node)!) leading.add(member);
  return reached.filter((node, index) => index === 0 || leading.has(node));
}

function hasRights(graph: MemoryGraph, holder: number, interrupt: Interrupt): boolean {
  interrupt.check();
  return graph.somePeer('out', holder, Kind.AdminTo, (target) => graph.kindOf(target) === Kind.Computer);
}

/** Nodes with AdminTo on a node, if it is a computer. */
function holdersOf(graph: MemoryGraph, node: number): number[] {
  const holders: number[] = [];
  if (graph.kindOf(node) === Kind.Computer) graph.sources(node, Kind.AdminTo, (holder) => holders.push(holder));
  return holders;
}

function pairsInto(targets: readonly number[], sourcesOf: (target: number) => readonly number[]): Pair[] {
  return targets.flatMap((target) => sourcesOf(target).map((source) => [source, target] as const));
}
