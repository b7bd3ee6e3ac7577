import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { twoLines, widthInTwoLines } from './two-lines.js';

const measure = (text: string) => Array.from(text).length;

describe('a name in two lines', () => {
  it.each([
    ['ADA', 10, ['ADA']],
    ['BJORN.BRUUN@HALDEN.EXAMPLE', 16, ['BJORN.BRUUN@', 'HALDEN.EXAMPLE']],
    ['HELPDESK-EARLY-SHIFT', 14, ['HELPDESK-', 'EARLY-SHIFT']],
    ['ABCDEFGHIJKLMNOPQRST', 12, ['ABCDEFGHIJ', 'KLMNOPQRST']],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGH', 12, ['ABCDEFGHIJK…', '…XYZABCDEFGH']],
  ])('breaks %j', (name, width, lines) => {
    expect(twoLines(name, width, measure)).toEqual(lines);
  });

  it('has the width of its narrowest two lines', () => {
    expect(widthInTwoLines('BJORN.BRUUN@HALDEN.EXAMPLE', measure)).toBe(14);
  });

  it('never loses its first and last six letters', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
        fc.integer({ min: 8, max: 60 }),
        (name, width) => {
          const lines = twoLines(name, width, measure);
          const letters = Array.from(lines.join(''));
          const whole = Array.from(twoLines(name, Infinity, measure).join(''));
          expect(lines.length).toBeLessThanOrEqual(2);
          expect(letters.slice(0, 6)).toEqual(whole.slice(0, 6));
          expect(letters.slice(-6)).toEqual(whole.slice(-6));
        },
      ),
    );
  });
});
