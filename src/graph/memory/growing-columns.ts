/** A column of numbers. */
export type Column = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array;

/** The same column with room for at least `length` values; the array itself if it has that room. */
export function withRoom<C extends Column>(column: C, length: number): C {
  if (length <= column.length) return column;
  const Type = column.constructor as new (length: number) => C;
  const larger = new Type(Math.max(length, Math.ceil(column.length * 1.5)));
  larger.set(column);
  return larger;
}

/** A column of that many values, all 0, in memory that threads share. */
export function sharedColumn<C extends Column>(Type: new (buffer: SharedArrayBuffer) => C, length: number): C {
  const bytes = (Type as unknown as { readonly BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
  return new Type(new SharedArrayBuffer(bytes * length));
}
