import type { Query } from '../syntax/tree.js';
import type { Budget } from './budget.js';
import type { FunctionContext } from './functions.js';
import type { Scope } from './scope.js';
import type { MapValue, Value } from '../data/values.js';
import type { Needs } from './properties.js';

/** Values by slot ({@link Scope}). A slot that was never set is undefined, and means null. */
export type Row = Value[];

/** An expression that is ready to be evaluated. */
export type Evaluate = (row: Row) => Value;

/** A condition that is ready to be tested. Null: it is unknown. */
export type Test = (row: Row) => boolean | null;

/** Passes rows on, some at a time, and in between what it lacks: it goes on when that was supplied. */
export type Rows = Generator<readonly Row[] | Needs, void, void>;

export function isNeeds(item: readonly Row[] | Needs): item is Needs {
  return !Array.isArray(item);
}

/** All that steps and expressions of one query share. */
export interface Context extends FunctionContext {
  readonly parameters: MapValue;
  readonly budget: Budget;
  /** Prepares a query inside an expression. Its rows begin with a row of the surroundings. */
  subquery(query: Query, scope: Scope): (row: Row) => Rows;
}

/** A step that is ready to take rows. */
export type Run = (rows: Rows) => Rows;

/** Steps that are ready to take rows. */
export interface Stage {
  /** Variables of the rows that it makes. */
  readonly scope: Scope;
  readonly run: Run;
}
