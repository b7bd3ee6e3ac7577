import type { JsonValue } from './json-parts.js';

/** The bytes of one JSON value while they come in; too large ones are not kept. */
export class JsonPiece {
  private chunks: Uint8Array[] = [];
  private size = 0;

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

  /** Undefined where the bytes are no valid JSON. */
  parse(): JsonValue | undefined {
    try {
      const value: JsonValue = JSON.parse(this.text());
      return value;
    } catch {
      return undefined;
    }
  }

  private text(): string {
    const [only] = this.chunks;
    return this.chunks.length === 1 && only
      ? Buffer.from(only.buffer, only.byteOffset, only.byteLength).toString('utf8')
      : Buffer.concat(this.chunks).toString('utf8');
  }
}
