import type { FileMedia } from '../uploads/upload.js';
import { lengthOfMark } from '../reading/decode-text.js';
import { isZip } from '../reading/magic-bytes.js';

/** White space of JSON; NUL is half of a character in the wider encodings. */
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00]);
const openingBrace = 0x7b;

/** So much white space before the first character is looked through, again with each chunk. */
const longestHead = 4096;

/** Undefined where the beginning is of neither, or too short to tell. JSON has to be an object. */
export function mediaOf(head: Buffer): FileMedia | undefined {
  if (isZip(head)) return 'zip';
  const text = head.subarray(lengthOfMark(head));
  return text.find((byte) => !blank.has(byte)) === openingBrace ? 'json' : undefined;
}

/** Whether more bytes would not change what {@link mediaOf} says. */
export function isDecided(head: Buffer): boolean {
  if (head.length < 4) return false;
  return head.length >= longestHead || mediaOf(head) !== undefined || head.subarray(4).some((it) => !blank.has(it));
}
