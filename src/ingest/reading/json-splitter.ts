import { shownByte } from './json-check.js';
import type { JsonPart, JsonValue, SplitPlan, ValueCheck } from './json-parts.js';
import { JsonPiece } from './json-piece.js';
import { PayloadError } from './payload-error.js';
import { partsOfPiece } from './piece-parts.js';
import type { ReadLimits } from './read-limits.js';
import { ValueScanner } from './value-scanner.js';

interface Frame {
  readonly path: string;
  /** Null: an array whose elements are wanted. */
  readonly plan: SplitPlan | null;
  key: string;
  index: number;
}

interface PendingValue {
  readonly purpose: 'key' | 'keep' | 'pass';
  readonly piece: JsonPiece;
  readonly check: ValueCheck | null;
}

/** A list that is wanted: how many elements it has had so far, though it may stand there several times. */
interface Met {
  count: number;
  isRepeated: boolean;
}

type Expectation = 'root' | 'first key' | 'key' | 'colon' | 'first value' | 'value' | 'next' | 'end';

const expectedText: Readonly<Record<Exclude<Expectation, 'end'>, string>> = {
  root: '"{"',
  'first key': '"}" or a key in quotes',
  key: 'a key in quotes',
  colon: '":"',
  'first value': '"]" or a value',
  value: 'a value',
  next: '"," or "}"',
};

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, COLON, COMMA] = [code('"'), code(':'), code(',')];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [code('{'), code('}'), code('['), code(']')];
const MAX_KEY_BYTES = 1024;

/**
 * Splits a JSON document (an object in UTF-8) into the pieces that a plan asks for, while its bytes come in chunks of any size.
 * Only the piece at hand is in memory. A piece that is wrong in itself is a `fault` part and the next one follows; where the
 * document's own structure breaks, `push` or `end` throws, and the parts found before are still to be taken.
 */
export class JsonSplitter {
  private readonly frames: Frame[] = [];
  private readonly scanner = new ValueScanner();
  private readonly parts: JsonPart[] = [];
  /** Lists by their path. */
  private readonly met = new Map<string, Met>();
  private expects: Expectation = 'root';
  private pending: PendingValue | null = null;
  /** Bytes in the chunks before. */
  private position = 0;
  /** The place of the byte at hand. */
  private at = 0;

  constructor(
    private readonly plan: SplitPlan,
    private readonly limits: ReadLimits,
  ) {}

