import * as fs from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CHUNK_BYTES, type PayloadSource } from './payload-source.js';

/** A stream that is destroyed before its end closes its descriptor in spite of `autoClose`. */
const leftOpen = { ...fs, close: (_fd: number, done: fs.NoParamCallback) => done(null) };

/** Creates an empty file without a name. It is deleted when it is closed or when the process ends in any way. */
export async function namelessFile(parent: string): Promise<FileHandle> {
  const folder = await mkdtemp(join(parent, 'graphward-'));
  try {
    return await open(join(folder, 'nameless'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes to an open file from its start, which stays open. */
export function writeTo(fd: number): fs.WriteStream {
  return fs.createWriteStream('', { fd, fs: leftOpen, start: 0 });
}

/** Reads an open file, which stays open. All threads of the process share its descriptor. */
export function openFileSource(name: string, fd: number): PayloadSource {
  const { size } = fs.fstatSync(fd);
  return {
    name,
    size,
    isSeekable: true,
    open: ({ start, end } = { start: 0, end: size }) =>
      fs.createReadStream('', { fd, fs: leftOpen, start, end: end - 1, highWaterMark: CHUNK_BYTES }),
  };
}
