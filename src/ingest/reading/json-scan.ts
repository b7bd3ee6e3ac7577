import { parsedJson } from '../records/json-value.js';
import { decodeText } from './decode-text.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  shownByte,
} from './json-bytes.js';
import { PayloadError } from './payload-error.js';
import { ValueExtent } from './value-extent.js';

/** The parts of a document to return, as paths of keys in lower case: `meta`, `graph.nodes`. Other values are skipped. */
export interface Wanted {
  /** The elements of these arrays are returned one by one. */
  readonly lists: readonly string[];
  /** These values are returned as a whole. */
  readonly values: readonly string[];
}

/** The text of one JSON value. */
export interface RawValue {
  /** Null if it is too large. */
  readonly bytes: Buffer | null;
  /** Position of its first byte in the document. */
  readonly start: number;
  readonly extent: ValueExtent;
}

export type JsonShape = 'object' | 'array' | 'null' | 'other';

/** By the first byte of a value. */
const shapes: ReadonlyMap<number, JsonShape> = new Map<number, JsonShape>([
  [OPEN_BRACE, 'object'],
  [OPEN_BRACKET, 'array'],
  ['n'.charCodeAt(0), 'null'],
]);

export type JsonPiece =
  | { readonly piece: 'key'; readonly path: string; readonly shape: JsonShape }
  /** `index` is null for a value that is no element. Elements of repeated lists are numbered consecutively. */
  | { readonly piece: 'value'; readonly path: string; readonly index: number | null; readonly raw: RawValue };

/** Null asks for the next chunk. */
type Scanning<Result = void> = Generator<JsonPiece | null, Result, void>;

const MAX_KEY_BYTES = 1024;

/**
 * Finds the wanted values of a JSON document in any Unicode encoding, and returns their bytes in UTF-8, chunk by chunk.
 * They are found while they are visited, each before the next is asked for.
 * @throws PayloadError while they are visited, if the structure of the document breaks, after all pieces before
 */
export async function* scanJson(
  chunks: AsyncIterable<Uint8Array>,
  wanted: Wanted,
  maxBytes: number,
): AsyncGenerator<Iterable<JsonPiece>> {
  const scan = new JsonScan(wanted, maxBytes);
  for await (const chunk of decodeText(chunks)) yield scan.push(chunk);
  yield scan.end();
}

/** The scan of a document, an object in UTF-8, that arrives in chunks of any size. The inner generators wait for the next chunk by yielding null. */
export class JsonScan {
  private chunk: Buffer = Buffer.alloc(0);
  /** Index of the next byte in the chunk. */
  private at = 0;
  /** Bytes of earlier chunks. */
  private before = 0;
  private hasEnded = false;
  /** The place of the scan, for errors; `index` is null outside of lists. */
  private path = '';
  private index: number | null = null;
  /** Number of elements by list. */
  private readonly counts = new Map<string, number>();
  private readonly scanning = this.document();

  /** @param maxBytes larger values are returned without their bytes */
  constructor(
    private readonly wanted: Wanted,
    private readonly maxBytes: number,
  ) {}

  *push(chunk: Uint8Array): Generator<JsonPiece> {
    this.before += this.chunk.length;
    this.chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.at = 0;
    yield* this.resume();
  }

  *end(): Generator<JsonPiece> {
    this.hasEnded = true;
    yield* this.resume();
  }

  private *resume(): Generator<JsonPiece> {
    for (let next = this.scanning.next(); !next.done && next.value; next = this.scanning.next()) yield next.value;
  }

  private *document(): Scanning {
    const first = yield* this.next();
    if (first === undefined) throw PayloadError.refused('is empty');
    if (first !== OPEN_BRACE) {
      throw PayloadError.refused('is not a JSON object: expected {"data": [...], "meta": {...}} or {"graph": {...}}');
    }
    yield* this.object('');
    if ((yield* this.next()) !== undefined) {
      throw PayloadError.broken(`has more text after the end of its JSON object, at byte ${this.before + this.at}`);
    }
  }

