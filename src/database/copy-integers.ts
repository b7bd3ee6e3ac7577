import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Signature, flags and the length of the header extension, which is 0. */
const headerLength = 19;

/** The end of the data: a column count of -1. It is shorter than any row. */
const trailer = Buffer.from([0xff, 0xff]);

const firstCapacity = 1024;

/** A connection that runs COPY. */
export type CopyClient = Pick<pg.ClientBase, 'query'>;

/**
 * Returns the rows of a query as one array for each column. All columns must be int4 and never null. Binary COPY is several times as fast
 * as the rows of the driver.
 */
export async function copyIntegers(client: CopyClient, select: string, columns: number): Promise<Int32Array[]> {
  const rows = new IntegerRows(columns);
  const stream: AsyncIterable<Buffer> = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`));
  for await (const chunk of stream) rows.add(chunk);
  return rows.finish();
}

/** Reads the binary format of COPY. All rows have the same length; a chunk may end anywhere. */
export class IntegerRows {
  private readonly rowLength: number;
  private columns: Int32Array[];
  private capacity = firstCapacity;
  private count = 0;
  private rest: Buffer = Buffer.alloc(0);
  private isPastHeader = false;

  constructor(columns: number) {
    this.rowLength = 2 + 8 * columns;
    this.columns = Array.from({ length: columns }, () => new Int32Array(firstCapacity));
  }

  add(chunk: Buffer): void {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    this.rest = bytes.subarray(this.read(bytes));
  }

  /** @throws Error if the data end early or have a null */
  finish(): Int32Array[] {
    if (!this.rest.equals(trailer)) throw new Error('a COPY of integers ended in the middle, or a column was null');
    return this.columns.map((column) => column.slice(0, this.count));
  }

  /** @returns the offset of the first incomplete row */
  private read(bytes: Buffer): number {
    let at = 0;
    if (!this.isPastHeader) {
      if (bytes.length < headerLength) return 0;
      this.isPastHeader = true;
      at = headerLength;
    }
    const rows = Math.floor((bytes.length - at) / this.rowLength);
    this.makeRoom(rows);
    for (const [place, column] of this.columns.entries()) {
      let value = at + 6 + 8 * place;
      for (let row = this.count; row < this.count + rows; row++, value += this.rowLength)
        column[row] = bytes.readInt32BE(value);
    }
    this.count += rows;
    return at + rows * this.rowLength;
  }

  private makeRoom(rows: number): void {
    if (this.count + rows <= this.capacity) return;
    this.capacity = Math.max(this.capacity * 2, this.count + rows);
    this.columns = this.columns.map((column) => {
      const larger = new Int32Array(this.capacity);
      larger.set(column);
      return larger;
    });
  }
}
