import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowBytes } from './copy-out.js';

type Row = readonly (string | null)[];

const rowsOf = fc.array(fc.array(fc.option(fc.string({ maxLength: 30 })), { minLength: 1, maxLength: 4 }), {
  maxLength: 20,
});

/** The binary format of COPY: signature, flags and no extension; rows of a count and values with their lengths; the trailer. */
function binary(rows: readonly Row[]): Buffer {
  const parts: Buffer[] = [Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')];
  for (const row of rows) {
    parts.push(int16(row.length));
    for (const value of row) {
      const bytes = Buffer.from(value ?? '');
      const length = Buffer.alloc(4);
      length.writeInt32BE(value === null ? -1 : bytes.length);
      parts.push(length, bytes);
    }
  }
  return Buffer.concat([...parts, int16(-1)]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function read(chunks: readonly Buffer[]): { readonly rows: Row[]; readonly isComplete: boolean } {
  const rows: Row[] = [];
  const reader = new RowBytes(({ bytes, at, length }) => {
    rows.push(
      at.map((from, field) => (length[field]! < 0 ? null : bytes.toString('utf8', from, from + length[field]!))),
    );
  });
  for (const chunk of chunks) reader.add(chunk);
  return { rows, isComplete: reader.isComplete };
}

describe('RowBytes', () => {
  it('reads the same rows wherever chunks end', () => {
    fc.assert(
      fc.property(rowsOf, fc.array(fc.nat(400), { maxLength: 20 }), (rows, cuts) => {
        const bytes = binary(rows);
        const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].toSorted((one, other) => one - other);
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const wide = rows.map(({ length }) => length);
        const all = read(chunks);
        expect(all.isComplete).toBe(true);
        expect(all.rows.map((row, index) => row.slice(0, wide[index]))).toEqual(rows);
      }),
    );
  });

  it('is not complete if the data end early', () => {
    const bytes = binary([['a'], ['b', null]]);
    for (let end = 0; end < bytes.length; end++) expect(read([bytes.subarray(0, end)]).isComplete).toBe(false);
  });
});
