import { Kind } from '../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import type { EntityPageRequest } from '../graph-entity.js';
import type { Interrupt } from './interrupt.js';
import { NodeMarks } from './node-marks.js';
import { type NodeOrder, pageOf } from './page-of.js';

export interface NodePage {
  /** Exact size of the whole result. */
  readonly count: number;
  /** Node ids of the page, in its order. */
  readonly ids: readonly number[];
}

const marks = new NodeMarks();

/** The computers on which a principal has AdminTo, directly or through groups of any depth, each once. */
export function adminRights(
  graph: MemoryGraph,
  { principal, page }: { readonly principal: number; readonly page: EntityPageRequest },
  interrupt: Interrupt,
): NodePage {
  const holders = principalAndGroups(graph, principal, interrupt);
  const computers = computersOf(graph, holders, interrupt);
  return { count: computers.length, ids: pageOf(graph, computers, orderOf(page), page) };
}

/** The principal and all groups that it is in, nearest first. */
export function principalAndGroups(graph: MemoryGraph, principal: number, interrupt: Interrupt): number[] {
  marks.clear(graph.size);
  marks.add(principal);
  const reached = [principal];
  // The loop visits what it adds.
  for (const node of reached) {
    interrupt.check();
    graph.targets(node, Kind.MemberOf, (group) => {
      if (marks.add(group)) reached.push(group);
    });
  }
  return reached;
}

/** The computers on which any of these nodes has AdminTo, each once. */
export function computersOf(graph: MemoryGraph, holders: readonly number[], interrupt: Interrupt): number[] {
  marks.clear(graph.size);
  const computers: number[] = [];
  for (const holder of holders) {
    interrupt.check();
    graph.targets(holder, Kind.AdminTo, (target) => {
      if (marks.add(target) && graph.kindOf(target) === Kind.Computer) computers.push(target);
    });
  }
  return computers;
}

/** All results have the same label, so that it orders nothing; but the last column gives the direction of the ids. */
function orderOf({ order }: EntityPageRequest): NodeOrder {
  return {
    by: order.flatMap(({ by, descending }) =>
      by === 'label' ? [] : [{ rank: by === 'name' ? 'nameRank' : 'objectidRank', descending } as const],
    ),
    idDescending: order.at(-1)?.descending ?? false,
  };
}
