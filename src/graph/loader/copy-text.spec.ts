import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { copyJson, copyLine, copyText } from './copy-text.js';

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
      fc.property(fc.string(), fc.string(), (one, other) => {
        const line = copyLine(copyText(one), copyText(other));
        expect(line.slice(0, -1).split('\t')).toHaveLength(2);
        expect(line.indexOf('\n')).toBe(line.length - 1);
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
});
