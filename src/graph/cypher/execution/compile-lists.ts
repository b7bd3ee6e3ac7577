import { CypherError } from '../cypher-error.js';
import type { Expression, Quantifier } from '../syntax/tree.js';
import { type Evaluate, truth } from './evaluate.js';
import { type Context, isNeeds, type Row } from './context.js';
import type { Scope } from './scope.js';
import { isList, typeName, type Value } from './values.js';

type Compile = (part: Expression, scope: Scope, context: Context) => Evaluate;

/** Compiles expressions that go through lists or the rows of subqueries. */
export function compileLists(expression: Expression, scope: Scope, context: Context, compile: Compile): Evaluate {
  const inner = (part: Expression, within = scope) => compile(part, within, context);
  const { at } = expression;
  switch (expression.type) {
    case 'comprehension': {
      const within = scope.with([expression.variable]);
      const slot = within.slot(expression.variable);
      const list = inner(expression.list);
      const where = expression.where && inner(expression.where, within);
      const map = expression.map && inner(expression.map, within);
      return (row) => {
        const items = listOf(list(row), at);
        if (!items) return null;
        const results: Value[] = [];
        for (const item of items) {
          context.budget.step();
          row[slot] = item;
          if (!where || truth(where(row), at)) results.push(map ? map(row) : item);
        }
        return results;
      };
    }
    case 'quantifier': {
      const within = scope.with([expression.variable]);
      const slot = within.slot(expression.variable);
      const [list, where] = [inner(expression.list), inner(expression.where, within)];
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
    case 'reduce': {
      const within = scope.with([expression.accumulator, expression.variable]);
      const [result, slot] = [within.slot(expression.accumulator), within.slot(expression.variable)];
      const [initial, list, step] = [inner(expression.initial), inner(expression.list), inner(expression.step, within)];
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
    case 'subquery':
      return subquery(expression, scope, context);
    case 'patternComprehension':
      return patternComprehension(expression, scope, context, compile);
    default:
      throw new Error(`no expression: ${expression.type}`);
  }
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

function subquery(expression: Extract<Expression, { type: 'subquery' }>, scope: Scope, context: Context): Evaluate {
  const rowsOf = context.subquery(expression.query, scope.with([]));
  const isTest = expression.result === 'exists';
  return (row) => {
    let count = 0;
    for (const item of rowsOf(row.slice())) {
      if (isNeeds(item)) {
        context.properties.want(item);
        return null;
      }
      count += item.length;
      if (isTest && count > 0) return true;
    }
    return isTest ? false : BigInt(count);
  };
}

function patternComprehension(
  { path, where, map }: Extract<Expression, { type: 'patternComprehension' }>,
  scope: Scope,
  context: Context,
  compile: Compile,
): Evaluate {
  const match = { type: 'match', optional: false, paths: [path], where } as const;
  const within = scope.with([]);
  const rowsOf = context.subquery({ parts: [{ clauses: [match] }], keepsDuplicates: true }, within);
  const value = compile(map, within, context);
  return (row: Row) => {
    const results: Value[] = [];
    for (const item of rowsOf(row.slice())) {
      if (isNeeds(item)) {
        context.properties.want(item);
        return null;
      }
      for (const found of item) results.push(value(found));
      context.budget.step(item.length);
    }
    return results;
  };
}
