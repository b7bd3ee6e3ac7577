import type { FileMedia } from '../jobs/ingest-job.js';
import { isZip } from '../readers/magic-bytes.js';

/** Of Unicode encodings that collectors write, longer ones first. */
const byteOrderMarks = ['fffe0000', '0000feff', 'efbbbf', 'fffe', 'feff'];

/** White space of JSON; NUL is half of a character in the wider encodings. */
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00]);
const openingBrace = 0x7b;

/** So much white space before the first character is looked through, again with each chunk. */
const longestHead = 4096;

/** Undefined where the beginning is of neither, or too short to tell. JSON has to be an object. */
export function mediaOf(head: Buffer): FileMedia | undefined {
  if (isZip(head)) return 'zip';
  const first = head.toString('hex', 0, 4);
  const mark = byteOrderMarks.find((it) => first.startsWith(it)) ?? '';
  const text = head.subarray(mark.length / 2);
  return text.find((byte) => !blank.has(byte)) === openingBrace ? 'json' : undefined;
}

/** Whether more bytes would not change what {@link mediaOf} says. */
export function isDecided(head: Buffer): boolean {
  if (head.length < 4) return false;
  return head.length >= longestHead || mediaOf(head) !== undefined || head.subarray(4).some((it) => !blank.has(it));
}
