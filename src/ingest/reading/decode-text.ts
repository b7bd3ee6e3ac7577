import { PayloadError } from './payload-error.js';

type Decode = (bytes: Uint8Array, last: boolean) => Uint8Array;

interface Encoding {
  readonly mark: readonly number[];
  readonly decoder: () => Decode;
}

const UTF8_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Longer marks first: the mark of UTF-32 LE begins with that of UTF-16 LE. */
const encodings: readonly Encoding[] = [
  { mark: [0xff, 0xfe, 0x00, 0x00], decoder: () => utf32((view, at) => view.getUint32(at, true)) },
  { mark: [0x00, 0x00, 0xfe, 0xff], decoder: () => utf32((view, at) => view.getUint32(at, false)) },
  { mark: UTF8_MARK, decoder: () => (bytes) => bytes },
  { mark: [0xff, 0xfe], decoder: () => utf16(true) },
  { mark: [0xfe, 0xff], decoder: () => utf16(false) },
];

const LONGEST_MARK = 4;

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
    if (head.length >= LONGEST_MARK) {
      const encoding = encodingOf(head);
      decode = encoding.decode;
      yield decode(withoutMark(head, encoding), false);
    }
  }
  if (decode) {
    yield decode(Buffer.alloc(0), true);
  } else {
    const encoding = encodingOf(head);
    yield encoding.decode(withoutMark(head, encoding), true);
  }
}

function withoutMark(head: Buffer, { mark, skip }: ReturnType<typeof encodingOf>): Buffer {
  return mark === UTF8_MARK ? Buffer.concat([Buffer.from('   '), head.subarray(skip)]) : head.subarray(skip);
}

/** Bytes of the byte order mark that a text begins with; 0 if it has none. */
export function lengthOfMark(head: Uint8Array): number {
  return encodingOf(head).skip;
}

function encodingOf(head: Uint8Array): {
  readonly decode: Decode;
  readonly mark: readonly number[];
  readonly skip: number;
} {
  const found = encodings.find(({ mark }) => mark.every((byte, index) => head[index] === byte));
  const mark = found?.mark ?? [];
  return { decode: found ? found.decoder() : (bytes) => bytes, mark, skip: mark.length };
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

/** Node has no decoder of UTF-32. */
function utf32(codePointAt: (view: DataView, at: number) => number): Decode {
  let rest: Uint8Array = Buffer.alloc(0);
  return (bytes, last) => {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % 4);
    const view = new DataView(all.buffer, all.byteOffset, whole);
    const text: string[] = [];
    for (let at = 0; at < whole; at += 4) {
      text.push(character(codePointAt(view, at)));
    }
    rest = all.subarray(whole);
    if (last && rest.length > 0) {
      throw PayloadError.broken('ends inside a character of UTF-32');
    }
    return utf8(text.join(''));
  };
}

function character(codePoint: number): string {
  if (codePoint > 0x10ffff) {
    throw PayloadError.broken('is announced as UTF-32 by its byte order mark and is not');
  }
  return String.fromCodePoint(codePoint);
}

const half = /\p{Surrogate}/u;

/** Replaces half of a surrogate pair: not valid in UTF-8, so that it becomes a fault of the record. */
const noCharacter = Buffer.from([0xff]);

function utf8(text: string): Buffer {
  if (!half.test(text)) return Buffer.from(text);
  const parts = text.split(half).flatMap((part) => [noCharacter, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}
