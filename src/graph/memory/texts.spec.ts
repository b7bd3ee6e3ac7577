import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Beginnings, foldText, Match, matchBeginning, Occurrences, type Texts, TextsBuilder } from './texts.js';

/** Few letters, so that queries occur often, also across the ends of texts. */
const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '€'), maxLength: 8 });

/** Several blocks. Few have a text that a query may find. */
const farApart = fc.array(fc.tuple(fc.nat(300), text), { maxLength: 6 }).map((placed) => {
  const texts = Array<string>(301).fill('-');
  for (const [at, it] of placed) texts[at] = it;
  return texts;
});

const someTexts = fc.oneof(fc.array(text), farApart);

function textsOf(texts: readonly string[], searched?: 'all' | 'beginnings'): Texts {
  const builder = new TextsBuilder();
  for (const it of texts) builder.add(Buffer.from(it), 0, Buffer.byteLength(it));
  return builder.finish(searched);
}

function expectedMatch(one: string, query: string): number {
  const [name, wanted] = [foldText(one), foldText(query)];
  if (name === wanted) return Match.Exact;
  if (name.startsWith(wanted)) return Match.Prefix;
  return name.includes(wanted) ? Match.Contains : Match.None;
}

it('finds a query of any length in all texts, and at the beginning of one', () => {
  fc.assert(
    fc.property(someTexts, text, (all, query) => {
      const texts = textsOf(all, 'all');
      const folded = Buffer.from(foldText(query));
      const occurrences = new Occurrences(texts, folded);
      const expected = all.map((one) => expectedMatch(one, query));
      expect(all.map((_, index) => occurrences.matchOf(index))).toEqual(expected);
      expect(all.map((_, index) => matchBeginning(texts, index, folded))).toEqual(
        expected.map((match) => (match === Match.Contains ? Match.None : match)),
      );
    }),
    { numRuns: 500 },
  );
});

it('folds each letter as its lower case, its upper case and its decomposed form', () => {
  const different: string[] = [];
  for (let code = 0; code < 0x20000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const forms = [letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFD')];
    if (forms.some((form) => foldText(form) !== foldText(letter))) different.push(letter);
  }
  expect(different).toEqual([]);
  expect(foldText('i\u0307stanbul')).toBe(foldText('İSTANBUL'));
  for (const query of ['straße', 'STRASSE', 'Strasse']) expect(foldText(query)).toBe(foldText('STRAßE'));
});

it('visits exactly the texts that contain a query, or begin with it', () => {
  fc.assert(
    fc.property(someTexts, text, fc.boolean(), (all, query, isIndexed) => {
      const folded = Buffer.from(foldText(query));
      const expected = all.map((one) => expectedMatch(one, query));
      const visited = (matches: Occurrences | Beginnings) => {
        const found: [number, number][] = [];
        for (let index = matches.nextFrom(0); index < all.length; index = matches.nextFrom(index + 1))
          found.push([index, matches.matchOf(index)]);
        return found;
      };
      expect(visited(new Occurrences(textsOf(all, isIndexed ? 'all' : undefined), folded))).toEqual(
        [...expected.entries()].filter(([, it]) => it > Match.None),
      );
      expect(visited(new Beginnings(textsOf(all, isIndexed ? 'beginnings' : undefined), folded))).toEqual(
        [...expected.entries()].filter(([, it]) => it > Match.Contains),
      );
    }),
    { numRuns: 500 },
  );
});

it('skips texts that are not visited', () => {
  const texts = textsOf(['ABCD', 'ABCD', 'XABC', 'ABC']);
  const occurrences = new Occurrences(texts, Buffer.from('ABC'));
  expect([1, 3].map((index) => occurrences.matchOf(index))).toEqual([Match.Prefix, Match.Exact]);
});
