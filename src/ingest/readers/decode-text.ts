import { PayloadError } from './payload-error.js';

type Decode = (bytes: Uint8Array, last: boolean) => Uint8Array;

interface Encoding {
  readonly mark: readonly number[];
  readonly decoder: () => Decode;
}

/** Longer marks first: the mark of UTF-32 LE begins with that of UTF-16 LE. */
const encodings: readonly Encoding[] = [
  { mark: [0xff, 0xfe, 0x00, 0x00], decoder: () => utf32((view, at) => view.getUint32(at, true)) },
  { mark: [0x00, 0x00, 0xfe, 0xff], decoder: () => utf32((view, at) => view.getUint32(at, false)) },
  { mark: [0xef, 0xbb, 0xbf], decoder: () => (bytes) => bytes },
  { mark: [0xff, 0xfe], decoder: () => utf16('utf-16le') },
  { mark: [0xfe, 0xff], decoder: () => utf16('utf-16be') },
];

const LONGEST_MARK = 4;

/**
 * Gives the text as UTF-8 without byte order mark, whatever Unicode encoding its mark announces; without a mark it is UTF-8 already.
 * @throws PayloadError where the bytes are not of the encoding announced.
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
      yield decode(head.subarray(encoding.skip), false);
    }
  }
  if (decode) {
    yield decode(Buffer.alloc(0), true);
  } else {
    const encoding = encodingOf(head);
    yield encoding.decode(head.subarray(encoding.skip), true);
  }
}

function encodingOf(head: Uint8Array): { readonly decode: Decode; readonly skip: number } {
  const found = encodings.find(({ mark }) => mark.every((byte, index) => head[index] === byte));
  return found ? { decode: found.decoder(), skip: found.mark.length } : { decode: (bytes) => bytes, skip: 0 };
}

function utf16(label: 'utf-16le' | 'utf-16be'): Decode {
  const decoder = new TextDecoder(label, { fatal: true });
  return (bytes, last) => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: !last }));
    } catch {
      throw PayloadError.broken(
        last
          ? `ends inside a character of ${label.toUpperCase()}`
          : `is announced as ${label.toUpperCase()} by its byte order mark and is not`,
      );
    }
  };
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
    return Buffer.from(text.join(''));
  };
}

function character(codePoint: number): string {
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
    throw PayloadError.broken('is announced as UTF-32 by its byte order mark and is not');
  }
  return String.fromCodePoint(codePoint);
}
