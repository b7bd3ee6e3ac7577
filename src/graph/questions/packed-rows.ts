/** Rows of 32-bit integers in one array. It passes between threads in a tenth of the time of 70,000 small arrays. */
interface PackedRows {
  readonly width: number;
  readonly values: Int32Array;
}

/** The edges of an answer, packed. Other answers stay as they are. */
export function packed(answer: object): object {
  return 'edges' in answer && isRows(answer.edges) ? { ...answer, edges: packRows(answer.edges) } : answer;
}

/** Reverses {@link packed}. */
export function unpacked(answer: object): object {
  return 'edges' in answer && isPacked(answer.edges) ? { ...answer, edges: unpackRows(answer.edges) } : answer;
}

function packRows(rows: readonly (readonly number[])[]): PackedRows {
  const width = rows[0]?.length ?? 0;
  const values = new Int32Array(rows.length * width);
  for (const [index, row] of rows.entries()) values.set(row, index * width);
  return { width, values };
}

function unpackRows({ width, values }: PackedRows): number[][] {
  const rows: number[][] = [];
  for (let at = 0; at < values.length; at += width) rows.push(Array.from(values.subarray(at, at + width)));
  return rows;
}

function isRows(value: unknown): value is readonly (readonly number[])[] {
  return Array.isArray(value);
}

function isPacked(value: unknown): value is PackedRows {
  return typeof value === 'object' && value !== null && 'values' in value && value.values instanceof Int32Array;
}
