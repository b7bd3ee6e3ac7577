import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ask } from '../../../../test/cypher/ask.js';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';

const graph = new PlainGraph();

function sorted(texts: readonly string[]): unknown {
  return ask(graph, 'UNWIND $texts AS text RETURN text ORDER BY text', { texts: [...texts] }).rows.flat();
}

function codePoints(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0)!);
}

function byCodePoints(one: string, other: string): number {
  const [a, b] = [codePoints(one), codePoints(other)];
  const at = a.findIndex((point, index) => point !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? -1) - (b[at] ?? -1);
}

it('orders texts by code points, also beyond those of 16 bits', () => {
  expect(sorted(['\u{10000}', '\uFFFD', 'z'])).toEqual(['z', '\uFFFD', '\u{10000}']);
  const letter = fc.constantFrom('a', 'z', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '\u{10FFFF}');
  fc.assert(
    fc.property(
      fc.array(
        fc.array(letter, { maxLength: 3 }).map((it) => it.join('')),
        { maxLength: 6 },
      ),
      (texts) => {
        expect(sorted(texts)).toEqual(texts.toSorted(byCodePoints));
      },
    ),
  );
});
