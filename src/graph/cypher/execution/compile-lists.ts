import { CypherError } from '../cypher-error.js';
import type { Expression, Quantifier } from '../syntax/tree.js';
import { type Evaluate, truth } from './evaluate.js';
import { type Context, isNeeds, type Row } from './context.js';
import type { Scope } from './scope.js';
import { isList, typeName, type Value } from '../data/values.js';

type Compile = (part: Expression, scope: Scope, context: Context) => Evaluate;

/** Compiles expressions that go through lists or the rows of subqueries. */
export function compileLists(expression: Expression, scope: Scope, context: Context, compile: Compile): Evaluate {
  if (expression.type === 'comprehension') return comprehension(expression, scope, context, compile);
  if (expression.type === 'quantifier') return quantification(expression, scope, context, compile);
  if (expression.type === 'reduce') return reduction(expression, scope, context, compile);
  if (expression.type === 'subquery') return subquery(expression, scope, context);
  if (expression.type === 'patternComprehension') return patternComprehension(expression, scope, context, compile);
  throw new Error(`there is no expression ${expression.type}`);
}

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

function comprehension(expression: Of<'comprehension'>, scope: Scope, context: Context, compile: Compile): Evaluate {
  const { at } = expression;
  const within = scope.with([expression.variable]);
  const slot = within.slot(expression.variable);
  const list = compile(expression.list, scope, context);
  const where = expression.where && compile(expression.where, within, context);
  const map = expression.map && compile(expression.map, within, context);
  return (row) => {
    const items = listOf(list(row), at);
    if (!items) return null;
    const results: Value[] = [];
    for (const item of items) {
      context.budget.step();
      row[slot] = item;
      if (where && !truth(where(row), at)) continue;
      context.budget.make(1);
      results.push(map ? map(row) : item);
    }
    return results;
  };
}

function quantification(expression: Of<'quantifier'>, scope: Scope, context: Context, compile: Compile): Evaluate {
  const { at } = expression;
  const within = scope.with([expression.variable]);
  const slot = within.slot(expression.variable);
  const list = compile(expression.list, scope, context);
  const where = compile(expression.where, within, context);
  return (row) => {
    const items = listOf(list(row), at);
    const test = (item: Value) => {
      context.budget.step();
      row[slot] = item;
      return truth(where(row), at);
    };
    return items && quantified(expression.quantifier, items, test);
  };
}

function reduction(expression: Of<'reduce'>, scope: Scope, context: Context, compile: Compile): Evaluate {
  const { at } = expression;
  const within = scope.with([expression.accumulator, expression.variable]);
  const [result, slot] = [within.slot(expression.accumulator), within.slot(expression.variable)];
  const [initial, list] = [compile(expression.initial, scope, context), compile(expression.list, scope, context)];
  const step = compile(expression.step, within, context);
  return (row) => {
    const items = listOf(list(row), at);
    if (!items) return null;
    let value = initial(row);
    for (const item of items) {
      context.budget.step();
      row[result] = value;
      row[slot] = item;
      value = step(row);
    }
    return value;
  };
}

function listOf(value: Value, at: number): readonly Value[] | null {
  if (value === null || isList(value)) return value;
  throw new CypherError('type', `expected a list, found ${typeName(value)}`, at);
}

/** @param test of an item; null: unknown */
function quantified(
  quantifier: Quantifier,
  items: readonly Value[],
  test: (item: Value) => boolean | null,
): boolean | null {
  let [trues, unknown] = [0, false];
  for (const item of items) {
    const tested = test(item);
    if (tested === null) unknown = true;
    else if (tested) {
      trues++;
      if (quantifier === 'any') return true;
      if (quantifier === 'none' || (quantifier === 'single' && trues > 1)) return false;
    } else if (quantifier === 'all') return false;
  }
  if (unknown) return null;
  return quantifier === 'single' ? trues === 1 : quantifier !== 'any';
}

function subquery(expression: Of<'subquery'>, scope: Scope, context: Context): Evaluate {
  const rowsOf = context.subquery(expression.query, scope.with([]));
  const isTest = expression.result === 'exists';
  const count = (row: Row) => {
    let found = 0;
    for (const item of rowsOf(row.slice())) {
      if (isNeeds(item)) {
        context.properties.want(item);
        return null;
      }
      found += item.length;
      if (isTest && found > 0) return true;
    }
    return isTest ? false : BigInt(found);
  };
  return (row) => context.budget.within(() => count(row));
}

function patternComprehension(
  { path, where, map }: Of<'patternComprehension'>,
  scope: Scope,
  context: Context,
  compile: Compile,
): Evaluate {
  const match = { type: 'match', optional: false, paths: [path], where } as const;
  const within = scope.with([]);
  const rowsOf = context.subquery({ parts: [{ clauses: [match] }], keepsDuplicates: true }, within);
  const value = compile(map, within, context);
  const find = (row: Row) => {
    const results: Value[] = [];
    for (const item of rowsOf(row.slice())) {
      if (isNeeds(item)) {
        context.properties.want(item);
        return null;
      }
      context.budget.keep(item.length);
      for (const found of item) results.push(value(found));
    }
    return results;
  };
  return (row) => {
    const results = context.budget.within(() => find(row));
    context.budget.make(results?.length ?? 0);
    return results;
  };
}
