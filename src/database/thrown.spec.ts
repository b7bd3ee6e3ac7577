import { describe, expect, it } from '@jest/globals';
import { errorMessage } from './thrown.js';

describe('what was thrown', () => {
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
