const COMMA = 0x2c;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

type Mode = 'structure' | 'text' | 'scalar' | 'done';

/**
 * Finds where one JSON value ends, in as many chunks as it takes, by nesting and quotes alone: it works on bytes because no byte of a
 * multi-byte UTF-8 character equals one of ASCII. Whether the value is right inside is for JSON.parse to say.
 */
export class ValueScanner {
  private mode: Mode = 'done';
  private depth = 0;
  /** The first byte of the next chunk is escaped. */
  private isEscaped = false;
  /** Bytes of the text at hand that earlier chunks held. */
  private textBytes = 0;
  /** Deepest nesting met in the current value. */
  deepest = 0;
  /** Bytes of the longest text met in it, as written; it has no more UTF-16 units than that. */
  longest = 0;

  /** Starts on a value whose first byte (not white space) is `first`; {@link scan} reads it again. */
  begin(first: number): void {
    this.depth = 0;
    this.deepest = 0;
    this.longest = 0;
    this.isEscaped = false;
    this.mode = first === OPEN_BRACE || first === OPEN_BRACKET || first === QUOTE ? 'structure' : 'scalar';
  }

  /** Index after the last byte of the value, or -1 where the chunk ends first. */
  scan(chunk: Uint8Array, from: number): number {
    if (this.mode === 'scalar') {
      return this.passScalar(chunk, from);
    }
    let at = from;
    while (at < chunk.length && this.mode !== 'done') {
      at = this.mode === 'text' ? this.passText(chunk, at) : this.passStructure(chunk, at);
    }
    return this.mode === 'done' ? at : -1;
  }

  private passStructure(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    let { depth } = this;
    for (let at = from; at < length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        const start = at + 1;
        at = endOfText(chunk, start);
        if (at >= length) {
          this.depth = depth;
          return this.leaveText(at - length, length - start);
        }
        if (at - start > this.longest) this.longest = at - start;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth++;
        if (depth > this.deepest) this.deepest = depth;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
      } else {
        continue;
      }
      if (depth === 0) {
        this.mode = 'done';
        return at + 1;
      }
    }
    this.depth = depth;
    return length;
  }

  /** The chunk ends inside a text: perhaps between a backslash and what it escapes. */
  private leaveText(beyond: number, textBytes: number): number {
    this.mode = 'text';
    this.isEscaped = beyond > 0;
    this.textBytes = textBytes;
    return Infinity;
  }

  /** The rest of a text that began in an earlier chunk. */
  private passText(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    const end = endOfText(chunk, from + (this.isEscaped ? 1 : 0));
    const textBytes = this.textBytes + Math.min(end, length) - from;
    if (textBytes > this.longest) this.longest = textBytes;
    if (end >= length) {
      return this.leaveText(end - length, textBytes);
    }
    this.mode = this.depth === 0 ? 'done' : 'structure';
    return end + 1;
  }

  /** A number or a word ends before whatever can't belong to it. */
  private passScalar(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? COMMA;
      if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE) {
        this.mode = 'done';
        return at;
      }
    }
    return -1;
  }
}

/** Index of the quote that ends a text; from the chunk's length on where it does not end in it, one more where a backslash is its last byte. */
function endOfText(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let at = from;
  while (at < length) {
    const byte = chunk[at];
    if (byte === QUOTE) {
      return at;
    }
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}
