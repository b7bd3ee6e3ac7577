import { expect, it } from '@jest/globals';
import { isPartOf, type LoadResult, maxUnresolved, sumOfLoads } from './records.js';

it('reports a limited number of edges that were left out by several parts of a payload', () => {
  const unresolved = Array.from({ length: 600 }, (_, record) => ({ record, reason: 'no node' }));
  const changes = { nodesCreated: 1, nodesChanged: 0, edgesCreated: 2, edgesChanged: 0, edgesRemoved: 0 };
  const part: LoadResult = { ...changes, unresolved, unresolvedCount: 700 };
  const sum = sumOfLoads([part, part]);
  expect(sum).toMatchObject({ nodesCreated: 2, edgesCreated: 4, unresolvedCount: 1400 });
  expect(sum.unresolved).toHaveLength(maxUnresolved);
});

it('finds parts of an object by their ids', () => {
  expect(isPartOf('S-1-5-21-1-1001-544', 'S-1-5-21-1-1001')).toBe(true);
  expect(isPartOf('S-1-5-21-1-10010-544', 'S-1-5-21-1-1001')).toBe(false);
  expect(isPartOf('S-1-5-21-1-1001', 'S-1-5-21-1-1001')).toBe(false);
});
