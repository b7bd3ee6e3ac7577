import type { Budget } from './budget.js';

/** A text as UTF-8 in which nodes and edges are to be inserted: plain data that passes to another thread without a copy. */
export interface AnswerText {
  readonly chunks: readonly Uint8Array[];
  /** Of all chunks. */
  readonly length: number;
  /** Two numbers for each place: bytes before it, and the id of its node, or `-1 - index` of its edge. */
  readonly places: Int32Array;
}

const chunkBytes = 64 * 1024;

/** Texts that are escaped at once. */
const charactersAtOnce = 16 * 1024;

const encoder = new TextEncoder();

/** Writes the text of an answer, and counts its bytes before it makes them. */
export class TextWriter {
  private readonly chunks: Uint8Array[] = [];
  private chunk = new Uint8Array(chunkBytes);
  private used = 0;
  private length = 0;
  private pending = '';
  private readonly places: number[] = [];

  constructor(private readonly budget: Budget) {}

  write(text: string): void {
    this.pending += text;
    if (this.pending.length >= charactersAtOnce) this.flush();
  }

  /** Writes a long text in parts, each escaped by itself. */
  writeEscaped(text: string, escape: (part: string) => string): void {
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = Math.min(at + charactersAtOnce, text.length);
      // The halves of a letter of two units stay together.
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++;
      this.budget.step();
      this.write(escape(text.slice(at, end)));
    }
  }

  /** @param place as in {@link AnswerText} @param leastBytes that will be inserted there */
  insert(place: number, leastBytes: number): void {
    this.budget.answer(leastBytes);
    this.flush();
    this.places.push(this.length, place);
  }

  finish(): AnswerText {
    this.flush();
    return {
      chunks: [...this.chunks, this.chunk.subarray(0, this.used)],
      length: this.length,
      places: Int32Array.from(this.places),
    };
  }

  private flush(): void {
    let rest = this.pending;
    const { length } = this;
    this.budget.answer(rest.length);
    while (rest !== '') {
      const { read, written } = encoder.encodeInto(rest, this.chunk.subarray(this.used));
      this.used += written;
      this.length += written;
      rest = rest.slice(read);
      if (rest === '') break;
      this.chunks.push(this.chunk.subarray(0, this.used));
      [this.chunk, this.used] = [new Uint8Array(chunkBytes), 0];
    }
    // Characters were counted as a byte each, before memory for them was taken.
    this.budget.answer(this.length - length - this.pending.length);
    this.pending = '';
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
