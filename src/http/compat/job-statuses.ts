/** The states of jobs, and of uploads, by the numbers that the reference product writes. */
const numbers: ReadonlyMap<unknown, number> = new Map([
  ['ready', 0],
  ['running', 1],
  ['complete', 2],
  ['canceled', 3],
  ['timed_out', 4],
  ['failed', 5],
  ['ingesting', 6],
  ['analyzing', 7],
  ['partially_complete', 8],
]);

const invalid = -1;

/** Number and word of the reference product, such as `8` and `partiallycomplete`, to our word. */
const words = new Map(
  [...numbers].flatMap(([word, number]) => {
    const text = String(word);
    return [
      [String(number), text],
      [text.replaceAll('_', ''), text],
    ];
  }),
);

export function statusNumber(word: unknown): number {
  return numbers.get(word) ?? invalid;
}

/** Our word for a number or a word (in any case) of the reference product; other text stays as it is. */
export function statusWord(text: string): string {
  return words.get(text.toLowerCase()) ?? text;
}
