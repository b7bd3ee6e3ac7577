import type { Call, Expression, PathPattern, Query } from './tree.js';

export const aggregateNames = 'count,count(*),sum,avg,min,max,collect,stDev,stDevP,percentileCont,percentileDisc'.split(
  ',',
);
const aggregates = new Set(aggregateNames.map((name) => name.toLowerCase()));

/** @param name in lower case */
export function isAggregateName(name: string): boolean {
  return aggregates.has(name);
}

export function isAggregate(expression: Expression): expression is Call {
  return expression.type === 'call' && isAggregateName(expression.name);
}

/** The outermost expressions in a part of a tree. */
function expressionsIn(part: unknown): Expression[] {
  if (Array.isArray(part)) return part.flatMap(expressionsIn);
  if (typeof part !== 'object' || part === null) return [];
  return isExpression(part) ? [part] : Object.values(part).flatMap(expressionsIn);
}

function isExpression(part: object): part is Expression {
  return 'type' in part && 'at' in part;
}

/** Visits all expressions in a part of a tree. */
export function visitAll(part: unknown, visit: (expression: Expression) => void): void {
  for (const expression of expressionsIn(part)) {
    visit(expression);
    visitAll(Object.values(expression), visit);
  }
}

export function some(part: unknown, test: (expression: Expression) => boolean): boolean {
  let found = false;
  visitAll(part, (it) => (found ||= test(it)));
  return found;
}

/** A part of an expression, with the variables that only it sees. */
interface Part {
  readonly expression: Expression;
  readonly locals: readonly string[];
}

/** Parts that see the variables of the expression itself. */
const inner = new Set(['where', 'map', 'step']);

/** The direct parts of an expression. A subquery has none: it has clauses. */
export function partsOf(expression: Expression): readonly Part[] {
  if (expression.type === 'subquery') return [];
  return Object.entries(expression).flatMap(([key, value]) => {
    const locals = inner.has(key) ? localsOf(expression) : [];
    return expressionsIn(value).map((part) => ({ expression: part, locals }));
  });
}

function localsOf(expression: Expression): string[] {
  if (expression.type === 'reduce') return [expression.accumulator, expression.variable];
  return expression.type === 'comprehension' || expression.type === 'quantifier' ? [expression.variable] : [];
}

/** Whether an expression aggregates; subqueries have aggregates of their own. */
export function aggregatesIn(expression: Expression): boolean {
  return isAggregate(expression) || partsOf(expression).some((part) => aggregatesIn(part.expression));
}

/** The variables that an expression takes from its surroundings. Of a subquery: all that it names. */
export function variablesOf(expression: Expression): Set<string> {
  if (expression.type === 'variable') return new Set([expression.name]);
  if (expression.type === 'subquery')
    return new Set([
      ...namedIn(expression.query),
      ...expressionsIn(expression.query).flatMap((it) => [...variablesOf(it)]),
    ]);
  const names = partsOf(expression).flatMap(({ expression: part, locals }) =>
    [...variablesOf(part)].filter((name) => !locals.includes(name)),
  );
  return new Set(names);
}

function namedIn({ parts }: Query): string[] {
  const clauses = parts.flatMap((part) => part.clauses);
  return clauses.flatMap((clause) => (clause.type === 'match' ? clause.paths.flatMap(variablesOfPath) : []));
}

export function variablesOfPath({ variable, nodes, edges }: PathPattern): string[] {
  return [variable, ...nodes.map((node) => node.variable), ...edges.map((edge) => edge.variable)].filter(
    (name) => name !== null,
  );
}
