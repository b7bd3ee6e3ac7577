import { CypherError } from '../cypher-error.js';
import type { Expression, Quantifier } from '../syntax/tree.js';
import { type Context, type Evaluate, isNeeds, type Row, type Test } from './context.js';
import type { Scope } from './scope.js';
import { isList, typeName, type Value } from '../data/values.js';

/** What compilers of expressions work with. */
export interface Surroundings {
  readonly scope: Scope;
  readonly context: Context;
  /** Compiles a part, in a scope of its own if it has one. */
  readonly of: (part: Expression, within?: Scope) => Evaluate;
  readonly test: (part: Expression, within?: Scope) => Test;
}

/** A compiler for each type of expression. */
export type Compilers<Types extends Expression['type'] = Expression['type']> = {
  readonly [Type in Types]: (expression: Extract<Expression, { type: Type }>, around: Surroundings) => Evaluate;
};

/** Compilers of expressions that make lists, go through lists, or have rows of their own. */
export const listCompilers: Compilers<'list' | 'slice' | 'comprehension' | 'quantifier' | 'reduce' | 'subquery'> = {
  list({ items }, { of, context: { budget } }) {
    const values = items.map((item) => of(item));
    return (row) => {
      budget.make(values.length);
      return values.map((value) => value(row));
    };
  },
  slice({ of, from, to }, around) {
    const list = around.of(of);
    const [begin, end] = [from && around.of(from), to && around.of(to)];
    return (row) => {
      const [whole, first, last] = [list(row), begin ? begin(row) : 0n, end ? end(row) : undefined];
      if (!isList(whole) || first === null || last === null) return null;
      const slice = whole.slice(Number(first), last === undefined ? undefined : Number(last));
      around.context.budget.make(slice.length);
      return slice;
    };
  },
  comprehension(expression, around) {
    const within = around.scope.with([expression.variable]);
    const each = itemsOf(expression, within, around);
    const where = expression.where && around.test(expression.where, within);
    const map = expression.map && around.of(expression.map, within);
    return (row) => {
      const results: Value[] = [];
      const isKnown = each(row, (item) => {
        if (where && !where(row)) return;
        around.context.budget.make(1);
        results.push(map ? map(row) : item);
      });
      return isKnown ? results : null;
    };
  },
  quantifier(expression, around) {
    const within = around.scope.with([expression.variable]);
    const each = itemsOf(expression, within, around);
    const where = around.test(expression.where, within);
    const { isDecided, value } = quantifiers[expression.quantifier];
    return (row) => {
      let [trues, falses, unknown] = [0, 0, false];
      const isKnown = each(row, () => {
        const tested = where(row);
        if (tested === null) unknown = true;
        else if (tested) trues++;
        else falses++;
        return isDecided(trues, falses);
      });
      if (!isKnown) return null;
      if (isDecided(trues, falses)) return value;
      if (unknown) return null;
      return expression.quantifier === 'single' ? trues === 1 : !value;
    };
  },
  reduce(expression, around) {
    const within = around.scope.with([expression.accumulator, expression.variable]);
    const each = itemsOf(expression, within, around);
    const result = within.slot(expression.accumulator);
    const [initial, step] = [around.of(expression.initial), around.of(expression.step, within)];
    return (row) => {
      let value = initial(row);
      const isKnown = each(row, () => {
        row[result] = value;
        value = step(row);
      });
      return isKnown ? value : null;
    };
  },
  subquery({ result, query }, { scope, context }) {
    const { budget, properties } = context;
    const rowsOf = context.subquery(query, scope.with([]));
    /** The rows that decide the result; null: properties are missing. */
    const found = (
      row: Row,
    ): { readonly count: number; readonly items: readonly Value[]; readonly bytes: number } | null => {
      const items: Value[] = [];
      let [count, bytes] = [0, 0];
      for (const some of rowsOf(row.slice())) {
        if (isNeeds(some)) {
          properties.want(some);
          return null;
        }
        count += some.length;
        if (result === 'exists' && count > 0) break;
        if (result !== 'list') continue;
        for (const [item = null] of some) {
          bytes += budget.keepValues([item]);
          items.push(item);
        }
      }
      return { count, items, bytes };
    };
    return (row) => {
      const rows = budget.within(() => found(row));
      if (!rows) return null;
      if (rows.items.length > 0) budget.make(rows.items.length, rows.bytes / rows.items.length);
      if (result === 'list') return rows.items;
      return result === 'count' ? BigInt(rows.count) : rows.count > 0;
    };
  },
};

/** When the tests of items decide a quantifier, and its value then. */
const quantifiers: Readonly<
  Record<Quantifier, { readonly isDecided: (trues: number, falses: number) => boolean; readonly value: boolean }>
> = {
  any: { isDecided: (trues) => trues > 0, value: true },
  all: { isDecided: (_, falses) => falses > 0, value: false },
  none: { isDecided: (trues) => trues > 0, value: false },
  single: { isDecided: (trues) => trues > 1, value: false },
};

/** Visits the items of a list, each in the row as a variable, until a visit returns true. It returns whether there is a list. */
function itemsOf(
  { variable, list, at }: { readonly variable: string; readonly list: Expression; readonly at: number },
  within: Scope,
  { of, context: { budget } }: Surroundings,
): (row: Row, visit: (item: Value) => boolean | void) => boolean {
  const evaluate = of(list);
  const slot = within.slot(variable);
  return (row, visit) => {
    const items = evaluate(row);
    if (items === null) return false;
    if (!isList(items)) throw new CypherError('type', `expected a list, found ${typeName(items)}`, at);
    for (const item of items) {
      budget.step();
      row[slot] = item;
      if (visit(item) === true) break;
    }
    return true;
  };
}
