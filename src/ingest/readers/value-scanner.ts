const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

type Mode = 'structure' | 'string' | 'scalar' | 'done';

/**
 * Finds where one JSON value ends, in as many chunks as it takes, by nesting and quotes alone: it works on bytes because no byte of a
 * multi-byte UTF-8 character equals one of ASCII. Whether the value is right inside is for JSON.parse to say.
 */
export class ValueScanner {
  private mode: Mode = 'done';
  private depth = 0;
  private escaped = false;
  /** Deepest nesting met in the current value. */
  deepest = 0;

  /** Starts on a value whose first byte (not white space) is `first`; {@link scan} reads it again. */
  begin(first: number): void {
    this.depth = 0;
    this.deepest = 0;
    this.escaped = false;
    this.mode = first === OPEN_BRACE || first === OPEN_BRACKET || first === QUOTE ? 'structure' : 'scalar';
  }

  /** Index after the last byte of the value, or -1 where the chunk ends first. */
  scan(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && this.mode !== 'done') {
      at = this.advance(chunk, at);
    }
    return this.mode === 'done' ? at : -1;
  }

  private advance(chunk: Uint8Array, at: number): number {
    if (this.mode === 'string') {
      return this.passString(chunk, at);
    }
    return this.mode === 'scalar' ? this.passScalar(chunk, at) : this.passStructure(chunk, at);
  }

  private passStructure(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.mode = 'string';
        return at + 1;
      }
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.depth++;
        this.deepest = Math.max(this.deepest, this.depth);
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.depth--;
        if (this.depth === 0) {
          this.mode = 'done';
          return at + 1;
        }
      }
    }
    return chunk.length;
  }

  private passString(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      if (this.escaped) {
        this.escaped = false;
      } else if (chunk[at] === BACKSLASH) {
        this.escaped = true;
      } else if (chunk[at] === QUOTE) {
        this.mode = this.depth === 0 ? 'done' : 'structure';
        return at + 1;
      }
    }
    return chunk.length;
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
    return chunk.length;
  }
}
