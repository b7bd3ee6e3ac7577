/** One collector file that can be read from its beginning any number of times. */
export interface Payload {
  /** File name as a collector would choose it. */
  readonly name: string;
  /** The text in pieces, made while it is read: memory doesn't grow with the file. */
  open(): Iterable<string>;
}

/** A file of a classic collector: records and what is said of all of them. */
export interface ClassicPayload extends Payload {
  /** Without `count`, which follows from the records. */
  readonly meta: Readonly<Record<string, unknown>>;
  items(): Iterable<object>;
}

export function classicPayload(
  name: string,
  meta: ClassicPayload['meta'],
  items: ClassicPayload['items'],
): ClassicPayload {
  return { name, meta, items, open: () => inPieces(classicFile(items(), meta)) };
}

/** Piece size in characters: large enough that writing a piece costs more than asking for it. */
const PIECE = 64 * 1024;

/** Joins small texts to pieces of about 64 Ki characters. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** The texts of `items` as JSON, separated by commas; tells the number of items at the end. */
export function* jsonList(items: Iterable<object>): Generator<string, number> {
  let count = 0;
  for (const item of items) {
    yield (count === 0 ? '\n' : ',\n') + JSON.stringify(item);
    count++;
  }
  return count;
}

/** `{"data":[...],"meta":{...}}`, the envelope of both classic collectors, `meta` last as the present ones write it. */
export function* classicFile(items: Iterable<object>, meta: Readonly<Record<string, unknown>>): Generator<string> {
  yield '{"data":[';
  const count = yield* jsonList(items);
  yield `\n],"meta":${JSON.stringify({ ...meta, count })}}\n`;
}

/** All text of a payload; for small payloads and tests only. */
export function textOf(payload: Payload): string {
  return [...payload.open()].join('');
}
