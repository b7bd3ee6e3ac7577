import { CypherError } from '../cypher-error.js';
import type { ProjectStep } from '../plan/steps.js';
import type { Expression } from '../syntax/tree.js';
import { type Aggregate, aggregateOf } from './aggregates.js';
import { inBatches, settled, settledRows } from './batches.js';
import { sizeOfText } from './budget.js';
import { keyOf, order } from './compare.js';
import { compile } from './compile.js';
import { truth } from './evaluate.js';
import { type Context, isNeeds, type Row, type Rows, type Stage } from './context.js';
import { Scope } from './scope.js';
import type { Value } from '../data/values.js';

/** WITH and RETURN: columns, DISTINCT, groups, ORDER BY, SKIP and LIMIT. Rows have the columns only, in their order. */
export function prepareProject(step: ProjectStep, outer: Scope, context: Context): Stage {
  const { budget } = context;
  const scope = step.aggregates ? outer.withAggregates(step.aggregates) : outer;
  const columns = step.items.map(({ expression }) => compile(expression, scope, context));
  const sorted = scope.with(step.items.map(({ name }) => name));
  const slots = step.items.map(({ name }) => sorted.slot(name));
  const keys = step.orderBy.map(({ expression }) => compile(expression, sorted, context));
  const [skip, limit] = [countOf(step.skip, 'SKIP', context), countOf(step.limit, 'LIMIT', context)];
  const where = step.where && compile(step.where, sorted, context);
  const group = step.aggregates && prepareGroups(step, outer, scope, context);

  const project = (row: Row): Row => {
    const copy = row.slice();
    for (const [index, column] of columns.entries()) copy[slots[index]!] = column(row);
    return copy;
  };
  const compact = (row: Row): Row => slots.map((slot) => row[slot] ?? null);
  const keyed = (row: Row): Keyed => ({ row, keys: keys.map((key) => key(row)) });
  const byKeys = (a: Keyed, b: Keyed): number => {
    for (const [index, { descending }] of step.orderBy.entries()) {
      const ordered = order(a.keys[index]!, b.keys[index]!, budget);
      if (ordered !== 0) return descending ? -ordered : ordered;
    }
    return 0;
  };

  const run = function* (rows: Rows): Rows {
    let projected = settledRows(group ? group(rows) : rows, context, (some) => some.map(project));
    if (step.distinct) projected = distinct(projected, compact, context);
    if (keys.length > 0) projected = sort(projected, keyed, byKeys, skip + limit, context);
    const left = cut(projected, skip, limit);
    const columnsOf = (some: readonly Row[]) =>
      some.filter((row) => !where || truth(where(row), 0) === true).map(compact);
    yield* settledRows(left, context, columnsOf);
  };
  const result = Scope.empty();
  for (const { name } of step.items) result.slot(name);
  return { scope: result, run };
}

interface Keyed {
  readonly row: Row;
  readonly keys: readonly Value[];
}

/** A row that is kept, and the values that it counts as. */
type Sorted = Keyed & { readonly size: number };

function countOf(expression: Expression | null, clause: 'SKIP' | 'LIMIT', context: Context): number {
  if (!expression) return clause === 'SKIP' ? 0 : Infinity;
  const value = compile(expression, Scope.empty(), context)([]);
  if (typeof value === 'bigint' && value >= 0n) return Number(value);
  throw new CypherError('argument', `${clause} takes an integer that is not negative`, expression.at);
}

function* distinct(rows: Rows, compact: (row: Row) => Row, context: Context): Rows {
  const seen = new Set<string>();
  for (const item of rows) {
    if (isNeeds(item)) {
      yield item;
      continue;
    }
    yield item.filter((row) => {
      const key = keyOf(compact(row), context.budget);
      if (seen.has(key)) return false;
      context.budget.keep(1 + sizeOfText(key));
      return Boolean(seen.add(key));
    });
  }
}

/** Rows that are sorted at a time if only the first are wanted. */
const sortedAtOnce = 4096;

function* sort(
  rows: Rows,
  keyed: (row: Row) => Keyed,
  compare: (a: Sorted, b: Sorted) => number,
  wanted: number,
  context: Context,
): Rows {
  const { budget } = context;
  let kept: Sorted[] = [];
  for (const item of rows) {
    if (isNeeds(item)) {
      yield item;
      continue;
    }
    const madeBefore = budget.madeSoFar;
    for (const { row, keys } of yield* settled(context, () => item.map(keyed)))
      kept.push({ row, keys, size: budget.keepRow(row) + budget.keepRow(keys) });
    budget.forgetMade(madeBefore);
    if (kept.length <= wanted * 2 + sortedAtOnce) continue;
    kept = kept.toSorted(compare);
    for (const { size } of kept.splice(wanted)) budget.release(size);
  }
  yield* inBatches(kept.toSorted(compare).map(({ row }) => row));
}

function* cut(rows: Rows, skip: number, limit: number): Rows {
  let [skipped, left] = [0, limit];
  if (left === 0) return;
  for (const item of rows) {
    if (isNeeds(item)) {
      yield item;
      continue;
    }
    const first = Math.min(skip - skipped, item.length);
    skipped += first;
    const taken = item.slice(first, first + left);
    left -= taken.length;
    if (taken.length > 0) yield taken;
    if (left === 0) return;
  }
}

interface Group {
  readonly row: Row;
  readonly aggregates: readonly Aggregate[];
}

function prepareGroups(step: ProjectStep, outer: Scope, scope: Scope, context: Context): (rows: Rows) => Rows {
  const { budget } = context;
  const calls = step.aggregates ?? [];
  const groups = step.groups.map((expression) => compile(expression, outer, context));
  const args = calls.map((call) => call.args.map((arg) => compile(arg, outer, context)));
  const slots = calls.map((call) => scope.aggregates.get(call) ?? 0);
  const evaluated = (row: Row) => ({
    row,
    key: keyOf(
      groups.map((group) => group(row)),
      budget,
    ),
    args: args.map((some) => some.map((arg) => arg(row))),
  });
  const newGroup = (row: Row): Group => ({
    row: row.slice(),
    aggregates: calls.map((call) => aggregateOf(call, budget)),
  });
  const finish = ({ row, aggregates }: Group): Row => {
    for (const [index, aggregate] of aggregates.entries()) row[slots[index]!] = aggregate.result();
    return row;
  };
  return function* (rows: Rows): Rows {
    const known = new Map<string, Group>();
    for (const item of rows) {
      if (isNeeds(item)) {
        yield item;
        continue;
      }
      budget.step(item.length);
      const madeBefore = budget.madeSoFar;
      for (const { row, key, args: values } of yield* settled(context, () => item.map(evaluated))) {
        let group = known.get(key);
        if (!group) {
          known.set(key, (group = newGroup(row)));
          budget.keepRow(row);
          budget.keep(calls.length + sizeOfText(key));
        }
        for (const [index, aggregate] of group.aggregates.entries()) aggregate.add(values[index]!);
      }
      budget.forgetMade(madeBefore);
    }
    if (known.size === 0 && groups.length === 0) known.set('', newGroup([]));
    yield* inBatches(Array.from(known.values(), finish));
  };
}
