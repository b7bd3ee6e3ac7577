import type pg from 'pg';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

/** Characters handed to the socket at a time: small writes cost a message of the protocol each. */
const chunkLength = 64 * 1024;

/** Characters gathered before a COPY is worth its round trip. */
const batchLength = 4 * 1024 * 1024;

/** Gathers lines for one table. */
export class CopyBuffer {
  private chunks: string[] = [];
  private chunk = '';
  private length = 0;

  constructor(private readonly statement: string) {}

  add(line: string): void {
    this.chunk += line;
    if (this.chunk.length < chunkLength) return;
    this.length += this.chunk.length;
    this.chunks.push(this.chunk);
    this.chunk = '';
  }

  isFull(): boolean {
    return this.length >= batchLength;
  }

  /** Empties the buffer; what it returns writes the lines. */
  take(): (client: pg.PoolClient) => Promise<void> {
    const chunks = this.chunk ? [...this.chunks, this.chunk] : this.chunks;
    this.chunks = [];
    this.chunk = '';
    this.length = 0;
    return chunks.length ? (client) => copy(client, this.statement, chunks) : () => Promise.resolve();
  }
}

async function copy(client: pg.PoolClient, statement: string, chunks: readonly string[]): Promise<void> {
  const stream = client.query(copyFrom(statement));
  const end = finished(stream);
  end.catch(() => {});
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), end]);
  }
  stream.end();
  await end;
}
