/** Lists of numbers by a key: those of `key` are at `start[key]` to `start[key + 1]` of `list`. */
export interface NumberLists {
  readonly start: Int32Array;
  readonly list: Int32Array;
}

/** @param values by the index of the key; absent: the index itself */
export function numberLists(size: number, keys: ArrayLike<number>, values?: ArrayLike<number>): NumberLists {
  const start = new Int32Array(size + 1);
  for (let index = 0; index < keys.length; index++) start[keys[index]! + 1]!++;
  for (let key = 0; key < size; key++) start[key + 1]! += start[key]!;
  const next = start.slice(0, size);
  const list = new Int32Array(keys.length);
  for (let index = 0; index < keys.length; index++) list[next[keys[index]!]!++] = values ? values[index]! : index;
  return { start, list };
}
