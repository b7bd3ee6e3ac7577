import { planQuery } from '../plan/plan-query.js';
import type { Plan } from '../plan/steps.js';
import type { Interrupt } from '../../questions/interrupt.js';
import { given } from './batches.js';
import { Budget, defaultLimits, type QueryLimits, sizeOfText } from './budget.js';
import { keyOf } from './compare.js';
import { type Context, isNeeds, type Row, type Rows } from './context.js';
import { prepare } from './prepare.js';
import { type Needs, Properties } from './properties.js';
import type { QueryGraph } from '../data/query-graph.js';
import { Scope } from './scope.js';
import type { MapValue } from '../data/values.js';

export interface QueryOptions {
  readonly parameters: MapValue;
  readonly interrupt: Interrupt;
  readonly now: number;
  readonly limits?: QueryLimits;
}

interface QueryRun {
  readonly columns: readonly string[];
  /** Where properties that it needs are put before it goes on. */
  readonly properties: Properties;
  readonly budget: Budget;
  /** Yields what it needs, and returns the rows: a value for each column. */
  readonly rows: Generator<Needs, Row[], void>;
}

/** Prepares a plan. @throws CypherError, as its rows do */
export function runQuery(
  plan: Plan,
  graph: QueryGraph,
  { parameters, interrupt, now, limits }: QueryOptions,
): QueryRun {
  const budget = new Budget(limits ?? defaultLimits, interrupt);
  const properties = new Properties(budget);
  const context: Context = {
    graph,
    properties,
    parameters,
    now,
    budget,
    subquery(query, scope) {
      const inner = planQuery(
        query,
        graph,
        scope.names.filter((name) => !name.startsWith(' ')),
      );
      const run = preparePlan(inner, scope, context);
      return (row) => run([row]);
    },
  };
  const run = preparePlan(plan, Scope.empty(), context);
  return { columns: plan.columns, properties, budget, rows: allRows(run([[]]), context) };
}

function preparePlan({ parts, keepsDuplicates }: Plan, scope: Scope, context: Context): (rows: readonly Row[]) => Rows {
  const stages = parts.map((steps, index) => prepare(steps, index === 0 ? scope : scope.with([]), context));
  return function* (rows) {
    const seen = keepsDuplicates ? null : new Set<string>();
    for (const { run } of stages)
      for (const item of run(given(rows)))
        if (isNeeds(item) || !seen) yield item;
        else yield item.filter((row) => isNew(row, seen, context.budget));
  };
}

function isNew(row: Row, seen: Set<string>, budget: Budget): boolean {
  const key = keyOf(row, budget);
  if (seen.has(key)) return false;
  seen.add(key);
  budget.keep(1 + sizeOfText(key));
  return true;
}

function* allRows(rows: Rows, context: Context): Generator<Needs, Row[], void> {
  const all: Row[] = [];
  for (const item of rows)
    if (isNeeds(item)) yield item;
    else {
      context.budget.requireRows(all.length + item.length);
      for (const row of item) {
        all.push(row);
        context.budget.keepRow(row);
      }
    }
  return all;
}
