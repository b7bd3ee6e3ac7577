import { isUtf8 } from 'node:buffer';
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

  /** @param limit in bytes; 0: the value is not wanted */
  constructor(private readonly limit: number) {}

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
    try {
      const value: JsonValue = JSON.parse(this.text());
      return value;
    } catch {
      return undefined;
    }
  }

  private text(): string {
    const bytes = this.bytes();
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
