/** One collector file that can be read from its beginning any number of times. */
export interface Payload {
  /** File name as a collector would choose it. */
  readonly name: string;
  /** Yields the text in pieces that are made while they are read, so that memory does not grow with the file. */
  open(): Iterable<string>;
}

/** A file of SharpHound or AzureHound: records and `meta`, which applies to all of them. */
export interface ClassicPayload extends Payload {
  /** Without `count`, which is the number of records. */
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

/** Piece size in characters. */
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

/** Yields the items as JSON, separated by commas. @returns the number of items */
export function* jsonList(items: Iterable<object>): Generator<string, number> {
  let count = 0;
  for (const item of items) {
    yield (count === 0 ? '\n' : ',\n') + JSON.stringify(item);
    count++;
  }
  return count;
}

/** Yields `{"data":[...],"meta":{...}}`, the file of both collectors, with `meta` last. */
export function* classicFile(items: Iterable<object>, meta: Readonly<Record<string, unknown>>): Generator<string> {
  yield '{"data":[';
  const count = yield* jsonList(items);
  yield `\n],"meta":${JSON.stringify({ ...meta, count })}}\n`;
}

/** The whole text of a payload, for small payloads and tests. */
export function textOf(payload: Payload): string {
  return [...payload.open()].join('');
}
