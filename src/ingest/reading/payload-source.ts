import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Bytes `start` (included) to `end` (excluded). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Collected data that can be read more than once: a file, an upload on disk, an entry of a ZIP, a buffer. It is not kept in
 * memory.
 */
export interface PayloadSource {
  /** The name in reports: a path, and for an entry of a ZIP the path of the ZIP, `!` and the name inside. */
  readonly name: string;
  /** Bytes of the stream of {@link open}, or bytes that it reads if it has {@link PayloadStream.taken}. */
  readonly size: number;
  /** Whether {@link open} accepts a range. */
  readonly isSeekable?: boolean;
  /** Opens a new, independent stream. */
  open(range?: ByteRange): PayloadStream;
}

interface PayloadStream extends Readable {
  /** Packed bytes read so far, if the unpacked size is unknown. */
  readonly taken?: number;
}

/** The default of 64 KiB takes three times the CPU time of this. */
export const CHUNK_BYTES = 256 * 1024;

/**
 * @throws the error of the file system if the path does not exist, and an Error if it is no regular file: a pipe can be read only
 * once, and may never end
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
    isSeekable: true,
    open: (range) =>
      createReadStream(path, {
        highWaterMark: CHUNK_BYTES,
        ...(range && { start: range.start, end: range.end - 1 }),
      }),
  };
}

export function bufferSource(name: string, content: Uint8Array): PayloadSource {
  return {
    name,
    size: content.length,
    isSeekable: true,
    open: (range) => Readable.from([content.subarray(range?.start, range?.end)]),
  };
}

export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The first bytes of a source, at most `length`. */
export async function readHead(source: PayloadSource, length: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of source.open()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= length) break;
  }
  return head.subarray(0, length);
}
