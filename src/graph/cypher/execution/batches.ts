import { weights } from './budget.js';
import type { Value } from '../data/values.js';
import { SeenRows } from './compare.js';
import { type Context, isNeeds, type Row, type Rows } from './context.js';
import type { Needs } from './properties.js';

/**
 * The first rows come soon if a LIMIT needs few, and later ones many at a time. The main thread reads the properties of a batch in one turn of
 * its event loop, so more would make other requests wait.
 */
const firstRows = 64;
const mostRows = 1024;

/** Rows that are there already. */
export function* given(rows: readonly Row[]): Rows {
  yield rows;
}

/** Many rows, some at a time, so that the steps behind them look at their limits. */
export function* inBatches(rows: readonly Row[]): Rows {
  for (let at = 0; at < rows.length; at += mostRows) yield rows.slice(at, at + mostRows);
}

/** Makes rows of each batch of rows. */
export function* eachBatch(rows: Rows, make: (batch: readonly Row[]) => Rows): Rows {
  for (const item of rows)
    if (isNeeds(item)) yield item;
    else yield* make(item);
}

/** Makes a row of each item that it finds for a row, and passes rows on before it takes the next ones. */
export function expanded<T>(
  rows: Rows,
  { budget }: Context,
  find: (row: Row, index: number) => Iterable<T>,
  bind: (row: Row, item: T) => Row,
): Rows {
  let most = firstRows;
  return eachBatch(rows, function* (batch) {
    const madeBefore = budget.madeSoFar;
    let made: Row[] = [];
    for (const [index, row] of batch.entries()) {
      let madeForOthers = budget.madeSoFar - madeBefore;
      for (const item of find(row, index)) {
        budget.step(weights.row);
        made.push(bind(row, item));
        if (made.length < most) continue;
        yield made;
        made = [];
        most = Math.min(most * 4, mostRows);
        budget.forgetMade(budget.madeSoFar - madeForOthers);
        madeForOthers = 0;
      }
    }
    if (made.length > 0) yield made;
    budget.forgetMade(madeBefore);
  });
}

/** Makes rows of some rows at a time, as often as properties are missing. */
export function settledRows(rows: Rows, context: Context, make: (rows: readonly Row[]) => readonly Row[]): Rows {
  const { budget } = context;
  return eachBatch(rows, function* (batch) {
    budget.step(batch.length * weights.row);
    const madeBefore = budget.madeSoFar;
    const made = yield* settled(context, () => make(batch));
    if (made.length > 0) yield made;
    budget.forgetMade(madeBefore);
  });
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

/** Drops rows whose values came before. */
export function distinct(rows: Rows, { budget }: Context, valuesOf: (row: Row) => readonly Value[]): Rows {
  const seen = new SeenRows(budget);
  return eachBatch(rows, (batch) => given(batch.filter((row) => seen.isNew(valuesOf(row)))));
}

/** A copy of a row with one more value. */
export function extended(row: Row, slot: number, value: Value): Row {
  const copy = row.slice();
  copy[slot] = value;
  return copy;
}
