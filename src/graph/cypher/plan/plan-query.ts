import { CypherError } from '../cypher-error.js';
import type { QueryGraph } from '../data/query-graph.js';
import { aggregatesIn, isAggregate, partsOf, variablesOfPath } from '../syntax/walk.js';
import type { Call, Expression, Match, Projection, ProjectionItem, Query, SingleQuery } from '../syntax/tree.js';
import { HiddenNames, MatchPlanner } from './plan-match.js';
import type { Plan, ProjectStep, Step } from './steps.js';

/** Makes the steps of a query. @param outer variables that a subquery takes from its surroundings @throws CypherError */
export function planQuery(query: Query, graph: QueryGraph, outer: readonly string[] = []): Plan {
  const planned = query.parts.map((part) => new PartPlanner(graph, outer).plan(part));
  const [first] = planned;
  if (!first) throw new Error('a query has a part');
  for (const [index, { columns }] of planned.entries())
    if (columns.join() !== first.columns.join())
      throw new CypherError(
        'semantic',
        `the parts of a UNION have different columns: ${first.columns.join(', ')} and ${columns.join(', ')}`,
        placeOfColumns(query.parts[index]!),
      );
  return {
    parts: planned.map(({ steps }) => steps),
    keepsDuplicates: query.keepsDuplicates,
    columns: first.columns,
  };
}

function placeOfColumns({ clauses }: SingleQuery): number {
  const last = clauses.at(-1);
  return last?.type === 'return' ? (last.starAt ?? last.items[0]?.expression.at ?? -1) : -1;
}

class PartPlanner {
  private readonly names = new HiddenNames();
  private readonly steps: Step[] = [];
  private bound: Set<string>;
  private columns: readonly string[] = [];

  constructor(
    private readonly graph: QueryGraph,
    private readonly outer: readonly string[],
  ) {
    this.bound = new Set(outer);
  }

  plan({ clauses }: SingleQuery): { steps: readonly Step[]; columns: readonly string[] } {
    for (const clause of clauses) {
      if (clause.type === 'match') this.addMatch(clause);
      else if (clause.type === 'unwind') {
        this.steps.push({ step: 'unwind', list: clause.list, variable: clause.variable });
        this.bound.add(clause.variable);
      } else this.addProjection(clause);
    }
    return { steps: this.steps, columns: this.columns };
  }

  private addMatch(match: Match): void {
    const before = new Set(this.bound);
    const hasRows = this.steps.length > 0 || this.outer.length > 0;
    const steps = new MatchPlanner(match, this.bound, this.graph, this.names, hasRows || match.optional).plan();
    if (!match.optional) this.steps.push(...steps);
    else {
      const variables = match.paths.flatMap(variablesOfPath).filter((name) => !before.has(name));
      this.steps.push({ step: 'optional', steps, variables: [...new Set(variables)] });
    }
  }

  private addProjection(projection: Projection): void {
    const { starAt, distinct, orderBy, skip, limit, where } = projection;
    const items = [...(starAt === null ? [] : this.allVariables(starAt)), ...projection.items];
    this.columns = items.map(({ name }) => name);
    this.steps.push(projectStep({ items, distinct, orderBy, skip, limit, where }));
    this.bound = new Set(this.columns);
  }

  private allVariables(at: number): ProjectionItem[] {
    const visible = [...this.bound].filter((name) => !name.startsWith(' '));
    if (visible.length === 0) throw new CypherError('semantic', 'there are no variables for *', at);
    return visible.toSorted().map((name) => ({ expression: { type: 'variable', name, at }, name, isNamed: true }));
  }
}

function projectStep({
  items,
  orderBy,
  ...others
}: Pick<ProjectStep, 'items' | 'distinct' | 'orderBy' | 'skip' | 'limit' | 'where'>): ProjectStep {
  const isGrouped = items.some(({ expression }) => aggregatesIn(expression));
  if (!isGrouped) return { step: 'project', items, orderBy, ...others, aggregates: null, groups: [] };
  for (const item of items) requireGrouped(item.expression, items);
  const groups = items.flatMap(({ expression }) => (aggregatesIn(expression) ? [] : [expression]));
  const aggregates = [...items, ...orderBy].flatMap(({ expression }) => aggregateCalls(expression));
  return { step: 'project', items, orderBy, ...others, aggregates, groups };
}

function aggregateCalls(expression: Expression): Call[] {
  if (!isAggregate(expression)) return partsOf(expression).flatMap((part) => aggregateCalls(part.expression));
  const inner = expression.args.find(aggregatesIn);
  if (inner) throw new CypherError('semantic', 'an aggregate cannot contain another one', inner.at);
  return [expression];
}

/** `n.x + count(*)` has one value a group only if n or n.x makes groups. */
function requireGrouped(expression: Expression, items: readonly ProjectionItem[]): void {
  if (!aggregatesIn(expression)) return;
  const grouped = items.filter((item) => !aggregatesIn(item.expression));
  const keys = new Set(grouped.map((item) => textOf(item.expression)));
  const check = (it: Expression): void => {
    if (isAggregate(it) || keys.has(textOf(it))) return;
    if (it.type === 'variable')
      throw new CypherError('semantic', `${it.name} has several values in a group: return it as a column, too`, it.at);
    for (const part of partsOf(it)) if (part.locals.length === 0) check(part.expression);
  };
  check(expression);
}

/** Equal for expressions that differ in their places only. */
function textOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) =>
    key === 'at' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  );
}
