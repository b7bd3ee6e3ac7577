import type pg from 'pg';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

/** Lines that are written together. */
const batch = 50_000;

/** Gathers lines of the text format of COPY, of values that need no escapes. */
export class CopyLines {
  private lines: string[] = [];

  constructor(private readonly statement: string) {}

  add(line: string): void {
    this.lines.push(line);
  }

  isFull(): boolean {
    return this.lines.length >= batch;
  }

  async write(client: pg.PoolClient): Promise<void> {
    const text = this.lines.join('');
    this.lines = [];
    await pipeline(Readable.from([text]), client.query(copyFrom(this.statement)));
  }
}
