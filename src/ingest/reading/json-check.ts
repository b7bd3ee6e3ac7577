import { placeInside } from './text-places.js';

/** Characters of a number that a fault repeats. */
const MAX_SHOWN = 40;

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COLON, COMMA] = [code('"'), code('\\'), code(':'), code(',')];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [code('{'), code('}'), code('['), code(']')];
const SPACE = 0x20;
const words = ['true', 'false', 'null'];
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const escaped = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;

/** Where a text stops being JSON. */
interface SyntaxFault {
  /** Index of the first byte that does not belong there; the length of the text if it ends too early. */
  readonly at: number;
  readonly expected: string;
}

export interface NumberFault {
  /** `Properties.count`; empty for the text itself. */
  readonly field: string;
  readonly reason: string;
}

/** The first error in a text that JSON.parse refuses, in words: what stands at which byte, and what was expected. */
export function syntaxError(bytes: Uint8Array, start: number): string | null {
  const { fault } = new JsonCheck(bytes);
  if (!fault) return null;
  const at = start + fault.at;
  const byte = bytes[fault.at];
  return byte === undefined
    ? `ends at byte ${at}; expected ${fault.expected}`
    : `unexpected ${shownByte(byte)} at byte ${at}; expected ${fault.expected}`;
}

export function shownByte(byte: number): string {
  if (byte === QUOTE) return 'a quote (")';
  return byte > SPACE && byte < 0x7f
    ? `"${String.fromCharCode(byte)}"`
    : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
}

/** A number that may not survive JSON.parse: of 16 digits or more, or with an exponent. Quick, and may find what stands in a text. */
const suspicious = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]+[eE])/;

/** The numbers of a JSON text, valid as a whole, that a double holds otherwise than they are written. */
export function changedNumbers(text: string, bytes: Uint8Array): readonly NumberFault[] {
  return suspicious.test(text) ? new JsonCheck(bytes).changed : [];
}

/** Reads one JSON value byte by byte, which is slow: for texts in which something was found already. */
class JsonCheck {
  readonly changed: NumberFault[] = [];
  readonly fault: SyntaxFault | null;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    const text = this.value('');
    this.passSpace();
    this.fault = text ?? (this.at < bytes.length ? this.expected('the end of the value') : null);
  }

  private value(place: string): SyntaxFault | null {
    this.passSpace();
    const byte = this.bytes[this.at];
    if (byte === OPEN_BRACE) return this.members(CLOSE_BRACE, '"}"', (index) => this.member(place, index));
    if (byte === OPEN_BRACKET) {
      return this.members(CLOSE_BRACKET, '"]"', (index) => this.value(`${place}[${index}]`));
    }
    return byte === QUOTE ? this.text() : this.scalar(place);
  }

  private members(close: number, end: string, read: (index: number) => SyntaxFault | null): SyntaxFault | null {
    this.at++;
    this.passSpace();
    if (this.bytes[this.at] === close) return this.pass();
    for (let index = 0; ; index++) {
      const fault = read(index);
      if (fault) return fault;
      this.passSpace();
      if (this.bytes[this.at] === close) return this.pass();
      if (this.bytes[this.at] !== COMMA) return this.expected(`"," or ${end}`);
      this.at++;
    }
  }

  private member(place: string, index: number): SyntaxFault | null {
    this.passSpace();
    const from = this.at;
    if (this.bytes[from] !== QUOTE) return this.expected(index === 0 ? '"}" or a key in quotes' : 'a key in quotes');
    const fault = this.text();
    if (fault) return fault;
    const key = String(JSON.parse(this.written(from)));
    this.passSpace();
    if (this.bytes[this.at] !== COLON) return this.expected('":"');
    this.at++;
    return this.value(placeInside(place, key));
  }

  private text(): SyntaxFault | null {
    for (this.at++; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] ?? 0;
      if (byte === QUOTE) return this.pass();
      if (byte < SPACE) return this.expected('this control character to be escaped');
      if (byte === BACKSLASH) {
        this.at++;
        const next = Buffer.from(this.bytes.subarray(this.at, this.at + 5)).toString('latin1');
        if (!escaped.test(next)) return this.expected('an escape such as \\n or \\u0041 after the backslash');
      }
    }
    return this.expected('the quote that ends the text');
  }

  private scalar(place: string): SyntaxFault | null {
    const from = this.at;
    while (isOfScalar(this.bytes[this.at])) this.at++;
    const text = this.written(from);
    if (words.includes(text)) return null;
    if (number.test(text)) {
      const reason = numberFault(text);
      if (reason !== null) this.changed.push({ field: place, reason });
      return null;
    }
    this.at = from;
    return this.expected('a value');
  }

  private written(from: number): string {
    return Buffer.from(this.bytes.subarray(from, this.at)).toString('utf8');
  }

  private passSpace(): void {
    while (isSpace(this.bytes[this.at])) this.at++;
  }

  private pass(): null {
    this.at++;
    return null;
  }

  private expected(expected: string): SyntaxFault {
    return { at: this.at, expected };
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Letters, digits, `+`, `-` and `.`. */
function isOfScalar(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (lower >= 0x61 && lower <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

function numberFault(text: string): string | null {
  const value = Number(text);
  const given = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}... (${text.length} characters)` : text;
  if (!Number.isFinite(value)) return `is ${given}, a number larger than a double holds; it is left out`;
  return decimal(text) === decimal(String(value))
    ? null
    : `is ${given}, which a double does not hold; it is read as ${value}`;
}

/** Digits without zeros around them, and the power of ten of the last one: the same for the same number. */
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
