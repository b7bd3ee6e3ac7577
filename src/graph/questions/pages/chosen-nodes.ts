import {
  compareStored,
  type Condition,
  type EdgeCondition,
  type GroupCondition,
  meets,
  nodeMeets,
  type PlaceCondition,
  type PropertyCondition,
  sortedValue,
} from '../../conditions/condition.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { knownProperties } from '../../conditions/known-properties.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds, NeedyParameter } from '../needs.js';
import { directMembers } from '../../memory/direct-members.js';

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
  const isKept = ({ properties }: PropertyCondition) => properties.every((it) => graph.property(it) !== null);
  let chosen = nodes;
  for (const condition of where)
    if (!('properties' in condition)) chosen = chosen.filter(testOfEdges(graph, condition, interrupt));
  const ofProperties = where.filter((it) => 'properties' in it);
  // First by properties in memory, so that the others are read of fewer nodes.
  for (const conditions of [ofProperties.filter(isKept), ofProperties.filter((it) => !isKept(it))]) {
    if (conditions.length === 0) continue;
    const keys = [...new Set(conditions.flatMap(({ properties }) => properties))];
    const isChosen = new Uint8Array(chosen.length);
    yield* readEach(graph, chosen, { keys, parameter }, interrupt, (index, properties) => {
      isChosen[index] = Number(conditions.every((condition) => nodeMeets(condition, properties)));
    });
    chosen = chosen.filter((_, index) => isChosen[index] === 1);
  }
  return chosen;
}

function testOfEdges(
  graph: MemoryGraph,
  condition: EdgeCondition | PlaceCondition | GroupCondition,
  interrupt: Interrupt,
): (node: number) => boolean {
  if ('under' in condition) {
    const below = nodesBelow(graph, graph.placeOf(condition.under), interrupt);
    return (node) => below.has(node);
  }
  if ('groups' in condition) {
    const members = directMembers(graph, condition.groups);
    return (node) => members.has(node) === condition.isMember;
  }
  const { edge, direction, value } = condition;
  return (node) => {
    interrupt.check();
    let count = 0;
    // One more than the value decides as well as all.
    graph.somePeer(direction, node, edge, () => ++count > value);
    return meets({ ...condition, type: 'number' }, count);
  };
}

function nodesBelow(graph: MemoryGraph, container: number, interrupt: Interrupt): ReadonlySet<number> {
  const below = new Set<number>();
  const addFrom = (node: number) => {
    interrupt.check();
    for (const kind of [Kind.Contains, Kind.AZContains]) graph.targets(node, kind, (it) => below.add(it));
  };
  addFrom(container);
  // The set visits the nodes that are added meanwhile.
  for (const node of below) addFrom(node);
  below.delete(container);
  return below;
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
  yield* readEach(graph, nodes, { keys: [property], parameter: 'sort_by' }, interrupt, (index, properties) => {
    const value = sortedValue(properties[property], type);
    if (value !== null) values.push([nodes[index]!, value]);
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

/** @param visit called for each node with its index, in any order */
function* readEach(
  graph: MemoryGraph,
  nodes: Int32Array,
  needs: { readonly keys: readonly string[]; readonly parameter: NeedyParameter },
  interrupt: Interrupt,
  visit: (index: number, properties: Readonly<Record<string, unknown>>) => void,
): AnswerWithNeeds<void> {
  const missing = visitKept(graph, nodes, needs.keys, interrupt, visit);
  for (let at = 0; at < missing.length; at += nodesAtOnce) {
    interrupt.check();
    const part = missing.slice(at, at + nodesAtOnce);
    const ids = graph.idsOf(part.map((index) => nodes[index]!));
    const { properties = [] } = yield { properties: { ids, ...needs, total: missing.length } };
    for (const [place, index] of part.entries()) visit(index, properties[place]!);
  }
}

/** Visits the nodes that have all these properties in memory. @returns the indexes of the others */
function visitKept(
  graph: MemoryGraph,
  nodes: Int32Array,
  keys: readonly string[],
  interrupt: Interrupt,
  visit: (index: number, properties: Readonly<Record<string, unknown>>) => void,
): number[] {
  const columns = keys.flatMap((key) => {
    const valueOf = graph.property(key);
    return valueOf ? [{ key, valueOf }] : [];
  });
  if (columns.length < keys.length) return [...nodes.keys()];
  const missing: number[] = [];
  for (const [index, node] of nodes.entries()) {
    if (index % nodesAtOnce === 0) interrupt.check();
    const properties: Record<string, unknown> = {};
    for (const { key, valueOf } of columns) properties[key] = valueOf(node);
    if (columns.some(({ key }) => properties[key] === undefined)) missing.push(index);
    else visit(index, properties);
  }
  return missing;
}
