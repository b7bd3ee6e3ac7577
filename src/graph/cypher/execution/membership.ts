import type { Expression } from '../syntax/tree.js';
import { isList, type Value } from '../data/values.js';
import { type Budget, size, stepsOfText } from './budget.js';
import type { Evaluate } from './context.js';
import { operators } from './operators.js';

type Binary = Extract<Expression, { type: 'binary' }>;

/** `x = 1 OR x = 2 OR …` as `x IN [1, 2, …]`, which has the same value, null too; null if it is another expression. */
export function membershipOf(expression: Binary): Binary | null {
  if (expression.operator !== 'OR') return null;
  const { at } = expression;
  const items: Expression[] = [];
  let left: Expression | undefined;
  let rest: Expression | null = expression;
  while (rest) {
    const [term, others] = lastTerm(rest);
    const equality = equalityOf(term);
    if (!equality || (left && textOf(left) !== textOf(equality.of))) return null;
    left ??= equality.of;
    items.push(equality.constant);
    rest = others;
  }
  return left
    ? { type: 'binary', operator: 'IN', left, right: { type: 'list', items: items.toReversed(), at }, at }
    : null;
}

/** The last term of a chain of OR, and the terms before it. */
function lastTerm(chain: Expression): readonly [Expression, Expression | null] {
  return chain.type === 'binary' && chain.operator === 'OR' ? [chain.right, chain.left] : [chain, null];
}

interface Equality {
  readonly of: Expression;
  readonly constant: Expression;
}

function equalityOf(term: Expression): Equality | null {
  if (term.type !== 'binary' || term.operator !== '=') return null;
  const { left, right } = term;
  if (isGiven(right)) return isRead(left) ? { of: left, constant: right } : null;
  return isGiven(left) && isRead(right) ? { of: right, constant: left } : null;
}

function isGiven({ type }: Expression): boolean {
  return type === 'literal' || type === 'parameter';
}

/** A variable or a property: it has the same value each time. */
function isRead(expression: Expression): boolean {
  return expression.type === 'variable' || (expression.type === 'property' && isRead(expression.of));
}

function textOf(expression: Expression): string {
  if (expression.type === 'property') return `${textOf(expression.of)}.${JSON.stringify(expression.key)}`;
  return expression.type === 'variable' ? JSON.stringify(expression.name) : '';
}

/** IN with a list that is the same for all rows: a set, if its items are texts or integers. */
export function membership(item: Evaluate, list: Evaluate, budget: Budget): Evaluate {
  let known: { readonly items: Value; readonly set: ReadonlySet<Value> | null } | undefined;
  return (row) => {
    const value = item(row);
    const { items, set } = (known ??= prepared(list(row), budget));
    if (!set || value === null || !isKey(value)) return operators.IN(value, items, budget);
    if (typeof value === 'string') budget.step(stepsOfText(value));
    return set.has(value) || (set.has(null) ? null : false);
  };
}

function prepared(items: Value, budget: Budget) {
  if (!isList(items) || !items.every(isKey)) return { items, set: null };
  budget.step(items.length);
  budget.keep(items.length * size.entry);
  return { items, set: new Set(items) };
}

function isKey(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || value === null;
}
