/** A column of numbers. */
export type Column = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array;

interface TypeOfColumn<C extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: SharedArrayBuffer): C;
}

/** The same column with room for at least `length` values; the array itself if it has that room. */
export function withRoom<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column;
  const larger: C = Reflect.construct(column.constructor, [Math.max(length, Math.ceil(column.length * 1.5))]);
  larger.set(column);
  return larger;
}

/** A column of that many values, all 0, in memory that threads share. */
export function sharedColumn<C extends Column>(Type: TypeOfColumn<C>, length: number): C {
  return new Type(new SharedArrayBuffer(Type.BYTES_PER_ELEMENT * length));
}
