import { PayloadError } from './payload-error.js';

type Decode = (bytes: Uint8Array, last: boolean) => Uint8Array;

/** Byte order marks, in hexadecimal digits. */
const UTF8_MARK = 'efbbbf';
const utf16Marks: readonly string[] = ['fffe', 'feff'];

const LONGEST_MARK = 3;

/**
 * Converts text to UTF-8 without a byte order mark. The mark names the encoding; without a mark it is UTF-8. Invalid characters
 * become bytes that are not valid in UTF-8. Spaces replace the mark of UTF-8, so that positions in the text are positions in the file.
 * @throws PayloadError if the bytes do not match the encoding of the mark
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  let decode: Decode | undefined;
  for await (const chunk of chunks) {
    if (decode) {
      yield decode(chunk, false);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < LONGEST_MARK) continue;
    decode = decoderOf(head);
    yield decode(withoutMark(head), false);
  }
  yield decode ? decode(Buffer.alloc(0), true) : decoderOf(head)(withoutMark(head), true);
}

/** Bytes of the byte order mark that a text begins with; 0 if it has none. */
export function lengthOfMark(head: Buffer): number {
  const start = head.toString('hex', 0, LONGEST_MARK);
  return ([UTF8_MARK, ...utf16Marks].find((mark) => start.startsWith(mark)) ?? '').length / 2;
}

function withoutMark(head: Buffer): Buffer {
  const length = lengthOfMark(head);
  return length === LONGEST_MARK ? head.fill(' ', 0, length) : head.subarray(length);
}

function decoderOf(head: Buffer): Decode {
  const mark = head.toString('hex', 0, 2);
  return utf16Marks.includes(mark) ? utf16(mark === utf16Marks[0]) : (bytes) => bytes;
}

function utf16(isLittleEndian: boolean): Decode {
  let rest: Uint8Array = Buffer.alloc(0);
  return (bytes, last) => {
    const all = Buffer.concat([rest, bytes]);
    const length = last ? all.length : wholeUtf16(all, isLittleEndian);
    rest = all.subarray(length);
    if (length % 2 > 0) {
      throw PayloadError.broken('ends inside a character of UTF-16');
    }
    const whole = all.subarray(0, length);
    return utf8((isLittleEndian ? whole : whole.swap16()).toString('utf16le'));
  };
}

/** Length of the complete characters: the first half of a pair waits for the second. */
function wholeUtf16(bytes: Buffer, isLittleEndian: boolean): number {
  const whole = bytes.length - (bytes.length % 2);
  const last = bytes[isLittleEndian ? whole - 1 : whole - 2] ?? 0;
  return last >= 0xd8 && last <= 0xdb ? whole - 2 : whole;
}

const half = /\p{Surrogate}/u;

/** Replaces half of a surrogate pair: not valid in UTF-8, so that it becomes a fault of the record. */
const noCharacter = Buffer.from([0xff]);

function utf8(text: string): Buffer {
  if (!half.test(text)) return Buffer.from(text);
  const parts = text.split(half).flatMap((part) => [noCharacter, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}
