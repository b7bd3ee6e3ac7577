import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Signature, flags and the length of the header extension, which is 0. */
const headerLength = 19;

/** Number of fields that marks the end of the data. */
const trailer = -1;

/** One row of a binary COPY. Valid until the visitor returns. */
export interface CopiedRow {
  readonly bytes: Buffer;
  /** By field: the offset of its value in `bytes`. */
  readonly at: readonly number[];
  /** By field: the length of its value; -1: null. */
  readonly length: readonly number[];
}

/**
 * Visits the rows of a query, read by binary COPY, which is several times as fast as the rows of the driver.
 * @throws Error if the data end early
 */
export async function copyOut(
  client: Pick<pg.ClientBase, 'query'>,
  query: string,
  visit: (row: CopiedRow) => void,
): Promise<void> {
  const rows = new RowBytes(visit);
  const stream: AsyncIterable<Buffer> = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  for await (const chunk of stream) rows.add(chunk);
  if (!rows.isComplete) throw new Error('a binary COPY ended early');
}

/** Cuts chunks of a binary COPY into rows. A chunk may end anywhere, and a row may be longer than many chunks. */
export class RowBytes {
  isComplete = false;
  private chunks: Buffer[] = [];
  private buffered = 0;
  /** Bytes that are needed before it is worth looking again. */
  private needed = headerLength;
  private isPastHeader = false;
  private readonly at: number[] = [];
  private readonly length: number[] = [];

  constructor(private readonly visit: (row: CopiedRow) => void) {}

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    if (this.buffered < this.needed) return;
    const bytes = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    const rest = bytes.subarray(this.read(bytes));
    this.chunks = rest.length > 0 ? [rest] : [];
    this.buffered = rest.length;
  }

  /** @returns the offset of the first incomplete row */
  private read(bytes: Buffer): number {
    let row = 0;
    if (!this.isPastHeader) {
      this.isPastHeader = true;
      row = headerLength;
    }
    for (;;) {
      const end = this.endOfRow(bytes, row);
      if (end < 0) return row;
      this.visit({ bytes, at: this.at, length: this.length });
      row = end;
    }
  }

  /** @returns the offset behind the row; -1 if it is incomplete or the trailer */
  private endOfRow(bytes: Buffer, row: number): number {
    let at = row + 2;
    if (at > bytes.length) return this.waitFor(2);
    const fields = bytes.readInt16BE(row);
    this.isComplete = fields === trailer;
    if (this.isComplete) return -1;
    for (let field = 0; field < fields; field++) {
      if (at + 4 > bytes.length) return this.waitFor(at + 4 - row);
      const length = bytes.readInt32BE(at);
      at += 4;
      this.at[field] = at;
      this.length[field] = length;
      at += Math.max(length, 0);
    }
    return at > bytes.length ? this.waitFor(at - row) : at;
  }

  private waitFor(length: number): -1 {
    this.needed = length;
    return -1;
  }
}
