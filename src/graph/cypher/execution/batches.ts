import type { Value } from '../data/values.js';
import { type Context, isNeeds, type Row, type Rows } from './context.js';
import type { Needs } from './properties.js';

const mostRows = 1024;

/** Rows that are there already. */
export function* given(rows: readonly Row[]): Rows {
  yield rows;
}

/** Many rows, some at a time, so that the steps behind them look at their limits. */
export function* inBatches(rows: readonly Row[]): Rows {
  for (let at = 0; at < rows.length; at += mostRows) yield rows.slice(at, at + mostRows);
}

/** Makes rows of each row, and passes them on before it takes the next ones. */
export function* expanded(rows: Rows, { budget }: Context, make: (row: Row) => Iterable<Row>): Rows {
  for (const item of rows) {
    if (isNeeds(item)) {
      yield item;
      continue;
    }
    const madeBefore = budget.madeSoFar;
    let made: Row[] = [];
    for (const row of item) {
      let madeForOthers = budget.madeSoFar - madeBefore;
      for (const next of make(row)) {
        budget.step();
        made.push(next);
        if (made.length < mostRows) continue;
        yield made;
        made = [];
        budget.forgetMade(budget.madeSoFar - madeForOthers);
        madeForOthers = 0;
      }
    }
    if (made.length > 0) yield made;
    budget.forgetMade(madeBefore);
  }
}

/** Makes rows of some rows at a time, as often as properties are missing. */
export function* settledRows(rows: Rows, context: Context, make: (rows: readonly Row[]) => readonly Row[]): Rows {
  const { budget } = context;
  for (const item of rows)
    if (isNeeds(item)) yield item;
    else {
      budget.step(item.length);
      const madeBefore = budget.madeSoFar;
      const made = yield* settled(context, () => make(item));
      if (made.length > 0) yield made;
      budget.forgetMade(madeBefore);
    }
}

/** Computes something again until no property that it reads is missing. */
export function* settled<T>({ properties, budget }: Context, compute: () => T): Generator<Needs, T, void> {
  const madeBefore = budget.madeSoFar;
  for (;;) {
    const result = compute();
    const needs = properties.takeMissing();
    if (!needs) return result;
    budget.forgetMade(madeBefore);
    yield needs;
  }
}

/** All rows at once; they count as kept. */
export function* collected(rows: Rows, { budget }: Context): Generator<Needs, Row[], void> {
  const all: Row[] = [];
  for (const item of rows)
    if (isNeeds(item)) yield item;
    else
      for (const row of item) {
        all.push(row);
        budget.keepRow(row);
      }
  return all;
}

/** A copy of a row with one more value. */
export function extended(row: Row, slot: number, value: Value): Row {
  const copy = row.slice();
  copy[slot] = value;
  return copy;
}
