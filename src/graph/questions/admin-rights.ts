import { LRUCache } from 'lru-cache';
import { Kind } from '../kinds/kind-catalogue.js';
import { withRoom } from '../memory/growing-columns.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import type { EntityPageRequest } from '../graph-entity.js';
import type { Interrupt } from './interrupt.js';
import { NodeMarks } from './node-marks.js';
import { type NodeOrder, OrderedNodes } from './ordered-nodes.js';

export interface NodePage {
  /** Exact size of the whole result. */
  readonly count: number;
  /** Node ids of the page, in its order. */
  readonly ids: readonly number[];
}

const marks = new NodeMarks();

/** Results of so many computers are kept, and so many of them: 2 MB each for half a million. */
const large = 10_000;
const mostKept = 16;

/** By graph, and so by version: large results by principal and order. */
const kept = new WeakMap<MemoryGraph, LRUCache<string, OrderedNodes>>();

/** The computers on which a principal has AdminTo, directly or through groups of any depth, each once. */
export function adminRights(
  graph: MemoryGraph,
  { principal, page }: { readonly principal: number; readonly page: EntityPageRequest },
  interrupt: Interrupt,
): NodePage {
  const computers = administered(graph, principal, orderOf(page), interrupt);
  return { count: computers.count, ids: computers.page(page) };
}

/** The computers of a principal. Large results are kept, because a client that turns pages asks for them again. */
export function administered(
  graph: MemoryGraph,
  principal: number,
  order: NodeOrder,
  interrupt: Interrupt,
): OrderedNodes {
  let results = kept.get(graph);
  if (!results) kept.set(graph, (results = new LRUCache({ max: mostKept })));
  const key = JSON.stringify([principal, order]);
  const known = results.get(key);
  if (known) return known;
  const nodes = computersOf(graph, principalAndGroups(graph, principal, interrupt), interrupt);
  const computers = new OrderedNodes(graph, nodes, order);
  if (computers.count >= large) results.set(key, computers);
  return computers;
}

/** The principal and all groups that it is in, nearest first. */
export function principalAndGroups(graph: MemoryGraph, principal: number, interrupt: Interrupt): number[] {
  marks.clear(graph.size);
  marks.add(principal);
  const reached = [principal];
  // The loop visits the groups that it adds.
  for (const node of reached) {
    interrupt.check();
    graph.targets(node, Kind.MemberOf, (group) => {
      if (marks.add(group)) reached.push(group);
    });
  }
  return reached;
}

/** The computers on which any of these nodes has AdminTo, each once. */
function computersOf(graph: MemoryGraph, holders: readonly number[], interrupt: Interrupt): Int32Array {
  marks.clear(graph.size);
  let computers = new Int32Array(64);
  let count = 0;
  for (const holder of holders) {
    interrupt.check();
    graph.targets(holder, Kind.AdminTo, (target) => {
      if (graph.kindOf(target) !== Kind.Computer || !marks.add(target)) return;
      computers = withRoom(computers, count + 1);
      computers[count++] = target;
    });
  }
  return computers.slice(0, count);
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
