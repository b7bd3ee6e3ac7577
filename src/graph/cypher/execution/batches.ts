import type { Value } from '../data/values.js';
import { type Context, isNeeds, type Row, type Rows } from './context.js';
import type { Needs } from './properties.js';

const mostRows = 1024;

/** Rows that are there already. */
export function* given(rows: readonly Row[]): Rows {
  yield rows;
}

/** Makes rows of each row, and passes them on before it takes the next ones. */
export function* expanded(rows: Rows, context: Context, make: (row: Row) => Iterable<Row>): Rows {
  for (const item of rows) {
    if (isNeeds(item)) {
      yield item;
      continue;
    }
    let made: Row[] = [];
    for (const row of item)
      for (const next of make(row)) {
        context.budget.step();
        made.push(next);
        if (made.length < mostRows) continue;
        yield made;
        made = [];
      }
    if (made.length > 0) yield made;
  }
}

/** Makes rows of some rows at a time, as often as properties are missing. */
export function* settledRows(rows: Rows, context: Context, make: (rows: readonly Row[]) => readonly Row[]): Rows {
  for (const item of rows)
    if (isNeeds(item)) yield item;
    else {
      context.budget.step(item.length);
      const made = yield* settled(context, () => make(item));
      if (made.length > 0) yield made;
    }
}

/** Computes something again until no property that it reads is missing. */
export function* settled<T>({ properties }: Context, compute: () => T): Generator<Needs, T, void> {
  for (;;) {
    const result = compute();
    const needs = properties.takeMissing();
    if (!needs) return result;
    yield needs;
  }
}

/** All rows at once; they count as kept. */
export function* collected(rows: Rows, { budget }: Context): Generator<Needs, Row[], void> {
  const all: Row[] = [];
  for (const item of rows)
    if (isNeeds(item)) yield item;
    else {
      for (const row of item) all.push(row);
      budget.keep(item.length * (item[0]?.length ?? 0));
    }
  return all;
}

/** A copy of a row with one more value. */
export function extended(row: Row, slot: number, value: Value): Row {
  const copy = row.slice();
  copy[slot] = value;
  return copy;
}
