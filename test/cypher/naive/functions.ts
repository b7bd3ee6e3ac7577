import {
  DateTimeValue,
  EdgeValue,
  isList,
  NodeValue,
  PathValue,
  type Value,
} from '../../../src/graph/cypher/data/values.js';
import type { PlainGraph } from '../plain-graph.js';
import { shown } from './compare.js';

/** The functions of the queries of tests, by the type of the first argument. Null has no value, but for a few. */
const ofNulls: Readonly<Record<string, (args: readonly Value[], now: number) => Value>> = {
  coalesce: (args) => args.find((arg) => arg !== null) ?? null,
  exists: ([value]) => value !== null,
  datetime: (_, now) => new DateTimeValue(now),
};

const ofNodes: Readonly<Record<string, (node: number, graph: PlainGraph) => Value>> = {
  labels: (node, graph) => graph.nodes[node]!.labels,
  id: (node) => BigInt(node),
};

const ofEdges: Readonly<Record<string, (edge: number, graph: PlainGraph) => Value>> = {
  type: (edge, graph) => graph.edges[edge]!.kind,
  startnode: (edge, graph) => new NodeValue(graph.edges[edge]!.source),
  endnode: (edge, graph) => new NodeValue(graph.edges[edge]!.target),
};

const ofPaths: Readonly<Record<string, (path: PathValue) => Value>> = {
  nodes: (path) => path.nodes,
  relationships: (path) => path.edges,
  length: (path) => BigInt(path.edges.length),
};

const ofLists: Readonly<Record<string, (list: readonly Value[]) => Value>> = {
  size: (list) => BigInt(list.length),
  head: (list) => list[0] ?? null,
  last: (list) => list.at(-1) ?? null,
};

const ofTexts: Readonly<Record<string, (text: string, other: string) => Value>> = {
  toupper: (text) => text.toUpperCase(),
  tolower: (text) => text.toLowerCase(),
  size: (text) => BigInt(text.length),
  split: (text, by) => text.split(by),
};

export function callFunction(name: string, args: readonly Value[], graph: PlainGraph, now: number): Value {
  const ofNull = ofNulls[name];
  if (ofNull) return ofNull(args, now);
  const [first = null, second = null] = args;
  if (first === null || (args.length > 1 && second === null)) return null;
  const result = name === 'tostring' ? textOf(first) : ofType(name, first, second, graph);
  if (result === undefined) throw new Error(`the naive interpreter has no ${name}(${args.map(shown).join(', ')})`);
  return result;
}

function ofType(name: string, first: Value, second: Value, graph: PlainGraph): Value | undefined {
  if (first instanceof NodeValue) return ofNodes[name]?.(first.node, graph);
  if (first instanceof EdgeValue) return ofEdges[name]?.(first.ordinal, graph);
  if (first instanceof PathValue) return ofPaths[name]?.(first);
  if (isList(first)) return ofLists[name]?.(first);
  return typeof first === 'string' ? ofTexts[name]?.(first, typeof second === 'string' ? second : '') : undefined;
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : shown(value);
}
