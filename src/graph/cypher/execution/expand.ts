import { weights } from './budget.js';
import { CypherError } from '../cypher-error.js';
import type { ExpandStep } from '../plan/steps.js';
import type { Direction, EdgePattern } from '../syntax/tree.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { expanded } from './batches.js';
import type { Context, Row, Run } from './context.js';
import { isMacro } from '../data/kind-macros.js';
import { type EdgeKinds, type QueryGraph, refuseMisspelt } from '../data/query-graph.js';
import { edgesAt } from './edges-at.js';
import { Places } from './places.js';
import type { Scope } from './scope.js';
import { EdgeValue, isList, NodeValue, type Value } from '../data/values.js';

export function opposite(direction: Direction): Direction {
  return direction === 'both' ? 'both' : direction === 'out' ? 'in' : 'out';
}

/** The kinds of edges that a pattern names; none if no edge has them. */
export function edgeKindsOf({ kinds, at, length }: EdgePattern, graph: QueryGraph): EdgeKinds {
  refuseMisspelt(kinds, graph, at);
  if (kinds.length === 0) return { list: null, set: null };
  // One step is an edge as it is stored.
  const isHeld = length !== null && kinds.every((name) => isMacro(name));
  const list = [...new Set(kinds.flatMap((name) => graph.kindsNamed(name, isHeld)))];
  return { list, set: kindSetOf(list), isHeld };
}

/** Whether a relationship leads away from a node in a direction. */
function leadsFrom(
  node: number,
  { source, target, kind }: EdgeValue,
  direction: Direction,
  { set }: EdgeKinds,
): boolean {
  if (set && !set[kind]) return false;
  return (direction !== 'in' && source === node) || (direction !== 'out' && target === node);
}

function isSameEdge(a: EdgeValue, b: EdgeValue): boolean {
  return a.source === b.source && a.target === b.target && a.kind === b.kind && a.ordinal === b.ordinal;
}

function contains(value: Value | undefined, edge: EdgeValue): boolean {
  if (value instanceof EdgeValue) return isSameEdge(value, edge);
  return isList(value) && value.some((item) => contains(item, edge));
}

/** A way through the graph, from the node at which it is sought. */
interface Trail {
  readonly edges: readonly EdgeValue[];
  readonly end: number;
}

/** Follows the relationships of a pattern from a node that is bound. */
export function prepareExpand(step: ExpandStep, scope: Scope, context: Context): Run {
  const { graph, budget } = context;
  const { pattern, isToBound, isEdgeBound, backwards } = step;
  const [left, edge, right] = [scope.slot(step.from), scope.slot(step.edge), scope.slot(step.to)];
  const [from, to] = backwards ? [right, left] : [left, right];
  const others = step.others.map((name) => scope.slot(name));
  const kinds = edgeKindsOf(pattern, graph);
  const direction = backwards ? opposite(pattern.direction) : pattern.direction;
  const isFree = (row: Row, it: EdgeValue) => !others.some((slot) => contains(row[slot], it));
  const bind = (row: Row, followed: Value, end: number): Row => {
    const copy = row.slice();
    copy[edge] = followed;
    if (!isToBound) copy[to] = new NodeValue(end);
    return copy;
  };

  /** The begin of the paths, and the end that they must have or null for any; null: there are no paths. */
  const endsIn = (row: Row): readonly [number, number | null] | null => {
    const [begin, end] = [row[from], isToBound ? row[to] : null];
    if (!(begin instanceof NodeValue) || (end !== null && !(end instanceof NodeValue))) return null;
    return [begin.node, end && end.node];
  };

  const edgesIn = (row: Row): readonly EdgeValue[] => {
    const ends = endsIn(row);
    if (!ends) return [];
    const [begin, end] = ends;
    const bound = row[edge];
    const isBound = isEdgeBound && bound instanceof EdgeValue && leadsFrom(begin, bound, direction, kinds);
    const edges = isEdgeBound ? (isBound ? [bound] : []) : edgesAt(graph, begin, direction, kinds);
    budget.step(edges.length * weights.edge);
    return edges.filter((it) => (end === null || it.otherEnd(begin) === end) && isFree(row, it));
  };

  function* trailsIn(row: Row): Iterable<Trail> {
    const ends = endsIn(row);
    if (!ends) return;
    const [begin, end] = ends;
    const { min, max } = pattern.length!;
    // The side with fewer edges leads to the other one by fewer detours.
    const isTurned = end !== null && isCheaper(graph, end, begin, direction, kinds);
    const [root, goal, way] = isTurned ? [end, begin, opposite(direction)] : [begin, end, direction];
    for (const trail of trails(context, root, way, kinds, max, (it) => isFree(row, it)))
      if (trail.edges.length >= min && (goal === null || trail.end === goal))
        yield { edges: backwards === isTurned ? trail.edges.slice() : trail.edges.toReversed(), end: trail.end };
  }

  /** The trail of a list of relationships that is bound. */
  function boundTrailIn(row: Row): readonly Trail[] {
    const ends = endsIn(row);
    const edges = row[edge];
    if (!ends || !isList(edges)) return [];
    const [begin, end] = ends;
    let at = begin;
    for (const it of backwards ? edges.toReversed() : edges) {
      if (!(it instanceof EdgeValue) || !leadsFrom(at, it, direction, { list: null, set: null })) return [];
      at = it.otherEnd(at);
    }
    return end === null || end === at ? [{ edges: edges.filter((it) => it instanceof EdgeValue), end: at }] : [];
  }

  if (!pattern.length)
    return (rows) =>
      expanded(rows, context, edgesIn, (row, it) => {
        const begin = row[from];
        return bind(row, it, begin instanceof NodeValue ? it.otherEnd(begin.node) : it.target);
      });
  const find = isEdgeBound ? boundTrailIn : trailsIn;
  return (rows) => expanded(rows, context, find, (row, { edges, end }) => bind(row, edges, end));
}

function isCheaper(graph: QueryGraph, node: number, than: number, direction: Direction, kinds: EdgeKinds): boolean {
  const most = edgesAt(graph, than, direction, kinds).length;
  return edgesAt(graph, node, opposite(direction), kinds).length < most;
}

/** Longer ones would exhaust the stack. */
const longestTrail = 1000;

/** All ways from a node that use no relationship twice, depth first; the empty one, too. Their lists of edges change when the next one is taken. */
function* trails(
  context: Context,
  node: number,
  direction: Direction,
  kinds: EdgeKinds,
  max: number,
  isFree: (edge: EdgeValue) => boolean,
): Iterable<Trail> {
  const edges: EdgeValue[] = [];
  const places = new Places(context.graph, direction, kinds);
  function* from(at: number): Iterable<Trail> {
    const end = places.nodeOf(at);
    if (places.endsAt(end).includes(at)) yield { edges, end };
    if (edges.length >= max) return;
    if (edges.length >= longestTrail)
      throw new CypherError('limit', `the query exceeds the limit of length: ${longestTrail} relationships of a path`);
    for (const { edge, to } of places.stepsAt(at)) {
      context.budget.step(weights.edge + edges.length);
      if (edges.some((other) => isSameEdge(edge, other)) || !isFree(edge)) continue;
      edges.push(edge);
      yield* from(to);
      edges.pop();
    }
  }
  for (const origin of places.originsOf(node)) yield* from(origin);
}
