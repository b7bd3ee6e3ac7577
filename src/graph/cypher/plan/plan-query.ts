import { CypherError } from '../cypher-error.js';
import type { QueryGraph } from '../data/query-graph.js';
import { aggregatesIn, isAggregate, partsOf, some, variablesOfPath } from '../syntax/walk.js';
import type {
  Call,
  Clause,
  Expression,
  Match,
  Projection,
  ProjectionItem,
  Query,
  SingleQuery,
} from '../syntax/tree.js';
import { HiddenNames, MatchPlanner } from './plan-match.js';
import type { Plan, ProjectStep, Step } from './steps.js';

/**
 * Makes the steps of a query.
 * @param outer variables that a subquery takes from its surroundings
 * @param work counts what planning costs
 * @throws CypherError
 */
export function planQuery(
  query: Query,
  graph: QueryGraph,
  outer: readonly string[] = [],
  work: (steps: number) => void = () => {},
): Plan {
  const planned = query.parts.map((part) => new PartPlanner(graph, outer, work).plan(part));
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
    private readonly work: (steps: number) => void,
  ) {
    this.bound = new Set(outer);
  }

  plan({ clauses }: SingleQuery): { steps: readonly Step[]; columns: readonly string[] } {
    for (let at = 0; at < clauses.length; at++) {
      const clause = clauses[at]!;
      if (clause.type === 'match') {
        const matches = matchesFrom(clauses, at);
        this.addMatches(matches, clause.optional);
        at += matches.length - 1;
      } else if (clause.type === 'unwind') {
        this.steps.push({ step: 'unwind', list: clause.list, variable: clause.variable });
        this.bound.add(clause.variable);
      } else this.addProjection(clause);
    }
    return { steps: this.steps, columns: this.columns };
  }

  private addMatches(matches: readonly Match[], isOptional: boolean): void {
    const before = new Set(this.bound);
    const hasRows = this.steps.length > 0 || this.outer.length > 0 || isOptional;
    const steps = new MatchPlanner(matches, this.bound, this.graph, this.names, hasRows, this.work).plan();
    if (!isOptional) this.steps.push(...steps);
    else {
      const paths = matches.flatMap((match) => match.paths);
      const variables = paths.flatMap(variablesOfPath).filter((name) => !before.has(name));
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

/** The clauses that are planned as one: a MATCH with those behind it, or an OPTIONAL MATCH. */
function matchesFrom(clauses: readonly Clause[], from: number): Match[] {
  const matches: Match[] = [];
  for (const clause of clauses.slice(from)) {
    if (clause.type !== 'match' || (clause.optional && matches.length > 0)) break;
    matches.push(clause);
    if (clause.optional) break;
  }
  return matches;
}

function projectStep({
  items,
  orderBy,
  ...others
}: Pick<ProjectStep, 'items' | 'distinct' | 'orderBy' | 'skip' | 'limit' | 'where'>): ProjectStep {
  const isGrouped = items.some(({ expression }) => aggregatesIn(expression));
  if (isGrouped || others.distinct) for (const { expression } of orderBy) requireProjected(expression, items);
  if (!isGrouped) return { step: 'project', items, orderBy, ...others, aggregates: null, groups: [] };
  for (const item of items) requireGrouped(item.expression, items);
  const groups = items.flatMap(({ expression }) => (aggregatesIn(expression) ? [] : [expression]));
  const aggregates = [...items, ...orderBy].flatMap(({ expression }) => aggregateCalls(expression));
  return { step: 'project', items, orderBy, ...others, aggregates, groups };
}

function aggregateCalls(expression: Expression): Call[] {
  if (isAggregate(expression)) {
    const inner = expression.args.find(aggregatesIn);
    if (inner) throw new CypherError('semantic', 'an aggregate cannot contain another one', inner.at);
    if (some(expression.args, (it) => it.type === 'call' && it.name === 'rand'))
      throw new CypherError('semantic', 'an aggregate cannot contain rand()', expression.at);
    return [expression];
  }
  return partsOf(expression).flatMap(({ expression: part, locals }) => {
    if (locals.length > 0 && aggregatesIn(part))
      throw new CypherError('semantic', 'the items of a list cannot aggregate; aggregate in a WITH before', part.at);
    return aggregateCalls(part);
  });
}

/** `n.x + count(*)` has one value a group only if n or n.x makes groups. */
function requireGrouped(expression: Expression, items: readonly ProjectionItem[]): void {
  if (!aggregatesIn(expression)) return;
  const grouped = items.filter((item) => !aggregatesIn(item.expression));
  const keys = new Set(grouped.map((item) => textOf(item.expression)));
  const check = (it: Expression): void => {
    if (isAggregate(it) || ((it.type === 'variable' || it.type === 'property') && keys.has(textOf(it)))) return;
    if (it.type === 'variable')
      throw new CypherError('semantic', `${it.name} has several values in a group: return it as a column, too`, it.at);
    for (const part of partsOf(it)) if (part.locals.length === 0) check(part.expression);
  };
  check(expression);
}

/** Behind DISTINCT or an aggregation, ORDER BY sees only columns. In an expression that aggregates, they are variables and properties. */
function requireProjected(expression: Expression, items: readonly ProjectionItem[]): void {
  const names = new Set(items.map(({ name }) => name));
  const projected = new Set(items.map((item) => textOf(item.expression)));
  const aggregates = aggregatesIn(expression);
  const check = (it: Expression): void => {
    const isWhole = !aggregates || it.type === 'variable' || it.type === 'property' || isAggregate(it);
    if (isWhole && projected.has(textOf(it))) return;
    if (it.type === 'variable' ? !names.has(it.name) : isAggregate(it)) {
      const text = it.type === 'variable' ? it.name : 'this aggregate';
      throw new CypherError('semantic', `${text} is no column, and ORDER BY sees only columns here`, it.at);
    }
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
