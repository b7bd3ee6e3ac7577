import type { Call, Expression, PathPattern, Projection, Query } from './tree.js';

const aggregates = new Set([
  'count',
  'count(*)',
  'sum',
  'avg',
  'min',
  'max',
  'collect',
  'stdev',
  'stdevp',
  'percentilecont',
  'percentiledisc',
]);

export function isAggregateName(name: string): boolean {
  return aggregates.has(name);
}

export function isAggregate(expression: Expression): expression is Call {
  return expression.type === 'call' && isAggregateName(expression.name);
}

/** A part of an expression, with the variables that only it sees. */
export interface Part {
  readonly expression: Expression;
  readonly locals: readonly string[];
}

/** Parts that see the variables of the expression itself. */
const inner = new Set(['where', 'map', 'step']);

/** The direct parts of an expression. Those of patterns and subqueries are not among them. */
export function partsOf(expression: Expression): readonly Part[] {
  if (expression.type === 'patternComprehension') return [];
  return Object.entries(expression).flatMap(([key, value]) => {
    const locals = inner.has(key) ? localsOf(expression) : [];
    return expressionsIn(value).map((part) => ({ expression: part, locals }));
  });
}

function localsOf(expression: Expression): string[] {
  if (expression.type === 'reduce') return [expression.accumulator, expression.variable];
  return expression.type === 'comprehension' || expression.type === 'quantifier' ? [expression.variable] : [];
}

function expressionsIn(value: unknown): Expression[] {
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  return isExpression(value) ? [value] : [];
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'type' in value && 'at' in value;
}

/** Visits an expression and all inside it, those of patterns and subqueries too. */
export function visitAll(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  for (const part of [...partsOf(expression), ...innerParts(expression)]) visitAll(part.expression, visit);
}

export function some(expression: Expression, test: (expression: Expression) => boolean): boolean {
  let found = false;
  visitAll(expression, (it) => (found ||= test(it)));
  return found;
}

/** Whether an expression aggregates; subqueries have aggregates of their own. */
export function aggregatesIn(expression: Expression): boolean {
  return isAggregate(expression) || partsOf(expression).some((part) => aggregatesIn(part.expression));
}

/** The variables that an expression takes from its surroundings. Of a subquery: all that it names. */
export function variablesOf(expression: Expression, locals: readonly string[] = []): Set<string> {
  const names = new Set(expression.type === 'variable' ? [expression.name] : namedInPatterns(expression));
  for (const part of [...partsOf(expression), ...innerParts(expression)])
    for (const name of variablesOf(part.expression, part.locals)) names.add(name);
  for (const name of locals) names.delete(name);
  return names;
}

function namedInPatterns(expression: Expression): string[] {
  if (expression.type === 'patternComprehension') return variablesOfPath(expression.path);
  if (expression.type !== 'subquery') return [];
  const clauses = expression.query.parts.flatMap((part) => part.clauses);
  return clauses.flatMap((clause) => (clause.type === 'match' ? clause.paths.flatMap(variablesOfPath) : []));
}

/** The expressions in the pattern or the query of an expression. */
function innerParts(expression: Expression): Part[] {
  const inside =
    expression.type === 'subquery'
      ? expressionsOf(expression.query)
      : expression.type === 'patternComprehension'
        ? [...propertiesOf(expression.path), expression.where, expression.map]
        : [];
  return inside.flatMap((part) => (part ? [{ expression: part, locals: [] }] : []));
}

export function variablesOfPath({ variable, nodes, edges }: PathPattern): string[] {
  return [variable, ...nodes.map((node) => node.variable), ...edges.map((edge) => edge.variable)].filter(
    (name) => name !== null,
  );
}

/** All expressions of the clauses of a query. */
export function expressionsOf(query: Query): Expression[] {
  return query.parts.flatMap(({ clauses }) =>
    clauses.flatMap((clause) => {
      if (clause.type === 'unwind') return [clause.list];
      if (clause.type === 'match')
        return [...clause.paths.flatMap(propertiesOf), ...(clause.where ? [clause.where] : [])];
      return expressionsOfProjection(clause);
    }),
  );
}

function expressionsOfProjection({ items, orderBy, skip, limit, where }: Projection): Expression[] {
  const expressions = [...items, ...orderBy].map((item) => item.expression);
  return [...expressions, ...[skip, limit, where].filter((it) => it !== null)];
}

function propertiesOf({ nodes, edges }: PathPattern): Expression[] {
  return [...nodes, ...edges].flatMap(({ properties }) => (properties ? [properties] : []));
}
