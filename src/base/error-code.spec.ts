import { describe, expect, it } from '@jest/globals';
import { errorCode } from './error-code.js';

describe('errorCode', () => {
  it('is the code that what was thrown has, where that is a text', () => {
    expect(errorCode(Object.assign(new Error('x'), { code: '28P01' }))).toBe('28P01');
    expect([new Error('x'), { code: 7 }, null, 'ENOENT'].map(errorCode)).toEqual(Array.from({ length: 4 }));
  });
});
