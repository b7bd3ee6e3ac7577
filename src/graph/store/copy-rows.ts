import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Characters handed to the socket at a time: small writes cost a message of the protocol each. */
const chunkLength = 64 * 1024;

/** An array is one of numbers; undefined and null are NULL. */
type CopiedValue = string | number | boolean | readonly number[] | null | undefined;

/** Collects rows of one table in the text format of COPY. */
export class CopyRows {
  private lines: string[] = [];

  /** @param table `name (columns)` */
  constructor(private readonly table: string) {}

  /** Adds a row, a value for each column. Leaves out the character NUL of texts, which PostgreSQL does not accept. */
  add(...values: readonly CopiedValue[]): void {
    this.lines.push(`${values.map(fieldOf).join('\t')}\n`);
  }

  get hasRows(): boolean {
    return this.lines.length > 0;
  }

  /** Writes the rows and empties the buffer. */
  async write(client: pg.PoolClient): Promise<void> {
    const { lines } = this;
    if (lines.length === 0) return;
    this.lines = [];
    await pipeline(Readable.from(chunksOf(lines)), client.query(copyFrom(`COPY ${this.table} FROM STDIN`)));
  }
}

function fieldOf(value: CopiedValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return value.replaceAll(special, (character) => escapes[character] ?? '');
  return typeof value === 'object' ? `{${value.join(',')}}` : String(value);
}

// oxlint-disable-next-line no-control-regex -- PostgreSQL refuses NUL
const special = /[\\\t\n\r\0]/g;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

function* chunksOf(lines: readonly string[]): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
