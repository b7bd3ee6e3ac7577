import type pg from 'pg';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

/** Bytes handed to the socket at a time: small writes cost a message of the protocol each. */
const chunkLength = 64 * 1024;

/** Signature, no flags, no extension. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.from([0xff, 0xff]);

/** Most bytes of a character of a JavaScript string in UTF-8. */
const mostBytes = 3;

/** For a text of fewer characters, the most bytes that it may need are reserved, so that they are not counted first. */
const shortText = 8 * 1024;

/** Length of NULL. */
const absent = -1;

/** Collects rows of one table as bytes of the binary format of COPY, so that there is no object for each value. */
export class CopyRows {
  private chunks: Buffer[] = [];
  private chunk: Buffer = Buffer.alloc(0);
  private view = new DataView(this.chunk.buffer);
  /** Bytes of `chunk` that are used. */
  private end = 0;

  /** @param table `name (columns)` */
  constructor(private readonly table: string) {}

  /** Begins a row. Its values must follow. */
  row(columns: number): this {
    const at = this.reserve(2);
    this.view.setInt16(at, columns);
    return this;
  }

  null(): this {
    const at = this.reserve(4);
    this.view.setInt32(at, absent);
    return this;
  }

  integer(value: number | null): this {
    if (value === null) return this.null();
    const at = this.reserve(8);
    this.view.setInt32(at, 4);
    this.view.setInt32(at + 4, value);
    return this;
  }

  smallint(value: number): this {
    const at = this.reserve(6);
    this.view.setInt32(at, 2);
    this.view.setInt16(at + 4, value);
    return this;
  }

  /** @param oid of the element type: 23 for int4, 21 for int2 */
  integers(values: readonly number[] | null, oid: 21 | 23): this {
    if (values === null) return this.null();
    const width = oid === 23 ? 8 : 6;
    const length = 20 + width * values.length;
    const at = this.reserve(4 + length);
    const { view } = this;
    view.setInt32(at, length);
    view.setInt32(at + 4, 1);
    view.setInt32(at + 8, 0);
    view.setInt32(at + 12, oid);
    view.setInt32(at + 16, values.length);
    view.setInt32(at + 20, 1);
    let to = at + 24;
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? 0;
      if (oid === 23) {
        view.setInt32(to, 4);
        view.setInt32(to + 4, value);
      } else {
        view.setInt32(to, 2);
        view.setInt16(to + 4, value);
      }
      to += width;
    }
    return this;
  }

  boolean(value: boolean): this {
    const at = this.reserve(5);
    this.view.setInt32(at, 1);
    this.view.setUint8(at + 4, Number(value));
    return this;
  }

  /** @param digits 32, hexadecimal */
  uuid(digits: string | null): this {
    if (digits === null) return this.null();
    const at = this.reserve(20);
    this.view.setInt32(at, 16);
    this.chunk.write(digits, at + 4, 'hex');
    return this;
  }

  /** Leaves out the character NUL, which PostgreSQL does not accept. */
  text(value: string | undefined): this {
    if (value === undefined) return this.null();
    return this.characters(value.includes('\0') ? value.replaceAll('\0', '') : value, 0);
  }

  /** @param json without what `jsonb` refuses (stored-json.ts) */
  jsonb(json: string | null): this {
    return json === null ? this.null() : this.characters(json, 1);
  }

  get hasRows(): boolean {
    return this.end > 0 || this.chunks.length > 0;
  }

  /** Writes the rows and empties the buffer. */
  async write(client: pg.PoolClient): Promise<void> {
    this.keep();
    const { chunks, table } = this;
    this.chunks = [];
    if (chunks.length > 0) await copy(client, `COPY ${table} FROM STDIN (FORMAT binary)`, [header, ...chunks, trailer]);
  }

  /** @param version of the format of a `jsonb`; 0 for a text */
  private characters(text: string, version: number): this {
    const prefix = version === 0 ? 4 : 5;
    const at = this.reserve(prefix + (text.length < shortText ? text.length * mostBytes : Buffer.byteLength(text)));
    const written = this.chunk.write(text, at + prefix);
    this.view.setInt32(at, prefix - 4 + written);
    if (version !== 0) this.view.setUint8(at + 4, version);
    this.end = at + prefix + written;
    return this;
  }

  /** @returns the offset of so many free bytes */
  private reserve(length: number): number {
    if (this.end + length > this.chunk.length) {
      this.keep();
      this.chunk = Buffer.allocUnsafe(Math.max(length, chunkLength));
      this.view = new DataView(this.chunk.buffer, this.chunk.byteOffset, this.chunk.length);
    }
    const at = this.end;
    this.end += length;
    return at;
  }

  private keep(): void {
    if (this.end > 0) this.chunks.push(this.chunk.subarray(0, this.end));
    this.chunk = this.chunk.subarray(this.end);
    this.view = new DataView(this.chunk.buffer, this.chunk.byteOffset, this.chunk.length);
    this.end = 0;
  }
}

async function copy(client: pg.PoolClient, statement: string, chunks: readonly Buffer[]): Promise<void> {
  const stream = client.query(copyFrom(statement));
  const end = finished(stream);
  end.catch(() => {});
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), end]);
  }
  stream.end();
  await end;
}