  /** The parts found since the last call. */
  take(): JsonPart[] {
    return this.parts.splice(0);
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.pending ? this.resume(chunk, at, this.pending) : this.step(chunk, passWhiteSpace(chunk, at));
    }
    this.position += chunk.length;
  }

  end(): void {
    if (this.expects === 'root') {
      throw PayloadError.refused('is empty');
    }
    if (this.expects !== 'end') {
      throw PayloadError.broken(`ends too early, at byte ${this.position}, ${this.place()}`);
    }
  }

  private resume(chunk: Uint8Array, from: number, value: PendingValue): number {
    const end = this.scanner.scan(chunk, from);
    value.piece.add(chunk.subarray(from, end === -1 ? chunk.length : end));
    if (end === -1) {
      return chunk.length;
    }
    this.pending = null;
    this.finish(value);
    return end;
  }

  private step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at];
    if (byte === undefined) {
      return at;
    }
    this.at = this.position + at;
    if (this.accept(byte)) {
      return at + 1;
    }
    if (!this.pending) {
      throw PayloadError.broken(this.unexpected(byte));
    }
    return at;
  }

  /** True where the byte is used up; false with `pending` set where a value begins at it; else it doesn't belong here. */
  private accept(byte: number): boolean {
    switch (this.expects) {
      case 'root':
        return this.openRoot(byte);
      case 'first key':
        return byte === CLOSE_BRACE ? this.close() : this.beginKey(byte);
      case 'key':
        return this.beginKey(byte);
      case 'colon':
        return byte === COLON && this.expect('value');
      case 'first value':
        return byte === CLOSE_BRACKET ? this.close() : this.beginValue(byte);
      case 'value':
        return this.beginValue(byte);
      case 'next':
        return this.acceptNext(byte);
      case 'end':
        break;
    }
    return false;
  }

  private expect(next: Expectation): true {
    this.expects = next;
    return true;
  }

  private openRoot(byte: number): boolean {
    if (byte !== OPEN_BRACE) {
      throw PayloadError.refused('is not a JSON object: expected {"data": [...], "meta": {...}} or {"graph": {...}}');
    }
    this.frames.push({ path: '', plan: this.plan, key: '', index: 0 });
    return this.expect('first key');
  }

  private beginKey(byte: number): boolean {
    if (byte === QUOTE) {
      this.begin('key', byte);
    }
    return false;
  }

  private begin(purpose: PendingValue['purpose'], byte: number, check: ValueCheck | null = null): void {
    this.scanner.begin(byte);
    const limits = { key: MAX_KEY_BYTES, keep: this.limits.maxRecordBytes, pass: 0 };
    this.pending = { purpose, piece: new JsonPiece(limits[purpose], this.at), check };
  }

  private acceptNext(byte: number): boolean {
    const inArray = this.top().plan === null;
    if (byte === COMMA) {
      return this.expect(inArray ? 'value' : 'key');
    }
    return byte === (inArray ? CLOSE_BRACKET : CLOSE_BRACE) && this.close();
  }

  private close(): true {
    const { path, plan, index } = this.top();
    this.frames.pop();
    const met = this.met.get(path);
    if (plan === null && met) met.count = index;
    return this.expect(this.frames.length === 0 ? 'end' : 'next');
  }

  private beginValue(byte: number): boolean {
    if (byte === COMMA || byte === COLON || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      return false;
    }
    const frame = this.top();
    if (frame.plan === null) {
      this.begin('keep', byte);
      return false;
    }
    const wish = Object.hasOwn(frame.plan, frame.key) ? frame.plan[frame.key] : undefined;
    return this.beginPlanned(byte, pathOf(frame), wish);
  }

  private beginPlanned(byte: number, path: string, wish: SplitPlan[string] | undefined): boolean {
    const shape = byte === OPEN_BRACE ? 'object' : byte === OPEN_BRACKET ? 'array' : 'other';
    this.parts.push({ part: 'key', path, shape });
    if (wish === 'each' && shape === 'array') {
      this.frames.push({ path, plan: null, key: '', index: this.meet(path) });
      return this.expect('first value');
    }
    if (typeof wish === 'object' && shape === 'object') {
      this.frames.push({ path, plan: wish, key: '', index: 0 });
      return this.expect('first key');
    }
    const check = typeof wish === 'function' ? wish : null;
    this.begin(check || wish === 'read' ? 'keep' : 'pass', byte, check);
    return false;
  }

  /** Notes a list that stands there again, once. @returns how many elements it has had before */
  private meet(path: string): number {
    const met = this.met.get(path);
    if (met && !met.isRepeated) {
      met.isRepeated = true;
      const reason = 'stands there more than once; the records of all are read, and numbered on';
      this.parts.push({ part: 'note', path, index: null, field: path, reason });
    }
    if (!met) this.met.set(path, { count: 0, isRepeated: false });
    return met?.count ?? 0;
  }

  private finish(value: PendingValue): void {
    const frame = this.top();
    if (value.purpose === 'key') {
      frame.key = this.keyOf(value.piece);
      this.expects = 'colon';
      return;
    }
    if (value.purpose === 'keep') {
      const inArray = frame.plan === null;
      const at = { path: inArray ? frame.path : pathOf(frame), index: inArray ? frame.index : null };
      for (const part of partsOfPiece(value.piece, this.scanner, at, this.limits)) {
        if (part.part === 'value') this.parts.push(...notesOf(value.check, part.path, part.value));
        this.parts.push(part);
      }
    }
    frame.index++;
    this.expects = 'next';
  }

  private keyOf(piece: JsonPiece): string {
    const key = piece.isTooLarge ? undefined : piece.parse();
    if (typeof key !== 'string') {
      throw PayloadError.broken(
        `has a key that is no JSON text or longer than ${MAX_KEY_BYTES} bytes, ${this.place()}`,
      );
    }
    return key.toLowerCase();
  }

  private top(): Frame {
    const frame = this.frames.at(-1);
    if (!frame) {
      throw new Error('no open object or array');
    }
    return frame;
  }

  private place(): string {
    const frame = this.frames.at(-1);
    if (frame?.plan === null) {
      return `inside ${frame.path}[${frame.index}]`;
    }
    return frame?.path ? `inside ${frame.path}` : 'at the top level';
  }

  private unexpected(byte: number): string {
    if (this.expects === 'end') return `has more text after the end of its JSON object, at byte ${this.at}`;
    const inArray = this.frames.at(-1)?.plan === null;
    const expected = this.expects === 'next' && inArray ? '"," or "]"' : expectedText[this.expects];
    return `is not valid JSON: unexpected ${shownByte(byte)} at byte ${this.at}, ${this.place()}; expected ${expected}`;
  }
}

function notesOf(check: ValueCheck | null, path: string, value: JsonValue): JsonPart[] {
  return (check?.(value) ?? []).map((odd) => ({ part: 'note', path, index: null, ...odd }));
}

function pathOf(frame: Frame): string {
  return frame.path ? `${frame.path}.${frame.key}` : frame.key;
}

/** In a loop of its own: a file may have gigabytes of it. */
function passWhiteSpace(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let at = from;
  while (at < length) {
    const byte = chunk[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      break;
    }
    at++;
  }
  return at;
}
