import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edgesIn, memoryGraphOf, plainGraph } from '../../memory/graph-data.fixture.js';
import { edgeId } from '../../store/edge-id.js';
import { uninterrupted } from '../interrupt.js';
import { edgeOfId } from './edge-of-id.js';

it('finds each edge by its id, with its ends, and no edge by another id', () => {
  fc.assert(
    fc.property(plainGraph(8, 20), (plain) => {
      const graph = memoryGraphOf(plain);
      const found = (id: number) => {
        const { ids, edges } = edgeOfId(graph, { id }, uninterrupted);
        return [ids, edges.map((edge) => edge.slice(0, 3))];
      };
      for (const { source, kind, target } of edgesIn(plain)) {
        const ends = source === target ? [source] : [source, target];
        expect(found(edgeId(source, kind, target))).toEqual([ends, [[source, kind, target]]]);
        expect(found(edgeId(source, kind, target) + 1)).toEqual([[], []]);
      }
    }),
  );
});

it('gives different ids to the edges of one node', () => {
  const ids = Array.from({ length: 200_000 }, (_, target) => edgeId(7, 1 + (target % 3), target));
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids.slice(0, 1000))).toBeLessThan(2 ** 52);
});
