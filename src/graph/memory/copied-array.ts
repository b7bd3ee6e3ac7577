import type { CopiedRow } from './copy-out.js';

/** Header of an array of one dimension; an empty array has a shorter one. */
const headerLength = 20;

/** Length of an element before its value. */
const prefixLength = 4;

/** Bytes from an element of int2 or int4 to the next. */
export const smallintStep = prefixLength + 2;
export const integerStep = prefixLength + 4;

/** The number of elements of a field that is an array; 0 if it is null. */
export function arrayLength({ bytes, at, length }: CopiedRow, field: number): number {
  return length[field]! < headerLength ? 0 : bytes.readInt32BE(at[field]! + 12);
}

/** The offset of the first value of a field that is an array. */
export function firstElement({ at }: CopiedRow, field: number): number {
  return at[field]! + headerLength + prefixLength;
}

export function smallintsOf(row: CopiedRow, field: number): number[] {
  const first = firstElement(row, field);
  return Array.from({ length: arrayLength(row, field) }, (_, index) =>
    row.bytes.readInt16BE(first + smallintStep * index),
  );
}

export function integersOf(row: CopiedRow, field: number): number[] {
  const first = firstElement(row, field);
  return Array.from({ length: arrayLength(row, field) }, (_, index) =>
    row.bytes.readInt32BE(first + integerStep * index),
  );
}
