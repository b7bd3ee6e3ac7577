import { sharedColumn } from './growing-columns.js';

/** All numbers of some columns, ascending, each once. */
export function sortedNumbers(columns: readonly ArrayLike<number>[]): Int32Array {
  const all = new Int32Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  all.sort();
  const distinct = all.filter((number, index) => index === 0 || number !== all[index - 1]);
  const numbers = sharedColumn(Int32Array, distinct.length);
  numbers.set(distinct);
  return numbers;
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
