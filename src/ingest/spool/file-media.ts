import { lengthOfMark } from '../reading/decode-text.js';
import { isZip } from '../reading/magic-bytes.js';
import type { FileMedia } from '../uploads/upload.js';

/** Media types that a request may declare. Only the first bytes decide how a file is read. */
export const uploadTypes = [
  'application/json',
  'application/zip',
  'application/x-zip-compressed',
  'application/zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
] as const;

/** White space of JSON, and NUL, which is half of an ASCII character in UTF-16. */
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00]);
const openingBrace = 0x7b;

/** Limits the white space before the first character, because each chunk is searched from the beginning. */
const longestHead = 4096;

/** @returns undefined if the beginning is neither a ZIP nor a JSON object, or is too short to decide */
export function mediaOf(head: Buffer): FileMedia | undefined {
  if (isZip(head)) return 'zip';
  const text = head.subarray(lengthOfMark(head));
  return text.find((byte) => !blank.has(byte)) === openingBrace ? 'json' : undefined;
}

/** Whether more bytes can't change the result of {@link mediaOf}. */
export function isDecided(head: Buffer): boolean {
  if (head.length < 4) return false;
  return head.length >= longestHead || mediaOf(head) !== undefined || head.subarray(4).some((it) => !blank.has(it));
}

interface Peeked {
  /** The bytes read so far; all bytes if the source is shorter than requested. */
  readonly head: Buffer;
  /** All bytes, including the head. The caller must read them to the end or call `return`. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Reads a source until `isEnough`, without consuming it. */
export async function peek(source: AsyncIterable<Uint8Array>, isEnough: (head: Buffer) => boolean): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!isEnough(head)) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, chunks: joined(head, iterator) };
}

async function* joined(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
