import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Bytes `start` (included) to `end` (excluded). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Something that holds collected data and can be read more than once: a file, an upload on disk, an entry of a ZIP, a buffer.
 * Nothing of it is kept in memory.
 */
export interface PayloadSource {
  /** What reports call it: a path, and for an entry of a ZIP the path of the ZIP, `!` and the name inside. */
  readonly name: string;
  /** Size in bytes of all that {@link open} gives. */
  readonly size: number;
  /** Opens it anew; each stream is independent of the others. */
  open(range?: ByteRange): Readable;
}

/**
 * @throws the error of the file system where the path names nothing, an Error where it names no regular file: a pipe gives its
 * bytes only once, and perhaps never.
 */
export async function fileSource(path: string): Promise<PayloadSource> {
  const found = await stat(path);
  if (!found.isFile()) {
    throw new Error(`${path}: is no regular file`);
  }
  const { size } = found;
  return {
    name: path,
    size,
    open: (range) => createReadStream(path, range && { start: range.start, end: range.end - 1 }),
  };
}

export function bufferSource(name: string, content: Uint8Array): PayloadSource {
  return {
    name,
    size: content.length,
    open: (range) => Readable.from([content.subarray(range?.start, range?.end)]),
  };
}
