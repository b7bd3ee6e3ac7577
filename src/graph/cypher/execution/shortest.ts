import type { PathTest, ShortestStep, Step } from '../plan/steps.js';
import type { Direction } from '../syntax/tree.js';
import { addToGroup } from '../../../base/values/group-by.js';
import { collected, expanded, given, inBatches, settled } from './batches.js';
import { BreadthFirstSearch, type SearchOptions } from './breadth-first.js';
import { compileTest } from './compile.js';
import type { Context, Row, Rows, Run, Stage } from './context.js';
import { edgeKindsOf, opposite } from './expand.js';
import { Scope } from './scope.js';
import { EdgeValue, NodeValue, PathValue, type Value } from '../data/values.js';

type Prepare = (steps: readonly Step[], scope: Scope, context: Context) => Stage;

/** Two nodes whose shortest paths are sought, and the row that they belong to. */
interface Sought {
  readonly row: Row;
  readonly others: readonly number[];
}

/**
 * Finds shortest paths between many and many: one search for each node of the side that has fewer, until it has met all of the other side.
 * The ends of a row are bound, or are all that other steps find.
 */
export function prepareShortest(step: ShortestStep, scope: Scope, context: Context, prepare: Prepare): Run {
  const { pattern, all } = step;
  const [from, to] = [scope.slot(step.from), scope.slot(step.to)];
  const [edge, path] = [scope.slot(step.edge), scope.slot(step.path)];
  const fromNodes = step.fromSteps && candidates(prepare(step.fromSteps, Scope.empty(), context), step.from, context);
  const toNodes = step.toSteps && candidates(prepare(step.toSteps, Scope.empty(), context), step.to, context);
  const tests = step.tests.map((test) => compilePathTest(test, scope, context));
  const testsDiffer = step.tests.some(({ isOfRow }) => isOfRow);
  const kinds = edgeKindsOf(pattern, context.graph);
  const { min, max } = pattern.length ?? { min: 1, max: 1 };
  const optionsFor = (row: Row, direction: Direction): SearchOptions => {
    const tested = row.slice();
    const allows = (of: PathTest['of'], value: Value) =>
      tests.every((test) => test.of !== of || test.holds(value, tested));
    return {
      direction,
      kinds,
      max,
      allowsNode: (node) => allows('nodes', new NodeValue(node)),
      allowsEdge: (it) => allows('relationships', it),
    };
  };

  return function* (rows: Rows): Rows {
    const received = yield* collected(rows, context);
    if (received.length === 0) return;
    const starts = fromNodes && (yield* fromNodes());
    const ends = toNodes && (yield* toNodes());
    const isForward = sizeOf(received, from, starts) <= sizeOf(received, to, ends);
    const sought = isForward
      ? soughtOf(received, [from, starts], [to, ends])
      : soughtOf(received, [to, ends], [from, starts]);
    const bind = (row: Row, begin: number, edges: readonly EdgeValue[]): Row => {
      const copy = row.slice();
      const nodes = [new NodeValue(begin)];
      for (const it of edges) nodes.push(new NodeValue(it.otherEnd(nodes.at(-1)!.node)));
      [copy[from], copy[to]] = [nodes[0]!, nodes.at(-1)!];
      [copy[edge], copy[path]] = [edges, new PathValue(nodes, edges)];
      return copy;
    };
    const direction = isForward ? pattern.direction : opposite(pattern.direction);
    for (const [root, pairs] of testsDiffer ? eachAlone(sought) : sought) {
      const makeRows = function* (): Iterable<Row> {
        const search = new BreadthFirstSearch(context, root, all, optionsFor(pairs[0]!.row, direction));
        try {
          for (const { row, others } of pairs)
            for (const other of others) {
              if (other === root && min > 0) continue;
              const ways = search.waysTo(other)[Symbol.iterator]();
              for (let way = ways.next(); !way.done; way = all ? ways.next() : { done: true, value: undefined })
                if (way.value.length >= min)
                  yield isForward ? bind(row, root, way.value) : bind(row, other, way.value.toReversed());
            }
        } finally {
          search.release();
        }
      };
      // A search reads properties of nodes that it meets only if there are tests.
      if (tests.length === 0) yield* expanded(given([[]]), context, makeRows, (_, row) => row);
      else yield* inBatches(yield* settled(context, () => context.budget.within(() => keptRows(makeRows(), context))));
    }
  };
}

/** Rows whose number is not known before; the limits hold while they are made. */
function keptRows(rows: Iterable<Row>, { budget }: Context): Row[] {
  const all: Row[] = [];
  for (const row of rows) {
    budget.keepRow(row);
    all.push(row);
  }
  return all;
}

function candidates({ scope, run }: Stage, name: string, context: Context) {
  const slot = scope.slot(name);
  let known: readonly number[] | undefined;
  return function* () {
    known ??= (yield* collected(run(given([[]])), context)).flatMap((row) => nodeIn(row, slot));
    return known;
  };
}

function nodeIn(row: Row, slot: number): number[] {
  const value = row[slot];
  return value instanceof NodeValue ? [value.node] : [];
}

function sizeOf(rows: readonly Row[], slot: number, nodes: readonly number[] | null): number {
  return nodes?.length ?? new Set(rows.flatMap((row) => nodeIn(row, slot))).size;
}

type Side = readonly [slot: number, nodes: readonly number[] | null];

/** By node of one side: the nodes of the other. */
function soughtOf(rows: readonly Row[], [slot, roots]: Side, [otherSlot, others]: Side): Iterable<[number, Sought[]]> {
  const pairs = rows.map((row) => ({ row, others: others ?? nodeIn(row, otherSlot) }));
  if (roots) return roots.map((root) => [root, pairs]);
  const byRoot = new Map<number, Sought[]>();
  for (const pair of pairs) for (const root of nodeIn(pair.row, slot)) addToGroup(byRoot, root, pair);
  return byRoot;
}

function* eachAlone(sought: Iterable<[number, Sought[]]>): Iterable<[number, Sought[]]> {
  for (const [root, pairs] of sought) for (const pair of pairs) yield [root, [pair]];
}

function compilePathTest({ of, variable, where, expected }: PathTest, scope: Scope, context: Context) {
  const inner = scope.with([variable]);
  const slot = inner.slot(variable);
  const test = compileTest(where, inner, context);
  const holds = (value: Value, row: Row) => {
    row[slot] = value;
    return test(row) === expected;
  };
  return { of, holds };
}
