import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NodePlaces } from './node-places.js';

/** Dense or sparse, with the greatest id, too. */
const all = [...Array.from({ length: 20 }, (_, index) => index + 1), 1000, 2 ** 31 - 2, 2 ** 31 - 1];
const id = fc.constantFrom(...all);
const ids = fc.subarray(all);

it('numbers ids in their order, those that were added last', () => {
  fc.assert(
    fc.property(ids, fc.nat(30), id, (present, ofBase, other) => {
      const places = new NodePlaces(Int32Array.from(present.slice(0, ofBase)), Int32Array.from(present.slice(ofBase)));
      expect(places.size).toBe(present.length);
      expect(present.map((it) => places.of(it))).toEqual([...present.keys()]);
      expect(present.map((_, place) => places.idAt(place))).toEqual(present);
      expect(places.of(other)).toBe(present.indexOf(other));
    }),
  );
});
