import { expect, it } from '@jest/globals';
import { PropertyFlag } from '../../store/edge-flag.js';
import { propertyBits } from './property-bits.js';

it('keeps booleans of certain names as bits, and tells false from what was not mask', () => {
  const { isacl, isinherited } = PropertyFlag;
  expect(propertyBits({ isacl: true, isinherited: false })).toEqual({
    flags: isacl,
    mask: isacl | isinherited,
    details: null,
  });
  expect(propertyBits({})).toEqual({ flags: 0, mask: 0, details: null });
});

it('leaves anything else as it is', () => {
  const mask = PropertyFlag.enforced;
  expect(propertyBits({ port: 1, isacl: 'yes', enforced: false, other: true })).toEqual({
    flags: 0,
    mask,
    details: { port: 1, isacl: 'yes', other: true },
  });
});