  private *object(path: string): Scanning {
    this.path = path;
    this.at++;
    let byte = yield* this.next();
    if (byte === CLOSE_BRACE) {
      this.at++;
      return;
    }
    for (;;) {
      if (byte !== QUOTE) throw this.unexpected();
      const key = yield* this.key();
      if ((yield* this.next()) !== COLON) throw this.unexpected();
      this.at++;
      yield* this.member(path ? `${path}.${key}` : key);
      this.path = path;
      if (yield* this.ends(CLOSE_BRACE)) return;
      byte = yield* this.next();
    }
  }

  private *key(): Scanning<string> {
    const { bytes } = yield* this.value(MAX_KEY_BYTES);
    const key = textOf(bytes);
    if (key === null) {
      throw PayloadError.broken(
        `has a key that is no JSON text or longer than ${MAX_KEY_BYTES} bytes, ${this.place()}`,
      );
    }
    return key.toLowerCase();
  }

  private *member(path: string): Scanning {
    const byte = yield* this.first();
    const shape = shapes.get(byte ?? 0) ?? 'other';
    yield { piece: 'key', path, shape };
    const { lists, values } = this.wanted;
    if (shape === 'array' && lists.includes(path)) {
      yield* this.list(path);
    } else if (shape === 'object' && lists.some((list) => list.startsWith(`${path}.`))) {
      yield* this.object(path);
    } else if (values.includes(path)) {
      yield { piece: 'value', path, index: null, raw: yield* this.value(this.maxBytes) };
    } else {
      yield* this.value(0);
    }
  }

  private *list(path: string): Scanning {
    this.path = path;
    this.index = this.counts.get(path) ?? 0;
    this.at++;
    if ((yield* this.next()) === CLOSE_BRACKET) {
      this.at++;
    } else {
      do {
        yield* this.first();
        const raw = yield* this.value(this.maxBytes);
        yield { piece: 'value', path, index: this.index++, raw };
      } while (!(yield* this.ends(CLOSE_BRACKET)));
    }
    this.counts.set(path, this.index);
    this.index = null;
  }

  /** The first byte of a value. */
  private *first(): Scanning<number> {
    const byte = yield* this.next();
    if (byte === undefined || byte === COMMA || byte === COLON || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      throw this.unexpected();
    }
    return byte;
  }

  /** Accepts a comma or the end of the object or list. @returns whether it is the end */
  private *ends(close: number): Scanning<boolean> {
    const byte = yield* this.next();
    if (byte !== close && byte !== COMMA) throw this.unexpected();
    this.at++;
    return byte === close;
  }

  /** Reads to the end of the value that begins here. */
  private *value(maxBytes: number): Scanning<RawValue> {
    const start = this.before + this.at;
    const extent = new ValueExtent(this.chunk[this.at]);
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const from = this.at;
      this.at = extent.scan(this.chunk, from);
      size += this.at - from;
      if (size > maxBytes) parts.length = 0;
      else parts.push(this.chunk.subarray(from, this.at));
      if (extent.isComplete) break;
      if (this.hasEnded) throw this.unexpected();
      yield null;
    }
    const bytes = size > maxBytes ? null : parts.length === 1 ? (parts[0] ?? null) : Buffer.concat(parts, size);
    return { bytes, start, extent };
  }

  /** Skips white space. @returns the next byte; undefined at the end of the document */
  private *next(): Scanning<number | undefined> {
    for (;;) {
      const { chunk } = this;
      while (isSpace(chunk[this.at])) this.at++;
      if (this.at < chunk.length || this.hasEnded) return chunk[this.at];
      yield null;
    }
  }

  private unexpected(): PayloadError {
    const byte = this.chunk[this.at];
    const at = this.before + this.at;
    return PayloadError.broken(
      byte === undefined
        ? `ends too early, at byte ${at}, ${this.place()}`
        : `is not valid JSON: unexpected ${shownByte(byte)} at byte ${at}, ${this.place()}`,
    );
  }

  private place(): string {
    if (this.index !== null) return `inside ${this.path}[${this.index}]`;
    return this.path ? `inside ${this.path}` : 'at the top level';
  }
}

function textOf(bytes: Buffer | null): string | null {
  const text = bytes && parsedJson(bytes.toString());
  return typeof text === 'string' ? text : null;
}
