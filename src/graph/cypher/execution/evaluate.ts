import { CypherError } from '../cypher-error.js';
import type { Expression } from '../syntax/tree.js';
import type { Budget } from './budget.js';
import type { Context, Row } from './context.js';
import type { Scope } from './scope.js';
import { isList, type Value } from '../data/values.js';

/** An expression that is ready to be evaluated. */
export type Evaluate = (row: Row) => Value;

/** A condition that is ready to be tested. Null: it is unknown. */
export type Test = (row: Row) => boolean | null;

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

/**
 * Adds the place of an expression to errors that have none, and forgets the lists that the expression made on the way, unless its value may
 * have them.
 */
export function guarded(evaluate: Evaluate, at: number, budget: Budget): Evaluate {
  return (row) => {
    const madeBefore = budget.madeSoFar;
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
