import { CypherError } from '../cypher-error.js';
import type { Expression } from '../syntax/tree.js';
import { isAggregateName } from '../syntax/walk.js';
import { compileLists } from './compile-lists.js';
import { equals } from './compare.js';
import type { Context, Row } from './context.js';
import { type Evaluate, forgetful, placed, truth } from './evaluate.js';
import { functionNamed, mapOf, partOfTime } from './functions.js';
import { not, operators } from './operators.js';
import type { Scope } from './scope.js';
import { DateTimeValue, EdgeValue, isList, NodeValue, typeName, type Value } from '../data/values.js';

/** Makes a function of an expression. It writes variables of its own, such as that of a comprehension, into the row. @throws CypherError */
export function compile(expression: Expression, scope: Scope, context: Context): Evaluate {
  const evaluate = compiled(expression, scope, context);
  return mayReadLists.has(expression.type) ? forgetful(evaluate, context.budget) : evaluate;
}

const mayReadLists = new Set<Expression['type']>(['call', 'binary', 'quantifier', 'reduce', 'index']);

function compiled(expression: Expression, scope: Scope, context: Context): Evaluate {
  const inner = (part: Expression): Evaluate => compile(part, scope, context);
  if (expression.type === 'literal') return () => expression.value;
  if (expression.type === 'parameter') return parameter(expression, context);
  if (expression.type === 'variable') return variable(expression, scope);
  if (expression.type === 'call') return call(expression, scope, context);
  if (expression.type === 'property') {
    const [of, { key, at }] = [inner(expression.of), expression];
    return (row) => propertyOf(of(row), key, context, at);
  }
  if (expression.type === 'labels') return labelTest(inner(expression.of), expression.labels, context, expression.at);
  if (expression.type === 'list') {
    const items = expression.items.map(inner);
    return (row) => {
      context.budget.make(items.length);
      return items.map((item) => item(row));
    };
  }
  if (expression.type === 'map' || expression.type === 'mapProjection') return mapping(expression, inner, context);
  return operation(expression, inner, context) ?? compileLists(expression, scope, context, compile);
}

function parameter({ name, at }: Named, { parameters }: Context): Evaluate {
  const value = parameters.get(name);
  if (value !== undefined) return () => value;
  throw new CypherError('parameter', `the parameter ${name} is not given; send it in "parameters"`, at);
}

function variable({ name, at }: Named, scope: Scope): Evaluate {
  const slot = scope.find(name);
  if (slot === undefined) throw new CypherError('semantic', `the variable ${name} is not defined`, at);
  return (row) => row[slot] ?? null;
}

type Named = Extract<Expression, { type: 'variable' | 'parameter' }>;

/** An operator or what is written like one; null: it is something else. */
function operation(expression: Expression, inner: Inner, context: Context): Evaluate | null {
  const { at } = expression;
  if (expression.type === 'binary') return binary(expression, inner, context);
  if (expression.type === 'case') return branching(expression, inner, context);
  if (expression.type === 'unary') {
    const operand = inner(expression.operand);
    if (expression.operator === 'NOT') return placed(at, (row) => not(operand(row)));
    const sign = expression.operator === '-' ? -1n : 1n;
    return placed(at, (row) => operators['*'](operand(row), sign, context.budget));
  }
  if (expression.type === 'isNull') {
    const of = inner(expression.of);
    return (row) => (of(row) === null) !== expression.negated;
  }
  if (expression.type === 'index') return indexed(inner(expression.of), inner(expression.index), context, at);
  if (expression.type !== 'slice') return null;
  const [from, to] = [expression.from && inner(expression.from), expression.to && inner(expression.to)];
  return sliced(inner(expression.of), from, to, context);
}

function propertyOf(of: Value, key: string, context: Context, at: number): Value {
  if (of === null) return null;
  if (of instanceof NodeValue) {
    const computed = context.graph.computedProperty(of.node, key);
    return computed === undefined ? context.properties.get(of, key) : computed;
  }
  if (of instanceof EdgeValue) return context.properties.get(of, key);
  if (of instanceof Map) return of.get(key) ?? null;
  if (of instanceof DateTimeValue) return partOfTime(of, key);
  throw new CypherError('type', `${typeName(of)} has no property ${key}`, at);
}

function labelTest(of: Evaluate, groups: readonly (readonly string[])[], { graph }: Context, at: number): Evaluate {
  const tests = groups.map((group) => group.map((label) => graph.labelTest(label)).filter((test) => test !== null));
  const kinds = groups.map((group) => new Set(group.flatMap((name) => graph.kindsNamed(name))));
  return (row) => {
    const value = of(row);
    if (value === null) return null;
    if (value instanceof NodeValue) return tests.every((group) => group.some((test) => test(value.node)));
    if (value instanceof EdgeValue) return kinds.every((group) => group.has(value.kind));
    throw new CypherError('type', `${typeName(value)} has no labels`, at);
  };
}

