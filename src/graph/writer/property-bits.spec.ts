import { expect, it } from '@jest/globals';
import { PropertyFlag } from '../store/edge-flag.js';
import { propertyBits } from './property-bits.js';

it('keeps booleans of certain names as bits, and tells false from what was not said', () => {
  const { isacl, isinherited } = PropertyFlag;
  expect(propertyBits({ isacl: true, isinherited: false })).toEqual({
    flags: isacl,
    said: isacl | isinherited,
    others: null,
  });
  expect(propertyBits({})).toEqual({ flags: 0, said: 0, others: null });
});

it('leaves anything else as it is', () => {
  const said = PropertyFlag.enforced;
  expect(propertyBits({ port: 1, isacl: 'yes', enforced: false, other: true })).toEqual({
    flags: 0,
    said,
    others: { port: 1, isacl: 'yes', other: true },
  });
});
