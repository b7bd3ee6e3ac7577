import { isUtf8 } from 'node:buffer';
import { changedNumbers, type NumberFault, syntaxError } from './json-check.js';
import type { JsonValue } from './json-parts.js';

/** Looked for first: it is quicker to find, and most records have none. */
const escape = '\\u';
const oddEscape = /\\u(?:0000|d[89a-f])/i;

/** The bytes of one JSON value while they come in; too large ones are not kept. */
export class JsonPiece {
  private chunks: Uint8Array[] = [];
  private size = 0;
  /** Whether bytes that are no UTF-8 were replaced by U+FFFD; known after {@link parse}. */
  isRepaired = false;
  /** Whether NUL, or what may be half of a surrogate pair, is written in it by escapes; known after {@link parse}. */
  hasOddEscapes = false;
  /** Numbers that a double holds otherwise than they are written; known after {@link parse}. */
  changedNumbers: readonly NumberFault[] = [];
  /** The unexpected byte with its place, and what was expected; set by a {@link parse} that returned undefined. */
  syntaxError: string | null = null;

  /**
   * @param limit in bytes; 0: the value is not wanted
   * @param start the place of its first byte in the document
   */
  constructor(
    private readonly limit: number,
    private readonly start: number,
  ) {}

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    if (this.size > this.limit) {
      this.chunks = [];
    } else {
      this.chunks.push(chunk);
    }
  }

  get isTooLarge(): boolean {
    return this.size > this.limit;
  }

  /** Undefined where the bytes are no valid JSON. To be called once: it lets go of the bytes, so that they and their values are not held together. */
  parse(): JsonValue | undefined {
    const bytes = this.bytes();
    try {
      const text = this.text(bytes);
      const value: JsonValue = JSON.parse(text);
      this.changedNumbers = changedNumbers(text, bytes);
      return value;
    } catch {
      this.syntaxError = syntaxError(bytes, this.start);
      return undefined;
    }
  }

  private text(bytes: Buffer): string {
    this.isRepaired = !isUtf8(bytes);
    const text = bytes.toString('utf8');
    this.hasOddEscapes = bytes.includes(escape) && oddEscape.test(text);
    return text;
  }

  private bytes(): Buffer {
    const { chunks } = this;
    this.chunks = [];
    const [only] = chunks;
    return chunks.length === 1 && only
      ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
      : Buffer.concat(chunks, this.size);
  }
}
