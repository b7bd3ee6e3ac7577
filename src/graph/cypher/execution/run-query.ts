import { planQuery } from '../plan/plan-query.js';
import type { Plan } from '../plan/steps.js';
import type { Interrupt } from '../../questions/interrupt.js';
import { distinct, given } from './batches.js';
import { Budget, defaultLimits, type QueryLimits } from './budget.js';
import type { Context, Row, Rows } from './context.js';
import { prepare } from './prepare.js';
import { Properties } from './properties.js';
import type { QueryGraph } from '../data/query-graph.js';
import type { Query } from '../syntax/tree.js';
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
  /** With a value for each column. */
  readonly rows: Rows;
}

/** Plans and prepares a query. @throws CypherError, as its rows do */
export function runQuery(
  query: Query,
  graph: QueryGraph,
  { parameters, interrupt, now, limits }: QueryOptions,
): QueryRun {
  const budget = new Budget(limits ?? defaultLimits, interrupt);
  const work = (steps: number) => budget.step(steps);
  const plan = planQuery(query, graph, [], work);
  const properties = new Properties(budget);
  const context: Context = {
    graph,
    properties,
    parameters,
    now,
    budget,
    subquery(inside, scope) {
      const outer = scope.names.filter((name) => !name.startsWith(' '));
      const inner = planQuery(inside, graph, outer, work);
      const run = preparePlan(inner, scope, context);
      return (row) => run([row]);
    },
  };
  const run = preparePlan(plan, Scope.empty(), context);
  return { columns: plan.columns, properties, budget, rows: run([[]]) };
}

function preparePlan({ parts, keepsDuplicates }: Plan, scope: Scope, context: Context): (rows: readonly Row[]) => Rows {
  const stages = parts.map((steps, index) => prepare(steps, index === 0 ? scope : scope.with([]), context));
  function* rowsOf(start: readonly Row[]): Rows {
    for (const { run } of stages) yield* run(given(start));
  }
  return (start) => (keepsDuplicates ? rowsOf(start) : distinct(rowsOf(start), context, (row) => row));
}
