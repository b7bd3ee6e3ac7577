import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { memoryGraphOf } from './graph-data.fixture.js';
import { NodeFlag } from './graph-data.js';
import { idHash, idTableOf } from './id-table.js';
import { MemoryGraph } from './memory-graph.js';
import { placeOfObject } from './place-of-object.js';
import { TextsBuilder } from './texts.js';

/** The long s and the Kelvin sign are s and k in capitals. */
const objectid = fc.string({ unit: fc.constantFrom('k', 'K', 's', '1', 'é', 'ſ', '\u212a'), maxLength: 3 });

/** Whether search takes them for the same, and all letters are of ASCII. */
function isSame(one: string, other: string): boolean {
  return /^\p{ASCII}*$/u.test(one + other) && one.toUpperCase() === other.toUpperCase();
}

it('finds the one node that exists with an object id of ASCII, without case', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(objectid, fc.boolean()), { maxLength: 12 }), objectid, (nodes, asked) => {
      const found = nodes.flatMap(([id, exists], place) => (exists && isSame(id, asked) ? [place] : []));
      expect(placeOfObject(graphOf(nodes), asked)).toBe(found.length === 1 ? found[0] : -1);
    }),
  );
});

function graphOf(nodes: readonly (readonly [objectid: string, exists: boolean])[]): MemoryGraph {
  const kinds = nodes.map(() => Kind.User);
  const { data } = memoryGraphOf({ kinds, edges: [], changed: null, former: [] });
  const builder = new TextsBuilder();
  const ids = nodes.map(([id]) => Buffer.from(id));
  for (const id of ids) builder.add(id, 0, id.length);
  const index = {
    ...data.base.index,
    nodes: Int32Array.from(nodes.keys()),
    objectids: builder.finish(),
    idTable: idTableOf(Uint32Array.from(ids, (id) => idHash(id))),
  };
  const state = Uint8Array.from(nodes, ([, exists]) => (exists ? NodeFlag.Exists : 0));
  return new MemoryGraph({ ...data, state, base: { ...data.base, index } });
}
