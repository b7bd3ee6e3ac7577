import { CypherError, nearest } from '../cypher-error.js';
import type { Call, Expression } from '../syntax/tree.js';
import { aggregateNames, isAggregateName } from '../syntax/walk.js';
import { type Compilers, listCompilers, type Surroundings } from './compile-lists.js';
import { equals } from './compare.js';
import { type Budget, size, weights } from './budget.js';
import type { Context, Evaluate, Test } from './context.js';
import { functionNamed, functionNames } from './functions.js';
import { membership, membershipOf } from './membership.js';
import { operators } from './operators.js';
import { refuseMisspelt } from '../data/query-graph.js';
import type { Scope } from './scope.js';
import { partOfTime } from './times.js';
import { EdgeValue, isList, NodeValue, TemporalValue, typeName, type Value } from '../data/values.js';

/** Makes a function of an expression. It writes variables of its own, such as the variable of a comprehension, into the row. @throws CypherError */
export function compile(expression: Expression, scope: Scope, context: Context): Evaluate {
  let isConstant = !ofRows.has(expression.type);
  const around: Surroundings = {
    scope,
    context,
    of(part, within = scope) {
      const compiled = compile(part, within, context);
      isConstant &&= constants.has(compiled);
      return compiled;
    },
    test: (part, within = scope) => testOf(around.of(part, within), part),
  };
  const evaluate: Evaluate = Reflect.apply(compilers[expression.type], undefined, [expression, around]);
  if (expression.type === 'call' && isOfRow(expression)) isConstant = false;
  const safe = cannotFail.has(expression.type) ? evaluate : guarded(evaluate, expression.at, context.budget);
  if (!isConstant) return safe;
  const constant = evaluatedOnce(safe);
  constants.add(constant);
  return constant;
}

/** Expressions that have the same value for all rows of a query. */
const constants = new WeakSet<Evaluate>();

const ofRows = new Set<Expression['type']>(['variable', 'comprehension', 'quantifier', 'reduce', 'subquery']);

function isOfRow({ name }: Call): boolean {
  return name === 'rand' || isAggregateName(name);
}

const longestKept = 1000;

/** Keeps a constant that is small: others count as memory each time that they are made. */
function evaluatedOnce(evaluate: Evaluate): Evaluate {
  let known: Value | undefined;
  return (row) => {
    if (known !== undefined) return known;
    const value = evaluate(row);
    const isSmall = typeof value === 'string' ? value.length <= longestKept : !isList(value) && !(value instanceof Map);
    if (isSmall) known = value;
    return value;
  };
}

const cannotFail = new Set<Expression['type']>(['literal', 'parameter', 'variable']);

/**
 * Adds the place of an expression to errors that have none, and forgets the lists that the expression made on the way, unless its value may
 * have them.
 */
function guarded(evaluate: Evaluate, at: number, budget: Budget): Evaluate {
  return (row) => {
    const madeBefore = budget.madeSoFar;
    budget.step(weights.expression);
    try {
      const value = evaluate(row);
      if (typeof value !== 'string' && !isList(value) && !(value instanceof Map)) budget.forgetMade(madeBefore);
      return value;
    } catch (error) {
      if (error instanceof CypherError && error.at < 0 && error.fault !== 'limit')
        throw new CypherError(error.fault, error.message, at);
      throw error;
    }
  };
}

/** Makes a function of a condition. It throws for a value that is no boolean. @throws CypherError */
export function compileTest(where: Expression, scope: Scope, context: Context): Test {
  return testOf(compile(where, scope, context), where);
}

function testOf(evaluate: Evaluate, where: Expression): Test {
  return (row) => {
    const value = evaluate(row);
    if (value === null || typeof value === 'boolean') return value;
    throw new CypherError('type', `expected a boolean, found ${typeName(value)}`, where.at);
  };
}

