import { weights } from './budget.js';
import { CypherError } from '../cypher-error.js';
import type { ProjectStep } from '../plan/steps.js';
import type { Expression } from '../syntax/tree.js';
import { type Aggregate, aggregateOf } from './aggregates.js';
import { distinct, eachBatch, inBatches, settled, settledRows } from './batches.js';
import { keyOf, order } from './compare.js';
import { compile, compileTest } from './compile.js';
import { type Context, isNeeds, type Row, type Rows, type Run, type Stage } from './context.js';
import { Scope } from './scope.js';
import type { Value } from '../data/values.js';

/** WITH and RETURN: columns, DISTINCT, groups, ORDER BY, SKIP and LIMIT. Rows have the columns only, in their order. */
export function prepareProject(step: ProjectStep, outer: Scope, context: Context): Stage {
  const scope = step.aggregates ? outer.withAggregates(step.aggregates) : outer;
  const columns = step.items.map(({ expression }) => compile(expression, scope, context));
  const sorted = scope.with(step.items.map(({ name }) => name));
  const slots = step.items.map(({ name }) => sorted.slot(name));
  const [skip, limit] = [countOf(step.skip, 'SKIP', context), countOf(step.limit, 'LIMIT', context)];
  const where = step.where && compileTest(step.where, sorted, context);
  const group = step.aggregates && prepareGroups(step, outer, scope, context);
  const sort = step.orderBy.length > 0 && prepareSort(step, sorted, skip + limit, context);

  const project = (row: Row): Row => {
    const copy = row.slice();
    for (const [index, column] of columns.entries()) copy[slots[index]!] = column(row);
    return copy;
  };
  const compact = (row: Row): Row => slots.map((slot) => row[slot] ?? null);

  const run: Run = (rows) => {
    let projected = settledRows(group ? group(rows) : rows, context, (some) => some.map(project));
    if (step.distinct) projected = distinct(projected, context, compact);
    if (sort) projected = sort(projected);
    return settledRows(cut(projected, skip, limit), context, (some) =>
      (where ? some.filter(where) : some).map(compact),
    );
  };
  const result = Scope.empty();
  for (const { name } of step.items) result.slot(name);
  return { scope: result, run };
}

function countOf(expression: Expression | null, clause: 'SKIP' | 'LIMIT', context: Context): number {
  if (!expression) return clause === 'SKIP' ? 0 : Infinity;
  const value = compile(expression, Scope.empty(), context)([]);
  if (typeof value === 'bigint' && value >= 0n) return Number(value);
  throw new CypherError('argument', `${clause} takes an integer that is not negative`, expression.at);
}

/** A row that is kept, and the values that it is sorted by. */
interface Sorted {
  readonly row: Row;
  readonly keys: readonly Value[];
}

/** Rows that are sorted at a time if only the first are wanted. */
const sortedAtOnce = 4096;

function prepareSort({ orderBy }: ProjectStep, scope: Scope, wanted: number, context: Context): Run {
  const { budget } = context;
  const keys = orderBy.map(({ expression }) => compile(expression, scope, context));
  const compare = (a: Sorted, b: Sorted): number => {
    for (const [index, { descending }] of orderBy.entries()) {
      const ordered = order(a.keys[index]!, b.keys[index]!, budget);
      if (ordered !== 0) return descending ? -ordered : ordered;
    }
    return 0;
  };
  return function* (rows) {
    let kept: Sorted[] = [];
    yield* eachBatch(rows, function* (batch) {
      const madeBefore = budget.madeSoFar;
      const keysOfRows = yield* settled(context, () => batch.map((row) => keys.map((key) => key(row))));
      for (const [index, row] of batch.entries()) {
        const own = keysOfRows[index]!;
        budget.keepRow(row);
        budget.keepRow(own);
        kept.push({ row, keys: own });
      }
      budget.forgetMade(madeBefore);
      if (kept.length <= wanted * 2 + sortedAtOnce) return;
      kept = kept.toSorted(compare);
      for (const { row, keys: own } of kept.splice(wanted)) {
        budget.releaseRow(row);
        budget.releaseRow(own);
      }
    });
    yield* inBatches(kept.toSorted(compare).map(({ row }) => row));
  };
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

/** Of a group, and of each of its aggregates. */
const groupBytes = 220;

interface Group {
  readonly row: Row;
  readonly aggregates: readonly Aggregate[];
}

function prepareGroups(step: ProjectStep, outer: Scope, scope: Scope, context: Context): Run {
  const { budget } = context;
  const calls = step.aggregates ?? [];
  const keys = step.groups.map((expression) => compile(expression, outer, context));
  const args = calls.map((call) => call.args.map((arg) => compile(arg, outer, context)));
  const slots = calls.map((call) => scope.aggregates.get(call) ?? 0);
  const evaluate = (row: Row) => {
    const values = keys.map((key) => key(row));
    return { key: keyOf(values, budget), args: args.map((some) => some.map((arg) => arg(row))) };
  };
  const newGroup = (row: Row): Group => ({
    row: row.slice(),
    aggregates: calls.map((call) => aggregateOf(call, budget)),
  });
  const finish = ({ row, aggregates }: Group): Row => {
    for (const [index, aggregate] of aggregates.entries()) row[slots[index]!] = aggregate.result();
    return row;
  };
  return function* (rows) {
    const groups = new Map<string, Group>();
    yield* eachBatch(rows, function* (batch) {
      budget.step(batch.length * weights.row);
      const madeBefore = budget.madeSoFar;
      const evaluated = yield* settled(context, () => batch.map(evaluate));
      for (const [index, { key, args: values }] of evaluated.entries()) {
        let group = groups.get(key);
        if (!group) {
          groups.set(key, (group = newGroup(batch[index]!)));
          budget.keepRow(group.row);
          budget.keep((1 + calls.length) * groupBytes + 2 * key.length);
        }
        for (const [at, aggregate] of group.aggregates.entries()) aggregate.add(values[at]!);
      }
      budget.forgetMade(madeBefore);
    });
    if (groups.size === 0 && keys.length === 0) groups.set('', newGroup([]));
    yield* inBatches(Array.from(groups.values(), finish));
  };
}
