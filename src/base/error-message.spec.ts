import { describe, expect, it } from '@jest/globals';
import { errorCode, errorMessage } from './error-message.js';

describe('errorMessage', () => {
  it.each<[unknown, string]>([
    [new Error('refused'), 'refused'],
    [new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]), 'refused by ::1'],
    [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['plain words', 'plain words'],
    [undefined, 'undefined'],
    [{}, '[object Object]'],
  ])('returns a message that is not empty for %p', (error, message) => {
    expect(errorMessage(error)).toBe(message);
  });
});

describe('errorCode', () => {
  it('returns the code of an error if it is a string', () => {
    expect(errorCode(Object.assign(new Error('x'), { code: '28P01' }))).toBe('28P01');
    expect([new Error('x'), { code: 7 }, null, 'ENOENT'].map(errorCode)).toEqual(Array.from({ length: 4 }));
  });
});
