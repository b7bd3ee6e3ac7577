import { type Interrupt, uninterrupted } from '../../src/graph/questions/interrupt.js';
import type { QueryLimits } from '../../src/graph/cypher/execution/budget.js';
import { runQuery } from '../../src/graph/cypher/execution/run-query.js';
import { isNeeds, type Row } from '../../src/graph/cypher/execution/context.js';
import { fromJson, type Value } from '../../src/graph/cypher/data/values.js';
import { parseQuery } from '../../src/graph/cypher/syntax/query-parser.js';
import type { PlainGraph } from './plain-graph.js';

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

interface AskOptions {
  readonly limits?: QueryLimits;
  readonly interrupt?: Interrupt;
  /** Milliseconds since 1970; the present if it is absent. */
  readonly now?: number;
}

/** Runs a query over a plain graph as the product does. @throws CypherError */
export function ask(graph: PlainGraph, text: string, parameters: object = {}, options: AskOptions = {}): Answer {
  const query = parseQuery(text);
  const run = runQuery(query, graph, {
    parameters: new Map(Object.entries(parameters).map(([name, value]) => [name, fromJson(value)])),
    interrupt: options.interrupt ?? uninterrupted,
    now: options.now ?? Date.now(),
    ...(options.limits && { limits: options.limits }),
  });
  const rows: Row[] = [];
  for (const some of run.rows)
    if (isNeeds(some)) run.properties.supply(some, graph.supply(some));
    else {
      run.budget.answerRows(some.length);
      rows.push(...some);
    }
  return { columns: run.columns, rows };
}
