import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CondensedGraph, edgesByStart } from './condensed-graph.js';
import { countReach } from './count-reach.js';

type Edge = readonly [source: number, target: number];

const size = 12;
const node = fc.nat(size - 1);
const edges = fc.array(fc.tuple(node, node), { maxLength: 24 });
const sets = fc.array(fc.uniqueArray(node, { maxLength: 3 }), { maxLength: 80 });

function condensed(of: readonly Edge[], nodes = size): CondensedGraph {
  const edges = edgesByStart(nodes, (visit) => of.forEach(([source, target]) => visit(source, target)));
  return CondensedGraph.of(edges);
}

function naiveCount(of: readonly Edge[], set: readonly number[], direction: 'in' | 'out', counted: Set<number>) {
  const reached = new Set(set);
  for (const at of reached)
    for (const [source, target] of of) {
      const [from, to] = direction === 'out' ? [source, target] : [target, source];
      if (from === at) reached.add(to);
    }
  return [...reached].filter((it) => counted.has(it)).length;
}

it('counts what walks of each set count, in both directions and in blocks of every size', () => {
  fc.assert(
    fc.property(edges, sets, fc.uniqueArray(node), fc.nat(400), (of, asked, counted, memory) => {
      const graph = condensed(of);
      const isOf = new Set(counted);
      for (const direction of ['in', 'out'] as const) {
        const counts = countReach(graph, { direction, sets: asked, isCounted: (it) => isOf.has(it), memory });
        expect([...counts]).toEqual(asked.map((set) => naiveCount(of, set, direction, isOf)));
      }
    }),
    { numRuns: 300 },
  );
});

it('merges exactly the nodes that reach each other, and numbers a component after those that it reaches', () => {
  fc.assert(
    fc.property(edges, (of) => {
      const { componentOf, count } = condensed(of);
      const reaches = (from: number, to: number) => naiveCount(of, [from], 'out', new Set([to])) === 1;
      for (let one = 0; one < size; one++)
        for (let other = 0; other < size; other++) {
          const isMerged = componentOf[one] === componentOf[other];
          expect(isMerged).toBe(reaches(one, other) && reaches(other, one));
          expect(!reaches(one, other) || componentOf[one]! >= componentOf[other]!).toBe(true);
        }
      expect(new Set(componentOf).size).toBe(count);
    }),
  );
});

it('counts a wide graph without cycles: each of 400 nodes leads to each of 400 others, which lead to one', () => {
  const wide: Edge[] = [];
  for (let start = 0; start < 400; start++) for (let end = 400; end < 800; end++) wide.push([start, end]);
  for (let end = 400; end < 800; end++) wide.push([end, 800]);
  const graph = condensed(wide, 801);
  const all = Array.from({ length: 801 }, (_, it) => [it]);
  const expected = (start: number, end: number, last: number) =>
    all.map((_, it) => (it < 400 ? start : it < 800 ? end : last));
  for (const memory of [0, 100_000]) {
    expect([...countReach(graph, { direction: 'out', sets: all, memory })]).toEqual(expected(402, 2, 1));
    expect([...countReach(graph, { direction: 'in', sets: all, memory })]).toEqual(expected(1, 401, 801));
  }
});

it('follows a path as long as the graph', () => {
  const path = Array.from({ length: 100_000 }, (_, it): Edge => [it, it + 1]);
  const graph = condensed(path, 100_001);
  expect([...countReach(graph, { direction: 'in', sets: [[0], [100_000]] })]).toEqual([1, 100_001]);
});

it('counts nothing without sets or nodes', () => {
  expect([...countReach(condensed([], 0), { direction: 'in', sets: [] })]).toEqual([]);
});
