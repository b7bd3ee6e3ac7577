import type { AnswerText } from '../cypher/execution/answer-text.js';

/** A text with its nodes and edges. Its parts are small, and are made as they are sent. */
export function filledText(
  text: AnswerText | null,
  nodes: ReadonlyMap<number, Uint8Array>,
  edges: readonly Uint8Array[],
): { readonly parts: Iterable<Uint8Array>; readonly bytes: number } {
  if (!text) return { parts: [], bytes: 0 };
  const insertOf = (place: number) => (place < 0 ? edges[-1 - place]! : nodes.get(place)!);
  let bytes = text.length;
  for (let at = 1; at < text.places.length; at += 2) bytes += insertOf(text.places[at]!).length;
  return { parts: { [Symbol.iterator]: () => partsOf(text, insertOf) }, bytes };
}

function* partsOf(
  { chunks, places }: AnswerText,
  insertOf: (place: number) => Uint8Array,
): Generator<Uint8Array, void, undefined> {
  let [at, before] = [0, 0];
  for (const chunk of chunks) {
    let from = 0;
    for (; at < places.length && places[at]! <= before + chunk.length; at += 2) {
      yield chunk.subarray(from, places[at]! - before);
      yield insertOf(places[at + 1]!);
      from = places[at]! - before;
    }
    yield chunk.subarray(from);
    before += chunk.length;
  }
}
