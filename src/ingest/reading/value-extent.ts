import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, SPACE } from './json-bytes.js';

const OUTSIDE = -1;

/** The change of the nesting by each byte; {@link TEXT} for a quote, {@link DIGIT} for a part of a number. */
const steps = new Int8Array(256);
steps[OPEN_BRACE] = steps[OPEN_BRACKET] = 1;
steps[CLOSE_BRACE] = steps[CLOSE_BRACKET] = -1;
const [DIGIT, TEXT] = [2, 3];
for (const digit of Buffer.from('0123456789.')) steps[digit] = DIGIT;
steps[QUOTE] = TEXT;

/** Minimum number of digits of a number without exponent that JSON.parse may change. */
const LONG_NUMBER = 16;
const exponents: ReadonlySet<number | undefined> = new Set(Buffer.from('eE'));

/**
 * Finds the end of one JSON value by its nesting and quotes, in any number of chunks. Only JSON.parse decides whether the value is
 * valid. Bytes are sufficient, because no byte of a longer UTF-8 character equals one of ASCII.
 */
export class ValueExtent {
  isComplete = false;
  /** Maximum nesting. */
  deepest = 0;
  /** Bytes of the longest text as written; it has at most as many UTF-16 units. */
  longest = 0;
  /** Whether it may contain a number that JSON.parse changes. */
  hasLongNumber: boolean;
  private depth = 0;
  /** Bytes of the text that the last chunk left open, or {@link OUTSIDE}. */
  private text = OUTSIDE;
  /** The first byte of the next chunk is escaped. */
  private isEscaped = false;
  private readonly isScalar: boolean;

  /** @param first the first byte of the value; {@link scan} reads it again */
  constructor(first: number | undefined) {
    this.isScalar = first !== OPEN_BRACE && first !== OPEN_BRACKET && first !== QUOTE;
    this.hasLongNumber = this.isScalar;
  }

  /** @returns the index after the last byte of the value in this chunk */
  scan(chunk: Uint8Array, from: number): number {
    if (this.isScalar) return this.scanScalar(chunk, from);
    const { length } = chunk;
    let { depth } = this;
    let isInText = this.text !== OUTSIDE;
    let at = from;
    while (at < length) {
      const step = isInText ? TEXT : (steps[chunk[at++] ?? 0] ?? 0);
      if (step === 0) continue;
      if (step === TEXT) {
        at = this.endOfText(chunk, at);
        isInText = this.text !== OUTSIDE;
      } else if (step === DIGIT) at = this.endOfNumber(chunk, at);
      else depth += step;
      if (depth > this.deepest) this.deepest = depth;
      if (depth > 0 || isInText) continue;
      this.isComplete = true;
      break;
    }
    this.depth = depth;
    return at;
  }

  /** @returns the index after the quote that ends the text; the length of the chunk if there is none */
  private endOfText(chunk: Uint8Array, from: number): number {
    const { length } = chunk;
    let at = this.isEscaped ? from + 1 : from;
    while (at < length) {
      const byte = chunk[at];
      if (byte === QUOTE) break;
      at += byte === BACKSLASH ? 2 : 1;
    }
    const end = Math.min(at, length);
    const text = Math.max(0, this.text) + end - from;
    if (text > this.longest) this.longest = text;
    this.isEscaped = at > length;
    this.text = at < length ? OUTSIDE : text;
    return at < length ? end + 1 : end;
  }

  /** @returns the index after the digits that begin before `from`. Those that reach the end of the chunk may go on in the next */
  private endOfNumber(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && steps[chunk[at] ?? 0] === DIGIT) at++;
    if (at === chunk.length || at - from >= LONG_NUMBER - 1 || exponents.has(chunk[at])) this.hasLongNumber = true;
    return at;
  }

  /** A number or a word ends before the first byte that cannot belong to it. */
  private scanScalar(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? COMMA;
      if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE) {
        this.isComplete = true;
        return at;
      }
    }
    return chunk.length;
  }
}
