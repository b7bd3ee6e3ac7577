import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import { type PayloadSource, readAll } from './payload-source.js';

const BLOCK_BYTES = 64 * 1024;

/** Reads a {@link PayloadSource} for yauzl. yauzl reads the directory in small steps, so blocks are cached. */
export class ZipReader extends RandomAccessReader {
  private block: Buffer = Buffer.alloc(0);
  private blockStart = 0;

  constructor(private readonly source: PayloadSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.source.open({ start, end });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    callbackify(() => this.copy(buffer, offset, length, position))((error) => callback(error));
  }

  private async copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const within = position >= this.blockStart && position + length <= this.blockStart + this.block.length;
    if (!within) {
      const end = Math.min(this.source.size, position + Math.max(length, BLOCK_BYTES));
      this.block = await readAll(this.source.open({ start: position, end }));
      this.blockStart = position;
    }
    if (position - this.blockStart + length > this.block.length) {
      throw new Error('the file ends inside the directory of the ZIP');
    }
    this.block.copy(buffer, offset, position - this.blockStart, position - this.blockStart + length);
  }
}
