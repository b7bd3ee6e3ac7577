import type pg from 'pg';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

/** Characters handed to the socket at a time: small writes cost a message of the protocol each. */
const chunkLength = 64 * 1024;

/** Bytes gathered before a COPY is worth its round trip. */
const batchLength = 4 * 1024 * 1024;

/**
 * Gathers lines for one table. What is gathered is kept as bytes: texts put together of so many small ones would be copied from one
 * generation of the heap to the next until they are written.
 */
export class CopyBuffer {
  private chunks: Buffer[] = [];
  private chunk = '';
  private length = 0;

  constructor(private readonly statement: string) {}

  add(line: string): void {
    this.chunk += line;
    if (this.chunk.length < chunkLength) return;
    this.keep();
  }

  isFull(): boolean {
    return this.length >= batchLength;
  }

  /** Empties the buffer; what it returns writes the lines. */
  take(): (client: pg.PoolClient) => Promise<void> {
    if (this.chunk) this.keep();
    const chunks = this.chunks;
    this.chunks = [];
    this.length = 0;
    return chunks.length ? (client) => copy(client, this.statement, chunks) : () => Promise.resolve();
  }

  private keep(): void {
    const bytes = Buffer.from(this.chunk);
    this.chunk = '';
    this.length += bytes.length;
    this.chunks.push(bytes);
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
