import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../base/errors.js';
import { readWait } from './prefer.js';

const limits = { defaultWait: 30, maxWait: 300, allowUnlimitedWait: false };

describe(readWait.name, () => {
  it.each([
    [undefined, 30, undefined],
    ['', 30, undefined],
    ['respond-async', 30, undefined],
    ['wait=5', 5, 'wait=5'],
    ['respond-async, wait=5', 5, 'wait=5'],
    ['WAIT = 5 ; x=1', 5, 'wait=5'],
    ['wait="5"', 5, 'wait=5'],
    ['wait=5, wait=7', 5, 'wait=5'],
    [String.raw`foo="a\",wait=9", wait=5`, 5, 'wait=5'],
    ['foo="wait=9, wait=8', 30, undefined],
    ['wait=0', 30, 'wait=30'],
    ['wait=300', 300, 'wait=300'],
    ['wait=301', 300, 'wait=300'],
    ['wait=99999999999999999999', 300, 'wait=300'],
  ])('reads %p as %p seconds, applied %p', (header, seconds, applied) => {
    expect(readWait(header, limits)).toEqual({ seconds, applied });
  });

  it.each(['wait=', 'wait', 'wait=abc', 'wait=1.5', 'wait=-2', 'wait=5s', 'wait=0x10'])('refuses %p', (header) => {
    expect(() => readWait(header, limits)).toThrow(InvalidInputError);
    expect(() => readWait(header, limits)).toThrow(
      /^header\.Prefer: wait=.* is not valid; wait takes a number of seconds, or -1$/,
    );
  });

  it('lifts the limit for wait=-1 only where the deployment allows it', () => {
    expect(readWait('wait=-1', { ...limits, allowUnlimitedWait: true })).toEqual({
      seconds: undefined,
      applied: 'wait=-1',
    });
    expect(() => readWait('wait=-1', limits)).toThrow(
      'header.Prefer: wait=-1 is not allowed by this deployment (ALLOW_UNLIMITED_WAIT)',
    );
  });
});
