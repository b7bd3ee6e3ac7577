import { Kind } from '../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { computersOf, principalAndGroups } from './admin-rights.js';
import type { Interrupt } from './interrupt.js';
import { NodeMarks } from './node-marks.js';
import { pageOf } from './page-of.js';

/** Paths as nodes and edges. */
export interface PathNodes {
  readonly ids: readonly number[];
  /** Pairs of a source and a target. */
  readonly memberOf: readonly (readonly [number, number])[];
  readonly adminTo: readonly (readonly [number, number])[];
  /** Whether there are more nodes. */
  readonly truncated: boolean;
}

const byName = { by: [{ rank: 'nameRank', descending: false }], idDescending: false } as const;

/** The nodes of the answer. */
const picture = new NodeMarks();

/**
 * The principal and the paths over MemberOf from it that end in AdminTo on a computer. Groups come nearest first, then computers by name,
 * until there are `maxNodes`.
 */
export function adminRightsPaths(
  graph: MemoryGraph,
  { principal, maxNodes }: { readonly principal: number; readonly maxNodes: number },
  interrupt: Interrupt,
): PathNodes {
  const leading = leadingNodes(graph, principal, interrupt);
  const groups = leading.slice(0, maxNodes);
  const inGroups = new Set(groups);
  const room = maxNodes - groups.length;
  const computers = computersOf(graph, groups, interrupt).filter((node) => !inGroups.has(node));
  const shown = [...groups, ...pageOf(graph, computers, byName, { skip: 0, limit: room })];
  picture.clear(graph.size);
  for (const node of shown) picture.add(node);
  return {
    ids: shown,
    memberOf: edgesAmong(graph, Kind.MemberOf, groups, (target) => inGroups.has(target)),
    adminTo: edgesAmong(
      graph,
      Kind.AdminTo,
      groups,
      (target) => picture.has(target) && graph.kindOf(target) === Kind.Computer,
    ),
    truncated: leading.length > groups.length || computers.length > room,
  };
}

/** The principal, and those of its groups from which a right can be reached, nearest first. */
function leadingNodes(graph: MemoryGraph, principal: number, interrupt: Interrupt): number[] {
  const reached = principalAndGroups(graph, principal, interrupt);
  const members = new Map<number, number[]>();
  for (const node of reached)
    graph.targets(node, Kind.MemberOf, (group) => {
      const list = members.get(group);
      if (list) list.push(node);
      else members.set(group, [node]);
    });
  const leading = new Set(reached.filter((node) => hasRights(graph, node, interrupt)));
  // The loop visits what it adds.
  for (const node of leading) for (const member of members.get(node) ?? []) leading.add(member);
  return reached.filter((node) => node === principal || leading.has(node));
}

function hasRights(graph: MemoryGraph, holder: number, interrupt: Interrupt): boolean {
  interrupt.check();
  return graph.someTarget(holder, Kind.AdminTo, (target) => graph.kindOf(target) === Kind.Computer);
}

/** Edges of a kind out of these nodes to targets of the picture, by source and target. */
function edgesAmong(
  graph: MemoryGraph,
  kind: number,
  sources: readonly number[],
  isShown: (target: number) => boolean,
): (readonly [number, number])[] {
  return sources
    .toSorted((one, other) => one - other)
    .flatMap((source) => {
      const targets: number[] = [];
      graph.targets(source, kind, (target) => {
        if (isShown(target)) targets.push(target);
      });
      return targets.toSorted((one, other) => one - other).map((target) => [source, target] as const);
    });
}
