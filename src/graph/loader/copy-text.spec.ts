import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { copyJson, copyJsonText, copyText } from './copy-text.js';

/** How PostgreSQL reads a field of COPY, by its documentation. */
function read(field: string): string | null {
  if (field === '\\N') return null;
  const meanings: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
  return field.replaceAll(/\\(.)/g, (_, character: string) => meanings[character] ?? character);
}

describe('the text format of COPY', () => {
  it('gives every text back, less the character NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(copyText(text))).toBe(text.replaceAll('\0', ''));
      }),
    );
  });

  it('keeps fields and lines apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(copyText(text)).not.toMatch(/[\t\n\r]/);
      }),
    );
  });

  it('writes absence, numbers and booleans', () => {
    expect([undefined, 1.5, true, false].map(copyText)).toEqual(['\\N', '1.5', 't', 'f']);
  });

  it('tells the text "\\N" from absence', () => {
    expect(read(copyText('\\N'))).toBe('\\N');
  });

  it('gives every property bag back, without nulls and without what jsonb refuses', () => {
    const bag = { a: 'x\0y', b: null, c: ['\ud800', '\\u0000'], 'd:null,': 1 };
    expect(JSON.parse(read(copyJson(bag)) ?? '')).toEqual({ a: 'xy', c: ['\ufffd', '\\u0000'], 'd:null,': 1 });
  });

  it('gives every property bag back that is JSON already', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
        ),
        (bag) => {
          const text = JSON.stringify(bag);
          expect(copyJsonText(text)).toBe(copyJson(bag));
          fc.pre(!text.includes('\\u0000'));
          expect(read(copyJsonText(text))).toBe(text);
        },
      ),
    );
  });
});
