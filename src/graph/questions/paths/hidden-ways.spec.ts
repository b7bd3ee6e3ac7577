import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edgesIn, memoryGraphOf, type PlainEdge, plainGraph } from '../../memory/graph-data.fixture.js';
import { NodeFlag } from '../../memory/graph-data.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import { uninterrupted } from '../interrupt.js';
import { shortestPaths } from './shortest-paths.js';

const size = 12;
const some = fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 3 });

const ascending = (nodes: readonly number[]) => nodes.toSorted((one, other) => one - other);

/** The part of a graph that a caller sees. */
function partOf({ data }: MemoryGraph, hidden: readonly number[]): MemoryGraph {
  const state = data.state.slice();
  for (const node of hidden) state[node]! &= ~NodeFlag.Exists;
  return new MemoryGraph({ ...data, state, visibleTo: 'some', whole: data });
}

function reachedFrom(start: number, edges: readonly PlainEdge[]): Set<number> {
  const reached = new Set([start]);
  for (const node of reached) for (const { source, target } of edges) if (source === node) reached.add(target);
  return reached;
}

describe('paths over hidden nodes', () => {
  it('are a stub between the starts without another path, and all ends that they reach', () => {
    fc.assert(
      fc.property(plainGraph(size, 20), some, some, some, (plain, hidden, starts, ends) => {
        const whole = memoryGraphOf(plain);
        const sees = (node: number) => whole.exists(node) && !hidden.includes(node);
        const edges = edgesIn(plain);
        const seenEdges = edges.filter(({ source, target }) => sees(source) && sees(target));
        const leads = (start: number, over: readonly PlainEdge[]) =>
          ends.filter((end) => sees(end) && reachedFrom(start, over).has(end));
        const sources = starts.filter(
          (it) => sees(it) && !ends.includes(it) && leads(it, seenEdges).length === 0 && leads(it, edges).length > 0,
        );
        const args = { starts: { ids: starts }, ends: { ids: ends }, kinds: null, maxNodes: 100 };
        const { stub, ids, truncated } = shortestPaths(partOf(whole, hidden), args, uninterrupted);
        expect(stub?.sources ?? []).toEqual(ascending(sources));
        const targets = ends.filter((end) => sources.some((source) => leads(source, edges).includes(end)));
        expect(stub?.targets ?? []).toEqual(ascending(targets));
        expect([ids.some((id) => hidden.includes(id)), new Set(ids).size, truncated]).toEqual([
          false,
          ids.length,
          false,
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  it('have no more nodes than are asked for', () => {
    const edges = [0, 1, 2].flatMap((node) => [
      { source: node, kind: 1, target: 3 },
      { source: 3, kind: 1, target: 4 + node },
    ]);
    const whole = memoryGraphOf({ kinds: [1, 1, 1, 1, 1, 1, 1], edges, changed: null, former: [] });
    const ask = (maxNodes: number) => {
      const args = { starts: { ids: [0, 1, 2] }, ends: { ids: [4, 5, 6] }, kinds: null, maxNodes };
      return shortestPaths(partOf(whole, [3]), args, uninterrupted);
    };
    expect(ask(6)).toMatchObject({ stub: { sources: [0, 1, 2], targets: [4, 5, 6] }, truncated: false });
    expect(ask(3)).toMatchObject({ ids: [0, 1, 4], stub: { sources: [0, 1], targets: [4] }, truncated: true });
    expect(ask(1)).toEqual({ ids: [], edges: [], truncated: true });
  });
});
