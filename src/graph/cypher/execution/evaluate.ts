import { CypherError } from '../cypher-error.js';
import type { Budget } from './budget.js';
import type { Row } from './context.js';
import { isList, typeName, type Value } from '../data/values.js';

/** An expression that is ready to be evaluated. */
export type Evaluate = (row: Row) => Value;

/** Adds the place of an expression to errors that have none. */
export function placed(at: number, evaluate: Evaluate): Evaluate {
  return (row) => {
    try {
      return evaluate(row);
    } catch (error) {
      if (error instanceof CypherError && error.at < 0) throw new CypherError(error.fault, error.message, at);
      throw error;
    }
  };
}

/** Forgets the lists that an expression made on the way, unless its value may have them. */
export function forgetful(evaluate: Evaluate, budget: Budget): Evaluate {
  return (row) => {
    const madeBefore = budget.madeSoFar;
    const value = evaluate(row);
    if (typeof value !== 'string' && !isList(value) && !(value instanceof Map)) budget.forgetMade(madeBefore);
    return value;
  };
}

/** A condition as a boolean or null. @throws CypherError for another value */
export function truth(value: Value, at: number): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw new CypherError('type', `expected a boolean, found ${typeName(value)}`, at);
}
