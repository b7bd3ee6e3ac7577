import { compareStored, type Condition, meets, sortedValue } from '../conditions/condition.js';
import { knownProperties } from '../conditions/known-properties.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import type { Interrupt } from './interrupt.js';
import type { AnswerWithNeeds, NeedyParameter } from './needs.js';

/** Places of nodes in an order, equal values having the same; a node without a place comes last. */
export type NodeRanks = ReadonlyMap<number, number>;

/** Nodes whose properties are read by one statement. */
const nodesAtOnce = 5000;

/** The nodes that meet all conditions, in the same order. */
export function* chosenNodes(
  graph: MemoryGraph,
  nodes: Int32Array,
  where: readonly Condition[],
  interrupt: Interrupt,
  parameter: NeedyParameter = 'where',
): AnswerWithNeeds<Int32Array> {
  if (where.length === 0) return nodes;
  const chosen = new Int32Array(nodes.length);
  let count = 0;
  const keys = [...new Set(where.map(({ property }) => property))];
  yield* readEach(graph, nodes, { keys, parameter }, interrupt, (node, properties) => {
    if (where.every((condition) => meets(condition, properties[condition.property]))) chosen[count++] = node;
  });
  return chosen.slice(0, count);
}

/** The places of nodes in the order of a property. */
export function* ranksBy(
  graph: MemoryGraph,
  nodes: Int32Array,
  property: string,
  interrupt: Interrupt,
): AnswerWithNeeds<NodeRanks> {
  const type = knownProperties.get(property)?.type ?? null;
  const values: (readonly [node: number, value: string | number | boolean])[] = [];
  yield* readEach(graph, nodes, { keys: [property], parameter: 'sort_by' }, interrupt, (node, properties) => {
    const value = sortedValue(properties[property], type);
    if (value !== null) values.push([node, value]);
  });
  values.sort(([, one], [, other]) => compareStored(one, other));
  const ranks = new Map<number, number>();
  let rank = 0;
  for (const [index, [node, value]] of values.entries()) {
    if (index > 0 && compareStored(values[index - 1]![1], value) !== 0) rank++;
    ranks.set(node, rank);
  }
  return ranks;
}

function* readEach(
  graph: MemoryGraph,
  nodes: Int32Array,
  needs: { readonly keys: readonly string[]; readonly parameter: NeedyParameter },
  interrupt: Interrupt,
  visit: (node: number, properties: Readonly<Record<string, unknown>>) => void,
): AnswerWithNeeds<void> {
  for (let at = 0; at < nodes.length; at += nodesAtOnce) {
    interrupt.check();
    const part = Array.from(nodes.subarray(at, at + nodesAtOnce));
    const { properties = [] } = yield { properties: { ids: graph.idsOf(part), ...needs, total: nodes.length } };
    for (const [index, node] of part.entries()) visit(node, properties[index]!);
  }
}
