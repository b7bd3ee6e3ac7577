import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changedNumbers, syntaxError } from './json-check.js';

const errorOf = (text: string) => syntaxError(Buffer.from(text), 100);
const changedIn = (text: string) => changedNumbers(Buffer.from(text));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('syntaxError', () => {
  it.each([
    ['{"a":1 "b":2}', 'unexpected a quote (") at byte 107; expected "," or "}"'],
    ['{"a" 1}', 'unexpected "1" at byte 105; expected ":"'],
    ['{a:1}', 'unexpected "a" at byte 101; expected "}" or a key in quotes'],
    ['{"a":1,}', 'unexpected "}" at byte 107; expected a key in quotes'],
    ['[1,]', 'unexpected "]" at byte 103; expected a value'],
    ['[1 2]', 'unexpected "2" at byte 103; expected "," or "]"'],
    ['[tru]', 'unexpected "t" at byte 101; expected a value'],
    ['[-]', 'unexpected "-" at byte 101; expected a value'],
    ['[1]]', 'unexpected "]" at byte 103; expected the end of the value'],
    ['"a\u0001"', 'unexpected the byte 0x01 at byte 102; expected this control character to be escaped'],
    ['["\\x"]', 'unexpected "x" at byte 103; expected an escape such as \\n or \\u0041 after the backslash'],
    ['"ü', 'ends at byte 103; expected the quote that ends the text'],
    ['{"a":', 'ends at byte 105; expected a value'],
  ])('names the byte and what was expected in %s', (text, error) => {
    expect(errorOf(text)).toBe(error);
  });

  it('finds an error in exactly the texts that JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '-0.5e+3',
      '01',
      'null',
      'nul',
      '\\',
      ' ',
      '\n',
      '\0',
      'ü',
    );
    const mangled = fc.tuple(fc.json(), fc.nat(), fc.nat(3), fc.string()).map(([text, place, length, inserted]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + inserted + text.slice(at + length);
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((list) => list.join('')),
          mangled,
          fc.json(),
        ),
        (text) => {
          expect(errorOf(text) === null).toBe(isJson(text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('changedNumbers', () => {
  it.each([
    ['[0.1, 0.30000000000000004, 133700000000000000, 9007199254740992]'],
    ['{"a":1e21,"b":-1.5E-7,"c":-0,"d":0e999,"e":1.0000000000000000000}'],
    ['["12345678901234567890", "x, 12345678901234567890"]'],
  ])('finds none in %s', (text) => {
    expect(changedIn(text)).toEqual([]);
  });

  it('names the place of each, what was written and what is read', () => {
    const text = '{"a":{"b":[1,9007199254740993]},"c":1e400,"d":-1e-400,"e":0.1234567890123456789}';
    expect(changedIn(text)).toEqual([
      { field: 'a.b[1]', reason: 'is 9007199254740993, which a double does not hold; it is read as 9007199254740992' },
      { field: 'c', reason: 'is 1e400, a number larger than a double holds; it is left out' },
      { field: 'd', reason: 'is -1e-400, which a double does not hold; it is read as 0' },
      {
        field: 'e',
        reason: 'is 0.1234567890123456789, which a double does not hold; it is read as 0.12345678901234568',
      },
    ]);
  });

  it('finds none in what JSON.stringify writes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(changedIn(JSON.stringify(value))).toEqual([])));
  });
});
