import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  shownByte,
  SPACE,
} from './json-bytes.js';
import { placeInside } from './text-places.js';

/** Characters of a number that a fault repeats. */
const MAX_SHOWN = 40;

const words = ['true', 'false', 'null'];
const bytesOfScalars = new Set<number | undefined>(
  Buffer.from('0123456789+-.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
);
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const escaped = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

interface NumberFault {
  /** `Properties.count`; empty for the text itself. */
  readonly field: string;
  readonly reason: string;
}

/**
 * Describes the first error of a text that JSON.parse refuses: the unexpected byte, its position, and what was expected.
 * @param start position of the text in the file
 */
export function syntaxError(bytes: Uint8Array, start: number): string | null {
  const check = new JsonCheck(bytes);
  try {
    check.document();
    return null;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const { expected } = error;
    const byte = bytes[check.at];
    const found = byte === undefined ? 'ends' : `unexpected ${shownByte(byte)}`;
    return `${found} at byte ${start + check.at}; expected ${expected}`;
  }
}

/** The numbers of a valid JSON text that a double cannot represent as they are written. */
export function changedNumbers(bytes: Uint8Array): readonly NumberFault[] {
  const check = new JsonCheck(bytes);
  check.document();
  return check.changed;
}

class Unexpected extends Error {
  constructor(readonly expected: string) {
    super(expected);
  }
}

/** Reads a JSON text byte by byte. This is slow, and only done if something was found before. */
class JsonCheck {
  readonly changed: NumberFault[] = [];
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  document(): void {
    this.value('');
    if (this.next() !== undefined) throw new Unexpected('the end of the value');
  }

  private value(place: string): void {
    const byte = this.next();
    if (byte === OPEN_BRACE) this.members(CLOSE_BRACE, '"}"', (index) => this.member(place, index));
    else if (byte === OPEN_BRACKET) this.members(CLOSE_BRACKET, '"]"', (index) => this.value(`${place}[${index}]`));
    else if (byte === QUOTE) this.text();
    else this.scalar(place);
  }

  private members(close: number, end: string, read: (index: number) => void): void {
    this.at++;
    if (this.next() === close) {
      this.at++;
      return;
    }
    for (let index = 0; ; index++) {
      read(index);
      const byte = this.next();
      if (byte !== close && byte !== COMMA) throw new Unexpected(`"," or ${end}`);
      this.at++;
      if (byte === close) return;
    }
  }

  private member(place: string, index: number): void {
    if (this.next() !== QUOTE) throw new Unexpected(index === 0 ? '"}" or a key in quotes' : 'a key in quotes');
    const from = this.at;
    this.text();
    const key = String(JSON.parse(this.written(from)));
    if (this.next() !== COLON) throw new Unexpected('":"');
    this.at++;
    this.value(placeInside(place, key));
  }

  private text(): void {
    for (this.at++; this.bytes[this.at] !== QUOTE; this.at++) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new Unexpected('the quote that ends the text');
      if (byte < SPACE) throw new Unexpected('this control character to be escaped');
      if (byte === BACKSLASH) {
        this.at++;
        const next = Buffer.from(this.bytes.subarray(this.at, this.at + 5)).toString('latin1');
        if (!escaped.test(next)) throw new Unexpected('an escape such as \\n or \\u0041 after the backslash');
      }
    }
    this.at++;
  }

  private scalar(place: string): void {
    const from = this.at;
    while (bytesOfScalars.has(this.bytes[this.at])) this.at++;
    const text = this.written(from);
    if (words.includes(text)) return;
    if (!number.test(text)) {
      this.at = from;
      throw new Unexpected('a value');
    }
    const reason = numberFault(text);
    if (reason !== null) this.changed.push({ field: place, reason });
  }

  private written(from: number): string {
    return Buffer.from(this.bytes.subarray(from, this.at)).toString();
  }

  private next(): number | undefined {
    while (isSpace(this.bytes[this.at])) this.at++;
    return this.bytes[this.at];
  }
}

function numberFault(text: string): string | null {
  const value = Number(text);
  const given = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}... (${text.length} characters)` : text;
  if (!Number.isFinite(value)) return `is ${given}, a number larger than a double holds; it is left out`;
  return decimal(text) === decimal(String(value))
    ? null
    : `is ${given}, which a double does not hold; it is read as ${value}`;
}

/** The significant digits, and the power of ten of the last one. Equal for equal numbers. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  // Loops, because a pattern for zeros at the end takes quadratic time.
  let from = 0;
  while (digits[from] === '0') from++;
  let to = digits.length;
  while (to > from && digits[to - 1] === '0') to--;
  const power = Number(exponent) - fraction.length + digits.length - to;
  return from === to ? '0' : `${digits.slice(from, to)}e${power}`;
}