type Inner = (part: Expression) => Evaluate;

function mapping(
  expression: Extract<Expression, { type: 'map' | 'mapProjection' }>,
  inner: Inner,
  context: Context,
): Evaluate {
  const entries = expression.entries.map(([key, value]) => [key, inner(value)] as const);
  const evaluated = (row: Row) => entries.map(([key, value]) => [key, value(row)] as const);
  if (expression.type === 'map')
    return (row) => {
      context.budget.make(entries.length);
      return new Map(evaluated(row));
    };
  const of = inner(expression.of);
  return (row) => {
    const value = of(row);
    if (value === null) return null;
    return new Map([...(expression.all ? mapOf(value, context) : []), ...evaluated(row)]);
  };
}

function call(expression: Extract<Expression, { type: 'call' }>, scope: Scope, context: Context): Evaluate {
  const { name, at } = expression;
  const slot = scope.aggregates.get(expression);
  if (slot !== undefined) return (row) => row[slot] ?? null;
  if (isAggregateName(name))
    throw new CypherError('semantic', `${name} aggregates, which only a column of WITH or RETURN can do`, at);
  const called = functionNamed(name);
  if (!called) throw new CypherError('semantic', `there is no function ${name}; docs/cypher.md lists all`, at);
  const { least, most, takesNull } = called;
  if (expression.args.length < least || expression.args.length > most)
    throw new CypherError('semantic', `${name} takes ${least === most ? least : `${least} to ${most}`} arguments`, at);
  const args = expression.args.map((arg) => compile(arg, scope, context));
  return placed(at, (row) => {
    const values = args.map((arg) => arg(row));
    return takesNull || values.every((value) => value !== null) ? called.call(values, context) : null;
  });
}

function binary(expression: Extract<Expression, { type: 'binary' }>, inner: Inner, { budget }: Context): Evaluate {
  const [left, right] = [inner(expression.left), inner(expression.right)];
  const { operator, at } = expression;
  if (operator === 'AND' || operator === 'OR') return decided(left, right, operator === 'OR', at);
  if (operator !== 'XOR') {
    const operate = operators[operator];
    return placed(at, (row) => operate(left(row), right(row), budget));
  }
  return (row) => {
    const [a, b] = [truth(left(row), at), truth(right(row), at)];
    return a === null || b === null ? null : a !== b;
  };
}

/** AND and OR: the result is decided if one side has a value. */
function decided(left: Evaluate, right: Evaluate, deciding: boolean, at: number): Evaluate {
  return (row) => {
    const first = truth(left(row), at);
    if (first === deciding) return deciding;
    const second = truth(right(row), at);
    if (second === deciding) return deciding;
    return first === null || second === null ? null : !deciding;
  };
}

function indexed(of: Evaluate, index: Evaluate, context: Context, at: number): Evaluate {
  return (row) => {
    const [whole, place] = [of(row), index(row)];
    if (whole === null || place === null) return null;
    if (!isList(whole) && typeof place === 'string') return propertyOf(whole, place, context, at);
    if (!isList(whole))
      throw new CypherError('type', `expected a list or a map before [, found ${typeName(whole)}`, at);
    if (typeof place !== 'bigint')
      throw new CypherError('type', `a list is indexed by integers, not by ${typeName(place)}`, at);
    return whole.at(Number(place)) ?? null;
  };
}

function sliced(of: Evaluate, from: Evaluate | null, to: Evaluate | null, { budget }: Context): Evaluate {
  return (row) => {
    const whole = of(row);
    const [begin, end] = [from ? from(row) : 0n, to ? to(row) : undefined];
    if (!isList(whole) || begin === null || end === null) return null;
    const slice = whole.slice(Number(begin), end === undefined ? undefined : Number(end));
    budget.make(slice.length);
    return slice;
  };
}

function branching(expression: Extract<Expression, { type: 'case' }>, inner: Inner, { budget }: Context): Evaluate {
  const branches = expression.branches.map(([when, then]) => [inner(when), inner(then)] as const);
  const otherwise = expression.otherwise ? inner(expression.otherwise) : () => null;
  const subject = expression.subject && inner(expression.subject);
  return (row) => {
    const value = subject ? subject(row) : true;
    const branch = branches.find(([when]) => {
      budget.step();
      return equals(value, when(row), budget) === true;
    });
    return (branch?.[1] ?? otherwise)(row);
  };
}
