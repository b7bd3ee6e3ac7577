import { describe, expect, it } from '@jest/globals';
import { errorCode, errorMessage } from './thrown.js';

describe('what was thrown', () => {
  it('has the code that it says', () => {
    expect(errorCode(Object.assign(new Error('x'), { code: '28P01' }))).toBe('28P01');
    expect([new Error('x'), { code: 7 }, null, 'ENOENT'].map(errorCode)).toEqual(Array.from({ length: 4 }));
  });

  it.each<[unknown, string]>([
    [new Error('refused'), 'refused'],
    [new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]), 'refused by ::1'],
    [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['plain words', 'plain words'],
    [undefined, 'undefined'],
    [{}, '[object Object]'],
  ])('is told in words that are not empty', (thrown, words) => {
    expect(errorMessage(thrown)).toBe(words);
  });
});
