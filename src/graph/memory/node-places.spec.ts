import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NodePlaces } from './node-places.js';

/** Dense or sparse, with the greatest id, too. */
const id = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(1000, 2 ** 31 - 2, 2 ** 31 - 1));
const ids = fc.uniqueArray(id, { size: 'max' }).map((all) => all.toSorted((one, other) => one - other));

it('numbers ids in their order, those that were added last', () => {
  fc.assert(
    fc.property(ids, fc.nat(30), id, (all, ofBase, other) => {
      const places = new NodePlaces(Int32Array.from(all.slice(0, ofBase)), Int32Array.from(all.slice(ofBase)));
      expect(places.size).toBe(all.length);
      expect(all.map((it) => places.of(it))).toEqual([...all.keys()]);
      expect(all.map((_, place) => places.idAt(place))).toEqual(all);
      expect(places.of(other)).toBe(all.indexOf(other));
    }),
  );
});
