import type { KnownKind } from '../store/kind-names.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import type { Interrupt } from '../questions/interrupt.js';
import type { PathEdge } from '../questions/paths/path-subgraph.js';
import { passedRoles, type WithPassedRoles } from '../questions/walks/passed-roles.js';
import { CypherError, type CypherFault } from './cypher-error.js';
import { Budget, type QueryLimits } from './execution/budget.js';
import { MemoryQueryGraph, type TagMembers } from './data/memory-query-graph.js';
import type { Supplies } from './execution/properties.js';
import { runQuery } from './execution/run-query.js';
import { fromJson } from './data/values.js';
import type { AnswerText } from './execution/answer-text.js';
import { isNeeds } from './execution/context.js';
import { type AnswerForm, ResultWriter } from './execution/write-result.js';
import { explainSteps } from './plan/explain.js';
import { planQuery } from './plan/plan-query.js';
import type { Query } from './syntax/tree.js';

export interface CypherArguments {
  readonly query: Query;
  /** JSON by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly kinds: readonly KnownKind[];
  readonly tags: readonly TagMembers[];
  readonly form: AnswerForm;
  /** Whether the plan is the answer. */
  readonly explain: boolean;
  readonly now: number;
  readonly limits: QueryLimits;
}

/** Nodes by their ids, and edges, whose properties a query needs. */
export interface CypherNeeds {
  readonly nodes: readonly number[];
  readonly edges: readonly PathEdge[];
}

export interface CypherAnswer extends WithPassedRoles {
  /** Of all nodes in the rows, and of the ends of edges in them unless the form is a table. */
  readonly ids: readonly number[];
  readonly edges: readonly PathEdge[];
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Null: there is none. */
  readonly text: AnswerText | null;
  /** Steps of the plan, if it is asked for. */
  readonly plan: readonly string[] | null;
  /** On names that find nothing. */
  readonly notes: readonly string[];
  /** Why there are no rows. */
  readonly fault: { readonly fault: CypherFault; readonly message: string; readonly at: number } | null;
}

const empty: CypherAnswer = {
  ids: [],
  edges: [],
  columns: [],
  rowCount: 0,
  text: null,
  plan: null,
  notes: [],
  fault: null,
};

/** Answers a query. It yields what it needs, and goes on with that. */
export function* cypher(
  graph: MemoryGraph,
  { query, parameters, kinds, tags, form, explain, now, limits }: CypherArguments,
  interrupt: Interrupt,
): Generator<CypherNeeds, CypherAnswer, Supplies> {
  try {
    const queryGraph = new MemoryQueryGraph(graph, kinds, tags);
    if (explain) {
      const work = new Budget(limits, interrupt);
      const plan = planQuery(query, queryGraph, [], (steps) => work.step(steps));
      return { ...empty, plan: plan.parts.flatMap((steps) => explainSteps(steps)) };
    }
    const given = new Map(Object.entries(parameters).map(([name, value]) => [name, fromJson(value)]));
    const { columns, properties, budget, rows } = runQuery(query, queryGraph, {
      parameters: given,
      interrupt,
      now,
      limits,
    });
    const writer = new ResultWriter(graph, budget, form, columns);
    let rowCount = 0;
    for (const some of rows) {
      if (isNeeds(some)) {
        const { nodes, edges } = some;
        const supplies = yield { nodes: graph.idsOf(nodes), edges: edges.map((edge) => writer.pathEdge(edge)) };
        properties.supply(some, supplies);
        continue;
      }
      budget.answerRows(some.length);
      rowCount += some.length;
      writer.write(some);
    }
    const finished = writer.finish();
    const passed = passedRoles(graph, 'out', graph.nodesOf(finished.ids));
    return { ...empty, columns, rowCount, ...finished, notes: queryGraph.notes, ...passed };
  } catch (error) {
    const known = error instanceof RangeError ? tooDeep : error;
    if (!(known instanceof CypherError)) throw error;
    const { fault, message, at } = known;
    return { ...empty, fault: { fault, message, at } };
  }
}

/** Lists in lists are compared by functions that call themselves. */
const tooDeep = new CypherError('limit', 'the query exceeds the limit of nesting: its lists are nested too deep');
