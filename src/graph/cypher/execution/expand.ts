import { CypherError } from '../cypher-error.js';
import type { ExpandStep } from '../plan/steps.js';
import type { EdgePattern } from '../syntax/tree.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { expanded, extended } from './batches.js';
import type { Context, Row, Rows } from './context.js';
import type { EdgeKinds, QueryGraph } from '../data/query-graph.js';
import type { Scope } from './scope.js';
import { EdgeValue, isList, NodeValue, type Value } from '../data/values.js';

type Direction = EdgePattern['direction'];

export function opposite(direction: Direction): Direction {
  return direction === 'both' ? 'both' : direction === 'out' ? 'in' : 'out';
}

/** @returns null if the pattern names kinds, but no edge has them */
export function edgeKindsOf({ kinds }: EdgePattern, graph: QueryGraph): EdgeKinds | null {
  if (kinds.length === 0) return { list: null, set: null };
  const list = [...new Set(kinds.flatMap((name) => graph.kindsNamed(name)))];
  return list.length === 0 ? null : { list, set: kindSetOf(list) };
}

/** The relationships of a node. A loop is one, in whatever direction it is followed. */
export function edgesAt(graph: QueryGraph, node: number, direction: Direction, kinds: EdgeKinds): EdgeValue[] {
  const edges: EdgeValue[] = [];
  if (direction !== 'in')
    graph.edgesOf('out', node, kinds, (peer, kind, ordinal) => {
      edges.push(new EdgeValue(node, kind, peer, ordinal));
      return false;
    });
  if (direction !== 'out')
    graph.edgesOf('in', node, kinds, (peer, kind, ordinal) => {
      if (direction === 'in' || peer !== node) edges.push(new EdgeValue(peer, kind, node, ordinal));
      return false;
    });
  return edges;
}

/** Both ends of a relationship, in the order in which a pattern names them. */
export function endsOf({ source, target }: EdgeValue, direction: Direction): (readonly [number, number])[] {
  if (direction === 'out') return [[source, target]];
  if (direction === 'in' || source === target) return [[target, source]];
  return [
    [source, target],
    [target, source],
  ];
}

function isSameEdge(a: EdgeValue, b: EdgeValue): boolean {
  return a.source === b.source && a.target === b.target && a.kind === b.kind && a.ordinal === b.ordinal;
}

function contains(value: Value | undefined, edge: EdgeValue): boolean {
  if (value instanceof EdgeValue) return isSameEdge(value, edge);
  return isList(value) && value.some((item) => contains(item, edge));
}