const compilers: Compilers = {
  ...listCompilers,
  literal(expression) {
    return () => expression.value;
  },
  parameter({ name, at }, { context: { parameters } }) {
    const value = parameters.get(name);
    if (value !== undefined) return () => value;
    const hint = nearest(name, [...parameters.keys()]);
    throw new CypherError('parameter', `the parameter ${name} is not given; send it in "parameters"${hint}`, at);
  },
  variable({ name, at }, { scope }) {
    const slot = scope.find(name);
    if (slot !== undefined) return (row) => row[slot] ?? null;
    throw new CypherError('semantic', `the variable ${name} is not defined${nearest(name, scope.names)}`, at);
  },
  property({ of, key }, around) {
    const whole = around.of(of);
    return (row) => propertyOf(whole(row), key, around.context);
  },
  labels({ of, labels: groups, at }, around) {
    const { graph } = around.context;
    refuseMisspelt(groups.flat(), graph, at);
    const whole = around.of(of);
    const tests = groups.map((group) => group.map((label) => graph.labelTest(label)).filter((test) => test !== null));
    const kinds = groups.map((group) => new Set(group.flatMap((name) => graph.kindsNamed(name))));
    return (row) => {
      const value = whole(row);
      if (value === null) return null;
      if (value instanceof NodeValue) return tests.every((group) => group.some((test) => test(value.node)));
      if (value instanceof EdgeValue) return kinds.every((group) => group.has(value.kind));
      throw new CypherError('type', `${typeName(value)} has no labels`);
    };
  },
  map({ entries }, { of, context }) {
    const compiled = entries.map(([key, value]) => [key, of(value)] as const);
    return (row) => {
      context.budget.make(entries.length + 1, size.entry);
      return new Map(compiled.map(([key, value]) => [key, value(row)]));
    };
  },
  call(expression, { scope, of, context }) {
    const { name, at } = expression;
    const slot = scope.aggregates.get(expression);
    if (slot !== undefined) return (row) => row[slot] ?? null;
    if (isAggregateName(name))
      throw new CypherError('semantic', `${name} aggregates, which only a column of WITH or RETURN can do`, at);
    const called = functionNamed(name);
    if (!called) {
      const hint = nearest(name, [...functionNames, ...aggregateNames]);
      throw new CypherError('semantic', `there is no function ${name}${hint || '; docs/cypher.md lists all'}`, at);
    }
    const { least, most, call } = called;
    const count = expression.args.length;
    if (count < least || count > most) {
      const expected = least === most ? String(least) : most === Infinity ? `${least} or more` : `${least} to ${most}`;
      throw new CypherError(
        'semantic',
        `${name} takes ${expected} argument${expected === '1' ? '' : 's'}, not ${count}`,
        at,
      );
    }
    const args = expression.args.map((arg) => of(arg));
    return (row) =>
      call(
        args.map((arg) => arg(row)),
        context,
      );
  },
  unary({ operator, operand }, { of, test, context }) {
    if (operator === 'NOT') {
      const tested = test(operand);
      return (row) => {
        const value = tested(row);
        return value === null ? null : !value;
      };
    }
    const value = of(operand);
    if (operator === '+' || operator === '-') {
      const sign = operator === '-' ? -1n : 1n;
      return (row) => operators['*'](value(row), sign, context.budget);
    }
    return (row) => (value(row) === null) === (operator === 'IS NULL');
  },
  binary(expression, { of, test, context: { budget } }) {
    const { operator, left, right } = membershipOf(expression) ?? expression;
    if (operator === 'AND' || operator === 'OR') return decided(test(left), test(right), operator === 'OR');
    if (operator === 'XOR') {
      const [first, second] = [test(left), test(right)];
      return (row) => {
        const [a, b] = [first(row), second(row)];
        return a === null || b === null ? null : a !== b;
      };
    }
    const operate = operators[operator];
    const [first, second] = [of(left), of(right)];
    if (operator === 'IN' && constants.has(second)) return membership(first, second, budget);
    return (row) => operate(first(row), second(row), budget);
  },
  chain({ operands, operators: between }, { of, context: { budget } }) {
    const values = operands.map((operand) => of(operand));
    return (row) => {
      const known = values.map((value) => value(row));
      const results = between.map((operator, index) => operators[operator](known[index]!, known[index + 1]!, budget));
      return results.includes(false) ? false : !results.includes(null) || null;
    };
  },
  case({ subject, branches, otherwise }, { of, context: { budget } }) {
    const tried = branches.map(([when, then]) => [of(when), of(then)] as const);
    const other = otherwise ? of(otherwise) : () => null;
    const compared = subject ? of(subject) : () => true;
    return (row) => {
      const value = compared(row);
      const branch = tried.find(([when]) => {
        budget.step();
        return equals(value, when(row), budget) === true;
      });
      return (branch?.[1] ?? other)(row);
    };
  },
  index({ of, index }, around) {
    const [list, at] = [around.of(of), around.of(index)];
    return (row) => {
      const [whole, place] = [list(row), at(row)];
      if (whole === null || place === null) return null;
      if (!isList(whole) && typeof place === 'string') return propertyOf(whole, place, around.context);
      if (!isList(whole)) throw new CypherError('type', `expected a list or a map before [, found ${typeName(whole)}`);
      if (typeof place === 'bigint') return whole.at(Number(place)) ?? null;
      throw new CypherError('type', `a list is indexed by integers, not by ${typeName(place)}`);
    };
  },
};

/** AND and OR: the result is decided if one side has a value. */
function decided(left: Test, right: Test, deciding: boolean): Test {
  return (row) => {
    const first = left(row);
    if (first === deciding) return deciding;
    const second = right(row);
    if (second === deciding) return deciding;
    return first === null || second === null ? null : !deciding;
  };
}

function propertyOf(of: Value, key: string, context: Context): Value {
  if (of === null) return null;
  if (of instanceof NodeValue) {
    const computed = context.graph.computedProperty(of.node, key);
    return computed === undefined ? context.properties.get(of, key) : computed;
  }
  if (of instanceof EdgeValue) {
    const computed = context.graph.computedEdgeProperty(of, key);
    return computed === undefined ? context.properties.get(of, key) : computed;
  }
  if (of instanceof Map) return of.get(key) ?? null;
  if (of instanceof TemporalValue) return partOfTime(of, key);
  throw new CypherError('type', `${typeName(of)} has no property ${key}`);
}
