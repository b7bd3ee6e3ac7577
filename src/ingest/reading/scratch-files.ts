import * as fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { PayloadSource } from './payload-source.js';

/** A stream that is destroyed before its end closes its descriptor in spite of `autoClose`. */
const leftOpen = { ...fs, close: (_fd: number, done: fs.NoParamCallback) => done(null) };

/**
 * Files without a name, for packed files that are not read sequentially. They are deleted when they are closed or when the process
 * ends in any way.
 */
export class ScratchFiles {
  private readonly descriptors: number[] = [];

  /** Unpacks a source. @throws the error of its stream or of the disk */
  async keep(source: PayloadSource): Promise<PayloadSource> {
    const fd = await namelessFile();
    this.descriptors.push(fd);
    await pipeline(source.open(), fs.createWriteStream('', { fd, fs: leftOpen }));
    const { size } = await promisify(fs.fstat)(fd);
    return {
      name: source.name,
      size,
      isSeekable: true,
      open: ({ start, end } = { start: 0, end: size }) =>
        fs.createReadStream('', { fd, fs: leftOpen, start, end: end - 1 }),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.descriptors.splice(0).map((fd) => promisify(fs.close)(fd)));
  }
}

async function namelessFile(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-'));
  try {
    return await promisify(fs.open)(join(folder, 'unpacked'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
