import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { described, edge, known, whole } from '../graph-records.fixture.js';
import type { RecordPart } from '../records.js';
import { describedNodes, digestOf, ownersOf, unnamedOwners } from './record-digest.js';
import { type StagedPart, weightOf } from './staged-part.js';

function staged(parts: readonly RecordPart[]): StagedPart[] {
  return parts.map((part) => ('described' in part ? { ...part, json: JSON.stringify(part.properties) } : part));
}

const digest = (...parts: readonly RecordPart[]) => digestOf(staged(parts));

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
  const part: fc.Arbitrary<RecordPart> = fc.oneof(
    fc.tuple(kinds, fc.dictionary(word, word)).map(([its, properties]) => described('G', its, properties)),
    fc.tuple(word, kinds, word).map(([id, its, kind]) => edge(known(id, ...its), kind, 'G')),
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

it('tells of which nodes a record says something, and how', () => {
  const parts = staged([
    described('C', ['Computer']),
    edge('U', 'MemberOfLocalGroup', 'C-544'),
    whole('C-544', { of: 'incoming', kind: 'MemberOfLocalGroup' }),
    whole('C-555', { of: 'incoming', kind: 'MemberOfLocalGroup' }),
  ]);
  expect([...ownersOf(parts)]).toEqual(['C', 'C-544', 'C-555']);
  expect([...describedNodes(parts)]).toEqual(['C']);
  expect([...unnamedOwners(parts)]).toEqual(['C-555']);
});

it('weighs parts by their texts', () => {
  expect(
    staged([described('C', [], { a: 'x' }), edge('A', 'Owns', 'B', { isacl: true, note: 'x' }), members]).map(weightOf),
  ).toEqual([209, 203, 200]);
});
