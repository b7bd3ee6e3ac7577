import { sharedColumn } from './growing-columns.js';

/** All ids of some columns, ascending, each once. */
export function sortedIds(columns: readonly ArrayLike<number>[]): Int32Array {
  const all = new Int32Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  all.sort();
  const distinct = all.filter((id, index) => index === 0 || id !== all[index - 1]);
  const ids = sharedColumn(Int32Array, distinct.length);
  ids.set(distinct);
  return ids;
}

/** The index of the first of ascending values that is not below `value`. */
export function firstNotBelow(values: Int32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
