import { CypherError } from '../cypher-error.js';
import type { Row } from './context.js';
import { typeName, type Value } from '../data/values.js';

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

/** A condition as a boolean or null. @throws CypherError for another value */
export function truth(value: Value, at: number): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw new CypherError('type', `expected a boolean, found ${typeName(value)}`, at);
}
