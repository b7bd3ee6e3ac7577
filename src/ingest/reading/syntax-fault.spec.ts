import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { syntaxFault } from './syntax-fault.js';

const faultOf = (text: string) => syntaxFault(Buffer.from(text), 100);

describe('syntaxFault', () => {
  it.each([
    ['{"a":1 "b":2}', 'unexpected a quote (") at byte 107'],
    ['{"a" 1}', 'unexpected "1" at byte 105'],
    ['{a:1}', 'unexpected "a" at byte 101'],
    ['{"a":1,}', 'unexpected "}" at byte 107'],
    ['[1,]', 'unexpected "]" at byte 103'],
    ['[1 2]', 'unexpected "2" at byte 103'],
    ['[01]', 'unexpected "1" at byte 102'],
    ['[tru]', 'unexpected "]" at byte 104'],
    ['[-]', 'unexpected "]" at byte 102'],
    ['[1]]', 'unexpected "]" at byte 103'],
    ['["ü",ü]', 'unexpected the byte 0xc3 at byte 106'],
    ['"a\u0001"', 'unexpected the byte 0x01 at byte 102'],
    ['["\\x"]', 'unexpected "x" at byte 103'],
    ['["JSON at position 1",,]', 'unexpected "," at byte 122'],
    ['"ü', 'ends at byte 103'],
    ['{"a":', 'ends at byte 105'],
    ['', 'ends at byte 100'],
  ])('names the byte of %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('finds a byte that JSON has no place for after any beginning', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('\u0001', '?', '\u00e9'), (text, place, odd) => {
        const beginning = Buffer.from(text)
          .subarray(0, place % (Buffer.byteLength(text) + 1))
          .toString('latin1');
        const isText = (beginning.replaceAll(/\\./g, '').split('"').length - 1) % 2 > 0;
        fc.pre(!isText);
        const bytes = Buffer.from(`${beginning}${odd}${text}`, 'latin1');
        expect(syntaxFault(bytes, 0)).toMatch(new RegExp(` at byte ${beginning.length}$`));
      }),
      { numRuns: 1000 },
    );
  });
});
