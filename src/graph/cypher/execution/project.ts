import { CypherError } from '../cypher-error.js';
import type { ProjectStep } from '../plan/steps.js';
import type { Expression } from '../syntax/tree.js';
import { type Aggregate, aggregateOf } from './aggregates.js';
import { settled, settledRows } from './batches.js';
import { keyOf, order } from './compare.js';
import { compile } from './compile.js';
import { truth } from './evaluate.js';
import { type Context, isNeeds, type Row, type Rows, type Stage } from './context.js';
import { Scope } from './scope.js';
import type { Value } from '../data/values.js';

/** WITH and RETURN: columns, DISTINCT, groups, ORDER BY, SKIP and LIMIT. Rows have the columns only, in their order. */
export function prepareProject(step: ProjectStep, outer: Scope, context: Context): Stage {
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
  const keyed = (row: Row): Sorted => ({ row, keys: keys.map((key) => key(row)) });
  const byKeys = (a: Sorted, b: Sorted): number => {
    for (const [index, { descending }] of step.orderBy.entries()) {
      const ordered = order(a.keys[index]!, b.keys[index]!);
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

interface Sorted {
  readonly row: Row;
  readonly keys: readonly Value[];
}

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
      const key = keyOf(compact(row));
      if (seen.has(key)) return false;
      context.budget.keep(1);
      return Boolean(seen.add(key));
    });
  }
}

/** Rows that are sorted at a time if only the first are wanted. */
const sortedAtOnce = 4096;

function* sort(
  rows: Rows,
  keyed: (row: Row) => Sorted,
  compare: (a: Sorted, b: Sorted) => number,
  wanted: number,
  context: Context,
): Rows {
  let kept: Sorted[] = [];
  for (const item of rows) {
    if (isNeeds(item)) {
      yield item;
      continue;
    }
    for (const next of yield* settled(context, () => item.map(keyed))) kept.push(next);
    context.budget.keep(item.length * (item[0]?.length ?? 0));
    if (kept.length <= wanted * 2 + sortedAtOnce) continue;
    const before = kept.length;
    kept = kept.toSorted(compare).slice(0, wanted);
    context.budget.release((before - kept.length) * (item[0]?.length ?? 0));
  }
  yield kept.toSorted(compare).map(({ row }) => row);
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
  const calls = step.aggregates ?? [];
  const groups = step.groups.map((expression) => compile(expression, outer, context));
  const args = calls.map((call) => call.args.map((arg) => compile(arg, outer, context)));
  const slots = calls.map((call) => scope.aggregates.get(call) ?? 0);
  const evaluated = (row: Row) => ({
    row,
    key: keyOf(groups.map((group) => group(row))),
    args: args.map((some) => some.map((arg) => arg(row))),
  });
  const newGroup = (row: Row): Group => ({ row: row.slice(), aggregates: calls.map(aggregateOf) });
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
      context.budget.step(item.length);
      for (const { row, key, args: values } of yield* settled(context, () => item.map(evaluated))) {
        let group = known.get(key);
        if (!group) {
          known.set(key, (group = newGroup(row)));
          context.budget.keep(row.length + calls.length);
        }
        for (const [index, aggregate] of group.aggregates.entries()) context.budget.keep(aggregate.add(values[index]!));
      }
    }
    if (known.size === 0 && groups.length === 0) known.set('', newGroup([]));
    yield Array.from(known.values(), finish);
  };
}
