import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** `PGCOPY\n\377\r\n\0`, then no flags and no extension. */
const header = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');

const startSize = 64 * 1024;

/** Numbers of PostgreSQL's types of array elements, and the bytes of a value. */
const [int4, int2] = [
  { type: 23, size: 4 },
  { type: 21, size: 2 },
] as const;

/** First byte of a `jsonb` value: the version of its format. */
const jsonbVersion = 1;

/** UTF-8 bytes of a UTF-16 unit, at most. */
const maxUnitBytes = 3;

/** Writes rows of one table in the binary format of COPY. A row is begun, then each of its columns is written in order. */
export class CopyBuffer {
  private buffer = Buffer.allocUnsafe(startSize);
  private at = header.copy(this.buffer);
  private rows = 0;

  /** @param table `name (columns)` */
  constructor(
    private readonly table: string,
    private readonly columns: number,
  ) {}

  row(): this {
    this.rows++;
    this.reserve(2);
    return this.short(this.columns);
  }

  int(value: number | null): this {
    this.reserve(8);
    return value === null ? this.long(-1) : this.long(4).long(value);
  }

  smallint(value: number): this {
    this.reserve(6);
    return this.long(2).short(value);
  }

  boolean(value: boolean): this {
    this.reserve(5);
    this.long(1);
    this.buffer[this.at++] = value ? 1 : 0;
    return this;
  }

  /** Leaves out the character NUL, which PostgreSQL does not accept. */
  text(value: string | null): this {
    return value === null ? this.int(null) : this.bytes(value.includes('\0') ? value.replaceAll('\0', '') : value);
  }

  /** @param value JSON that `jsonb` accepts: storedJson */
  jsonb(value: string | null): this {
    return value === null ? this.int(null) : this.bytes(value, jsonbVersion);
  }

  /** @param value 32 hexadecimal digits */
  uuid(value: string | null): this {
    if (value === null) return this.int(null);
    this.reserve(20);
    this.long(16);
    this.at += this.buffer.write(value, this.at, 16, 'hex');
    return this;
  }

  ints(values: readonly number[] | null): this {
    return this.array(values, int4);
  }

  smallints(values: readonly number[] | null): this {
    return this.array(values, int2);
  }

  /** Writes the rows to the table. To be called once. */
  async write(client: pg.PoolClient): Promise<void> {
    if (this.rows === 0) return;
    this.reserve(2);
    this.short(-1);
    const bytes = this.buffer.subarray(0, this.at);
    await pipeline(Readable.from([bytes]), client.query(copyFrom(`COPY ${this.table} FROM STDIN BINARY`)));
  }

  private bytes(text: string, firstByte?: number): this {
    this.reserve(5 + text.length * maxUnitBytes);
    const start = this.at + 4;
    if (firstByte !== undefined) this.buffer[start] = firstByte;
    const from = firstByte === undefined ? start : start + 1;
    const end = from + this.buffer.write(text, from);
    this.long(end - start);
    this.at = end;
    return this;
  }

  /** One dimension without nulls, whose first element has the number 1; an empty array has no dimension. */
  private array(values: readonly number[] | null, { type, size }: typeof int4 | typeof int2): this {
    if (values === null) return this.int(null);
    const { length } = values;
    const dimensions = length > 0 ? 1 : 0;
    const bytes = 12 + dimensions * 8 + length * (4 + size);
    this.reserve(4 + bytes);
    this.long(bytes).long(dimensions).long(0).long(type);
    if (dimensions > 0) this.long(length).long(1);
    for (let index = 0; index < length; index++) {
      const value = values[index] ?? 0;
      this.long(size);
      if (size === 4) this.long(value);
      else this.short(value);
    }
    return this;
  }

  private short(value: number): this {
    const { buffer } = this;
    buffer[this.at++] = value >> 8;
    buffer[this.at++] = value;
    return this;
  }

  private long(value: number): this {
    const { buffer } = this;
    buffer[this.at++] = value >> 24;
    buffer[this.at++] = value >> 16;
    buffer[this.at++] = value >> 8;
    buffer[this.at++] = value;
    return this;
  }

  private reserve(bytes: number): void {
    const needed = this.at + bytes;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}
