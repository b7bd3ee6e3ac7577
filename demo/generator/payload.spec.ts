import { describe, expect, it } from '@jest/globals';
import { classicFile, inPieces } from './payload.js';

describe('classicFile', () => {
  it('writes the items first, and meta with their number last', () => {
    const text = [...classicFile([{ a: 1 }, { b: 2 }], { type: 'users', version: 6 })].join('');
    expect(text.startsWith('{"data":[')).toBe(true);
    expect(JSON.parse(text)).toEqual({ data: [{ a: 1 }, { b: 2 }], meta: { type: 'users', version: 6, count: 2 } });
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['data', 'meta']);
  });

  it('is valid without items', () => {
    const text = [...classicFile([], { type: 'gpos' })].join('');
    expect(JSON.parse(text)).toEqual({ data: [], meta: { type: 'gpos', count: 0 } });
  });

  it('requests an item only after the text before it was read', () => {
    let made = 0;
    function* items() {
      for (let i = 0; i < 1000; i++) {
        made++;
        yield { i };
      }
    }
    const reader = classicFile(items(), { type: 'users' });
    for (let i = 0; i < 4; i++) reader.next();
    expect(made).toBe(3);
  });
});

describe('inPieces', () => {
  it('joins small texts to pieces of at least 64 Ki characters', () => {
    const texts = Array.from({ length: 30 }, (_, i) => String(i % 10).repeat(10_000));
    const pieces = [...inPieces(texts)];
    expect(pieces.map((piece) => piece.length)).toEqual([70_000, 70_000, 70_000, 70_000, 20_000]);
    expect(pieces.join('')).toBe(texts.join(''));
  });
});
