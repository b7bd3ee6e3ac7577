import { chosenNodes, type NodeRanks, ranksBy } from '../pages/chosen-nodes.js';
import type { EntityPageRequest } from '../pages/shown-node.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Condition } from '../../conditions/condition.js';
import type { Interrupt } from '../interrupt.js';
import { keptResults } from '../pages/kept-results.js';
import type { AnswerWithNeeds } from '../needs.js';
import { type NodeOrder, OrderedNodes } from '../pages/ordered-nodes.js';
import { passedByWalk, type WithPassedRoles } from './passed-roles.js';
import { inPlaces, type WalkFrom } from './walk.js';
import { resultTest, WalkedNodes } from './walked-nodes.js';

interface EntityListArguments extends WalkFrom {
  readonly page: EntityPageRequest;
  /** Places of the kinds in the order of their names, if the list is sorted by label. */
  readonly labelRanks?: LabelRanks;
}

/** By number of a kind. */
export type LabelRanks = Readonly<Record<number, number>>;

export interface NodePage extends WithPassedRoles {
  /** Exact size of the whole result. */
  readonly count: number;
  /** Node ids of the page, in its order. */
  readonly ids: readonly number[];
}

/** Results by walk and order. */
const keptOf = keptResults<OrderedNodes>(({ bytes }) => bytes);

/** A page of the results of a walk. */
export function entityList(
  graph: MemoryGraph,
  { page, labelRanks, ...from }: EntityListArguments,
  interrupt: Interrupt,
): NodePage | AnswerWithNeeds<NodePage> {
  const walk = inPlaces(graph, from);
  const nodes = () => new WalkedNodes(graph, walk, interrupt).results(resultTest(graph, walk));
  const passed = passedByWalk(graph, walk, interrupt);
  if (walk.where || page.order.some((it) => 'property' in it)) {
    const choice = { key: walk, nodes, where: walk.where ?? [], page, labelRanks };
    return withPassed(chosenPage(graph, choice, interrupt), passed);
  }
  const results = orderedResults(graph, walk, orderOf(page, labelRanks), interrupt);
  return { count: results.count, ids: graph.idsOf(results.page(page)), ...passed };
}

export function* withPassed<Answer extends object>(
  answer: AnswerWithNeeds<Answer>,
  passed: WithPassedRoles,
): AnswerWithNeeds<Answer & WithPassedRoles> {
  return { ...(yield* answer), ...passed };
}

interface Choice {
  /** Plain data that tells these nodes from others of the same graph. */
  readonly key: unknown;
  readonly nodes: () => Int32Array | AnswerWithNeeds<Int32Array>;
  /** Whether the order of the nodes breaks ties; otherwise their ids do. */
  readonly isInOrder?: boolean;
  readonly where: readonly Condition[];
  readonly page: EntityPageRequest;
  readonly labelRanks?: LabelRanks | undefined;
}

/** A page of the nodes that meet conditions, which may be sorted by properties. */
export function* chosenPage(
  graph: MemoryGraph,
  { key, nodes, isInOrder = false, where, page, labelRanks }: Choice,
  interrupt: Interrupt,
): AnswerWithNeeds<NodePage> {
  const name = JSON.stringify([key, where, page.order]);
  let results = keptOf(graph).get(name);
  if (!results) {
    const found = nodes();
    const all = ArrayBuffer.isView(found) ? found : yield* found;
    const chosen = yield* chosenNodes(graph, all, where, interrupt);
    const ranks = new Map<string, NodeRanks>();
    for (const it of page.order)
      if ('property' in it) ranks.set(it.property, yield* ranksBy(graph, chosen, it.property, interrupt));
    const order = orderOf(page, labelRanks, ranks);
    const places = isInOrder ? new Map(Array.from(chosen, (node, place) => [node, place])) : null;
    const by = places ? [...order.by, { ranks: places, descending: false }] : order.by;
    results = new OrderedNodes(graph, chosen, { ...order, by });
    keptOf(graph).set(name, results);
  }
  return { count: results.count, ids: graph.idsOf(results.page(page)) };
}

/** Results are kept, because a client that turns pages asks for them again. */
export function orderedResults(
  graph: MemoryGraph,
  from: WalkFrom,
  order: NodeOrder,
  interrupt: Interrupt,
  walked?: WalkedNodes,
): OrderedNodes {
  const results = keptOf(graph);
  const key = JSON.stringify([from, order.by, order.idDescending]);
  const known = results.get(key);
  if (known) return known;
  const nodes = (walked ?? new WalkedNodes(graph, from, interrupt)).results(resultTest(graph, from));
  const ordered = new OrderedNodes(graph, nodes, order);
  results.set(key, ordered);
  return ordered;
}

/** If all results have the same label, it orders nothing; but the last column gives the direction of the ids. */
function orderOf(
  { order }: EntityPageRequest,
  labelRanks: LabelRanks | undefined,
  properties?: ReadonlyMap<string, NodeRanks>,
): NodeOrder {
  const ranks = { name: 'nameRank', objectid: 'objectidRank', label: 'label' } as const;
  return {
    by: order.flatMap((it): NodeOrder['by'] => {
      const { descending } = it;
      if ('property' in it) return [{ ranks: properties?.get(it.property) ?? new Map(), descending }];
      return it.by === 'label' && !labelRanks ? [] : [{ rank: ranks[it.by], descending }];
    }),
    idDescending: order.at(-1)?.descending ?? false,
    ...(labelRanks && { labelRanks }),
  };
}
