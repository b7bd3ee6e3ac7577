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

/** The direct parts of an expression. Those of patterns and subqueries are not among them. */
export function partsOf(expression: Expression): readonly Part[] {
  const plain = (...parts: readonly (Expression | null)[]) =>
    parts.flatMap((part) => (part ? [{ expression: part, locals: [] }] : []));
  const local = (locals: readonly string[], ...parts: readonly (Expression | null)[]) =>
    parts.flatMap((part) => (part ? [{ expression: part, locals }] : []));
  switch (expression.type) {
    case 'property':
    case 'labels':
    case 'isNull':
      return plain(expression.of);
    case 'list':
      return plain(...expression.items);
    case 'map':
      return plain(...expression.entries.map(([, value]) => value));
    case 'mapProjection':
      return plain(expression.of, ...expression.entries.map(([, value]) => value));
    case 'call':
      return plain(...expression.args);
    case 'unary':
      return plain(expression.operand);
    case 'binary':
      return plain(expression.left, expression.right);
    case 'index':
      return plain(expression.of, expression.index);
    case 'slice':
      return plain(expression.of, expression.from, expression.to);
    case 'case':
      return plain(expression.subject, ...expression.branches.flat(), expression.otherwise);
    case 'comprehension':
      return [...plain(expression.list), ...local([expression.variable], expression.where, expression.map)];
    case 'quantifier':
      return [...plain(expression.list), ...local([expression.variable], expression.where)];
    case 'reduce':
      return [
        ...plain(expression.initial, expression.list),
        ...local([expression.accumulator, expression.variable], expression.step),
      ];
    default:
      return [];
  }
}

/** Visits an expression and all inside it, those of patterns and subqueries too. */
export function visitAll(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  for (const part of partsOf(expression)) visitAll(part.expression, visit);
  if (expression.type === 'subquery') for (const inner of expressionsOf(expression.query)) visitAll(inner, visit);
  if (expression.type === 'patternComprehension') {
    for (const inner of propertiesOf(expression.path)) visitAll(inner, visit);
    for (const inner of [expression.where, expression.map]) if (inner) visitAll(inner, visit);
  }
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
export function variablesOf(expression: Expression): Set<string> {
  const names = new Set<string>();
  const collect = (it: Expression, locals: readonly string[]): void => {
    if (it.type === 'variable' && !locals.includes(it.name)) names.add(it.name);
    for (const part of partsOf(it)) collect(part.expression, [...locals, ...part.locals]);
    if (it.type === 'patternComprehension') {
      for (const name of variablesOfPath(it.path)) if (!locals.includes(name)) names.add(name);
      for (const inner of [it.where, it.map, ...propertiesOf(it.path)]) if (inner) collect(inner, locals);
    }
    if (it.type === 'subquery') {
      for (const { clauses } of it.query.parts)
        for (const clause of clauses)
          if (clause.type === 'match')
            for (const name of clause.paths.flatMap(variablesOfPath)) if (!locals.includes(name)) names.add(name);
      for (const inner of expressionsOf(it.query)) collect(inner, locals);
    }
  };
  collect(expression, []);
  return names;
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
