import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { described, edge, known, whole } from '../graph-records.fixture.js';
import type { Properties, RecordPart } from '../records.js';
import { digestOf } from './record-digest.js';
import { ownersOf } from './record-owners.js';
import { staged } from './staged-part.fixture.js';
import { weightOf } from './staged-part.js';

function digest(...record: readonly RecordPart[]): string | null {
  const parts = staged(record);
  return digestOf(parts, ownersOf(parts));
}

const members = whole('G', { of: 'incoming', kind: 'MemberOf' });

describe('digestOf', () => {
  it('is the same wherever the record stands', () => {
    const [first, later] = [0, 7].map((place) => digest(edge('U', 'MemberOf', 'G', { isacl: false }, place), members));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(later).toBe(first);
  });

  it('has none for an edge between others, a node that is merely mentioned, an end that is looked up, or nothing', () => {
    const byName = { match: [{ key: 'name', value: 'ANN' }] };
    expect(digest(members, edge('A', 'Owns', 'B'))).toBeNull();
    expect(digest(members, { objectid: 'U', kinds: ['User'], properties: {}, described: false })).toBeNull();
    expect(digest(members, edge(byName, 'MemberOf', 'G'))).toBeNull();
    expect(digest()).toBeNull();
  });

  const word = fc.stringMatching(/^[0-9: ]{1,3}$/);
  const kinds = fc.array(word, { maxLength: 3 });
  const bag: fc.Arbitrary<Properties> = fc.oneof(
    fc.constantFrom<Properties[]>(
      {},
      { isacl: true },
      { isacl: false },
      { isacl: false, enforced: true },
      { isacl: '' },
    ),
    fc.dictionary(word, word),
  );
  const part: fc.Arbitrary<RecordPart> = fc.oneof(
    fc.tuple(kinds, fc.dictionary(word, word)).map(([its, properties]) => described('G', its, properties)),
    fc
      .tuple(word, kinds, word, bag)
      .map(([id, its, kind, properties]) => edge(known(id, ...its), kind, 'G', properties)),
    fc.tuple(word, kinds, word).map(([id, its, kind]) => edge('G', kind, known(id, ...its))),
    word.map((kind) => whole('G', { of: 'outgoing', kind })),
  );
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });

  it('differs for what differs, also where texts look like lengths', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [a, b] = [one, other].map((it) => digest(members, ...it));
        expect(a === b).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 2000 },
    );
  });
});

it('weighs parts by their texts', () => {
  expect(
    staged([described('C', [], { a: 'x' }), edge('A', 'Owns', 'B', { isacl: true, note: 'x' }), members]).map(weightOf),
  ).toEqual([209, 212, 200]);
});