export function prepareExpand(step: ExpandStep, scope: Scope, context: Context): (rows: Rows) => Rows {
  const { graph, budget } = context;
  const { pattern, isToBound, isEdgeBound, backwards } = step;
  const [from, edge, to] = [scope.slot(step.from), scope.slot(step.edge), scope.slot(step.to)];
  const others = step.others.map((name) => scope.slot(name));
  const kinds = edgeKindsOf(pattern, graph);
  const direction = backwards ? opposite(pattern.direction) : pattern.direction;
  const isFree = (row: Row, it: EdgeValue) => !others.some((slot) => contains(row[slot], it));

  function* one(row: Row, start: number, wanted: number | null, known: EdgeKinds): Iterable<Row> {
    const bound = isEdgeBound ? row[edge] : null;
    const edges = isEdgeBound ? ofBound(bound, start, direction, known) : edgesAt(graph, start, direction, known);
    budget.step(edges.length);
    for (const it of edges) {
      const end = it.otherEnd(start);
      if ((wanted !== null && end !== wanted) || !isFree(row, it)) continue;
      const copy = row.slice();
      copy[edge] = it;
      if (!isToBound) copy[to] = new NodeValue(end);
      yield copy;
    }
  }

  function* many(row: Row, start: number, wanted: number | null, known: EdgeKinds): Iterable<Row> {
    const { min, max } = pattern.length!;
    // The side with fewer edges leads to the other one by fewer detours.
    const turned = wanted !== null && isCheaper(graph, wanted, start, direction, known);
    const [begin, goal, way] = turned ? [wanted, start, opposite(direction)] : [start, wanted, direction];
    const isReversed = backwards !== turned;
    for (const { edges, end } of trails(context, begin, way, known, max, (it) => isFree(row, it))) {
      if (edges.length < min || (goal !== null && end !== goal)) continue;
      const copy = row.slice();
      copy[edge] = isReversed ? edges.toReversed() : edges.slice();
      if (!isToBound) copy[to] = new NodeValue(end);
      yield copy;
    }
  }

  const follow = pattern.length ? many : one;
  const along = (row: Row, start: number): Row[] => {
    const last = endOfList(row[edge], start, direction, backwards);
    const end = isToBound ? row[to] : null;
    if (last === null || (end instanceof NodeValue && end.node !== last)) return [];
    return [extended(row, to, new NodeValue(last))];
  };
  // A path of no relationship leads nowhere else, whatever kinds there are.
  const usable = kinds ?? (pattern.length?.min === 0 ? noKinds : null);
  return (rows) =>
    expanded(rows, context, (row) => {
      const [start, end] = [row[from], isToBound ? row[to] : null];
      if (!(start instanceof NodeValue) || !usable) return [];
      if (pattern.length && isEdgeBound) return along(row, start.node);
      if (!isToBound) return follow(row, start.node, null, usable);
      return end instanceof NodeValue ? follow(row, start.node, end.node, usable) : [];
    });
}

export const noKinds: EdgeKinds = { list: [], set: kindSetOf([]) };

function ofBound(value: Value | undefined, start: number, direction: Direction, { set }: EdgeKinds): EdgeValue[] {
  if (!(value instanceof EdgeValue) || (set && !set[value.kind])) return [];
  const isOut = value.source === start;
  const isIn = value.target === start;
  return (direction !== 'in' && isOut) || (direction !== 'out' && isIn) ? [value] : [];
}

/** The node at the end of a list of relationships that are followed as a path; null if they are none. */
function endOfList(value: Value | undefined, start: number, direction: Direction, backwards: boolean): number | null {
  if (value === undefined || !isList(value)) return null;
  let at = start;
  for (const it of backwards ? value.toReversed() : value) {
    if (!(it instanceof EdgeValue) || ofBound(it, at, direction, { list: null, set: null }).length === 0) return null;
    at = it.otherEnd(at);
  }
  return at;
}

function isCheaper(graph: QueryGraph, node: number, than: number, direction: Direction, kinds: EdgeKinds): boolean {
  const most = edgesAt(graph, than, direction, kinds).length;
  return edgesAt(graph, node, opposite(direction), kinds).length < most;
}

/** Longer ones would exhaust the stack. */
const longestTrail = 1000;

/** All ways from a node that use no relationship twice, depth first; the empty one, too. */
function* trails(
  context: Context,
  node: number,
  direction: Direction,
  kinds: EdgeKinds,
  max: number,
  isFree: (edge: EdgeValue) => boolean,
): Iterable<{ readonly edges: readonly EdgeValue[]; readonly end: number }> {
  const edges: EdgeValue[] = [];
  function* from(at: number): Iterable<{ readonly edges: readonly EdgeValue[]; readonly end: number }> {
    yield { edges, end: at };
    if (edges.length >= max) return;
    if (edges.length >= longestTrail)
      throw new CypherError('limit', `the query exceeds the limit of length: ${longestTrail} relationships of a path`);
    for (const edge of edgesAt(context.graph, at, direction, kinds)) {
      context.budget.step();
      if (edges.some((other) => isSameEdge(edge, other)) || !isFree(edge)) continue;
      edges.push(edge);
      yield* from(edge.otherEnd(at));
      edges.pop();
    }
  }
  yield* from(node);
}
