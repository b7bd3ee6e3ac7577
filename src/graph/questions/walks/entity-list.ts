import { LRUCache } from 'lru-cache';
import type { EntityPageRequest } from '../../shown-node.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { type NodeOrder, OrderedNodes } from '../ordered-nodes.js';
import { inPlaces, type WalkFrom } from './walk.js';
import { resultTest, WalkedNodes } from './walked-nodes.js';

interface EntityListArguments extends WalkFrom {
  readonly page: EntityPageRequest;
  /** Places of the kinds in the order of their names, if the list is sorted by label. */
  readonly labelRanks?: Readonly<Record<number, number>>;
}

export interface NodePage {
  /** Exact size of the whole result. */
  readonly count: number;
  /** Node ids of the page, in its order. */
  readonly ids: readonly number[];
}

/** Results with at least this number of nodes are kept. */
const large = 10_000;
/** Maximum number of kept results. One of half a million nodes takes 2 MB. */
const maxKept = 16;

/** By graph, and so by version: large results by walk and order. */
const kept = new WeakMap<MemoryGraph, LRUCache<string, OrderedNodes>>();

/** A page of the results of a walk. */
export function entityList(
  graph: MemoryGraph,
  { page, labelRanks, ...from }: EntityListArguments,
  interrupt: Interrupt,
): NodePage {
  const results = orderedResults(graph, inPlaces(graph, from), orderOf(page, labelRanks), interrupt);
  return { count: results.count, ids: graph.idsOf(results.page(page)) };
}

/** Large results are kept, because a client that turns pages asks for them again. */
export function orderedResults(
  graph: MemoryGraph,
  from: WalkFrom,
  order: NodeOrder,
  interrupt: Interrupt,
  walked?: WalkedNodes,
): OrderedNodes {
  let results = kept.get(graph);
  if (!results) kept.set(graph, (results = new LRUCache({ max: maxKept })));
  const key = JSON.stringify([from, order.by.map(({ rank, descending }) => [rank, descending]), order.idDescending]);
  const known = results.get(key);
  if (known) return known;
  const nodes = (walked ?? new WalkedNodes(graph, from, interrupt)).results(resultTest(graph, from));
  const ordered = new OrderedNodes(graph, nodes, order);
  if (ordered.count >= large) results.set(key, ordered);
  return ordered;
}

/** If all results have the same label, it orders nothing; but the last column gives the direction of the ids. */
function orderOf({ order }: EntityPageRequest, labelRanks: EntityListArguments['labelRanks']): NodeOrder {
  const ranks = { name: 'nameRank', objectid: 'objectidRank', label: 'label' } as const;
  return {
    by: order.flatMap(({ by, descending }) =>
      by === 'label' && !labelRanks ? [] : [{ rank: ranks[by], descending } as const],
    ),
    idDescending: order.at(-1)?.descending ?? false,
    ...(labelRanks && { labelRanks }),
  };
}
