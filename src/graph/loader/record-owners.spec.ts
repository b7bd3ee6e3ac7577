import { expect, it } from '@jest/globals';
import { described, edge, whole } from '../graph-records.fixture.js';
import type { RecordPart } from '../records.js';
import { ownersOf } from './record-owners.js';
import { staged } from './staged-part.fixture.js';

const owners = (...parts: readonly RecordPart[]) => [...ownersOf(staged(parts))];
const members = { of: 'incoming', kind: 'MemberOfLocalGroup' } as const;
const mentioned = (objectid: string, properties = {}) => ({ objectid, kinds: [], properties, described: false });

it('tells of which nodes a record says something, and how', () => {
  const record = [
    described('C', ['Computer']),
    edge('U', 'MemberOfLocalGroup', 'C-544'),
    whole('C-544', members),
    whole('C-544', { of: 'acl' }),
    whole('C-555', members),
  ];
  expect(owners(...record)).toEqual([
    ['C', { isDescribed: true, isMentioned: false, isNamed: true, lists: [] }],
    ['C-544', { isDescribed: false, isMentioned: false, isNamed: true, lists: [members, { of: 'acl' }] }],
    ['C-555', { isDescribed: false, isMentioned: false, isNamed: false, lists: [members] }],
  ]);
});

it('tells a node that is merely mentioned where something is said of it', () => {
  expect(owners(mentioned('A'), mentioned('B', { name: 'B' }))).toEqual([
    ['B', { isDescribed: false, isMentioned: true, isNamed: true, lists: [] }],
  ]);
});

it('sees a node named wherever it stands: before its list or after, as source or target', () => {
  const lists = ['A', 'B', 'C', 'D'].map((objectid) => whole(objectid, members));
  const named = owners(edge('A', 'Owns', 'X'), ...lists, edge('X', 'Owns', 'B'), mentioned('C'));
  expect(named.map(([objectid, { isNamed }]) => [objectid, isNamed])).toEqual([
    ['A', true],
    ['B', true],
    ['C', true],
    ['D', false],
  ]);
});
