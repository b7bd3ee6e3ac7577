import { CypherError } from '../cypher-error.js';
import type { EdgePattern, Expression, Match, PathPattern, Query, SingleQuery } from './tree.js';
import { partsOf } from './walk.js';

/** What a variable stands for, as far as the text tells. */
type Sort = 'node' | 'relationship' | 'relationships' | 'path' | 'value' | 'unknown';

type Sorts = Map<string, Sort>;

/** Refuses queries whose variables contradict each other, whatever the graph has. @throws CypherError */
export function checkNames(query: Query, outer: ReadonlyMap<string, Sort> = new Map()): void {
  for (const part of query.parts) checkPart(part, new Map(outer));
}

function checkPart({ clauses }: SingleQuery, given: Sorts): void {
  let sorts = given;
  for (const clause of clauses)
    if (clause.type === 'match') {
      declareMatch(clause, sorts);
      if (clause.where) checkCondition(clause.where, sorts);
    } else if (clause.type === 'unwind') {
      checkExpression(clause.list, sorts, false);
      sorts.set(clause.variable, 'unknown');
    } else {
      const own: Sorts = new Map(clause.starAt === null ? [] : sorts);
      for (const { expression, name, isNamed } of clause.items) {
        checkExpression(expression, sorts, false);
        if (clause.items.some((other) => other.name === name && other.expression !== expression) && isNamed)
          throw new CypherError('semantic', `two columns are named ${name}`, expression.at);
        own.set(name, sortOf(expression, sorts));
      }
      if (clause.where) checkCondition(clause.where, new Map([...sorts, ...own]));
      sorts = own;
    }
}

function declareMatch({ paths }: Match, sorts: Sorts): void {
  const relationships = new Set<string>();
  for (const path of paths) {
    const { variable, nodes, edges } = path;
    for (const node of nodes) if (node.variable !== null) declare(node.variable, 'node', node.at, sorts);
    for (const edge of edges) if (edge.variable !== null) declareEdge(edge.variable, edge, relationships, sorts);
    if (variable !== null) declare(variable, 'path', path.at, sorts);
  }
  for (const { nodes, edges } of paths)
    for (const { properties, where } of [...nodes, ...edges]) {
      if (properties) checkExpression(properties, sorts, false);
      if (where) checkCondition(where, sorts);
    }
}

function declareEdge(name: string, { length, at }: EdgePattern, ofMatch: Set<string>, sorts: Sorts): void {
  declare(name, length ? 'relationships' : 'relationship', at, sorts);
  if (ofMatch.has(name)) throw new CypherError('semantic', `${name} is already a relationship of this MATCH`, at);
  ofMatch.add(name);
}

function declare(name: string, sort: Sort, at: number, sorts: Sorts): void {
  const known = sorts.get(name);
  if (known !== undefined && (sort === 'path' || (known !== 'unknown' && known !== sort)))
    throw new CypherError('semantic', `${name} is a ${known}, and cannot be a ${sort}`, at);
  sorts.set(name, sort);
}

function sortOf(expression: Expression, sorts: Sorts): Sort {
  if (expression.type === 'variable') return sorts.get(expression.name) ?? 'unknown';
  if (expression.type === 'literal') return expression.value === null ? 'unknown' : 'value';
  if (expression.type === 'list')
    return expression.items.some((item) => sortOf(item, sorts) === 'relationship') ? 'unknown' : 'value';
  return expression.type === 'map' ? 'value' : 'unknown';
}

function checkCondition(where: Expression, sorts: Sorts): void {
  requireBoolean(where, sorts);
  checkExpression(where, sorts, true);
}

function requireBoolean(expression: Expression, sorts: Sorts): void {
  const { type, at } = expression;
  const isOther = type === 'literal' && expression.value !== null && typeof expression.value !== 'boolean';
  const sort = type === 'variable' ? sortOf(expression, sorts) : 'unknown';
  if (isOther || type === 'list' || type === 'map' || (sort !== 'unknown' && sort !== 'value'))
    throw new CypherError('semantic', 'expected a condition, which is true or false', at);
}

/** @param takesPattern whether it may be a pattern: in conditions only */
function checkExpression(expression: Expression, sorts: Sorts, takesPattern: boolean): void {
  if (expression.type === 'subquery') return checkSubquery(expression, sorts, takesPattern);
  const isLogical = isLogicalOperation(expression);
  checkSorts(expression, sorts);
  const conditions = expression.type === 'case' && !expression.subject ? expression.branches.map(([when]) => when) : [];
  for (const { expression: part, locals } of partsOf(expression)) {
    if (isLogical) requireBoolean(part, sorts);
    const inner =
      locals.length === 0 ? sorts : new Map([...sorts, ...locals.map((name) => [name, 'unknown'] as const)]);
    checkExpression(part, inner, isLogical ? takesPattern : locals.length > 0 || conditions.includes(part));
  }
}

function isLogicalOperation(expression: Expression): boolean {
  if (expression.type === 'unary') return expression.operator === 'NOT';
  return expression.type === 'binary' && /^(AND|OR|XOR)$/.test(expression.operator);
}

/** What functions take, among nodes, relationships and paths. */
const taken: Readonly<Record<string, readonly [expected: string, sort?: Sort]>> = {
  length: ['a path', 'path'],
  nodes: ['a path', 'path'],
  relationships: ['a path', 'path'],
  labels: ['a node', 'node'],
  type: ['a relationship', 'relationship'],
  startnode: ['a relationship', 'relationship'],
  endnode: ['a relationship', 'relationship'],
  size: ['a list or a text'],
};

function checkSorts(expression: Expression, sorts: Sorts): void {
  const { at } = expression;
  if (expression.type === 'property' && sortOf(expression.of, sorts) === 'path')
    throw new CypherError('semantic', `a path has no property ${expression.key}`, at);
  if (expression.type !== 'call' || !Object.hasOwn(taken, expression.name) || !expression.args[0]) return;
  const [expected, wanted] = taken[expression.name]!;
  const sort = sortOf(expression.args[0], sorts);
  if (sort !== wanted && (sort === 'node' || sort === 'relationship' || sort === 'path'))
    throw new CypherError('semantic', `${expression.name}() takes ${expected}, not a ${sort}`, at);
}

function checkSubquery(
  { query, isPattern, at }: Extract<Expression, { type: 'subquery' }>,
  sorts: Sorts,
  takesPattern: boolean,
): void {
  if (isPattern && !takesPattern)
    throw new CypherError(
      'semantic',
      'a pattern is a condition here; write EXISTS { … } to return whether it holds',
      at,
    );
  if (isPattern)
    for (const { clauses } of query.parts)
      for (const clause of clauses)
        if (clause.type === 'match') clause.paths.forEach((path) => requireKnown(path, sorts));
  checkNames(query, sorts);
}

function requireKnown({ nodes, edges }: PathPattern, sorts: Sorts): void {
  for (const { variable, at } of [...nodes, ...edges])
    if (variable !== null && !sorts.has(variable))
      throw new CypherError('semantic', `the variable ${variable} is not defined; EXISTS { … } can define it`, at);
}
