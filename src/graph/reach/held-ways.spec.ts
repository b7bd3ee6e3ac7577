import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { edgesIn, memoryGraphOf, type PlainEdge, type PlainGraph } from '../memory/graph-data.fixture.js';
import { uninterrupted } from '../questions/interrupt.js';
import { EdgeAt } from '../questions/reachability/former-graph.js';
import { newWays } from '../questions/reachability/new-ways.js';
import { directories, NaiveWalks } from './directory.fixture.js';

const size = 9;
const keyOf = ({ source, kind, target }: PlainEdge) => `${source} ${kind} ${target}`;

/** The edges that came or went. */
function movedBetween(since: readonly PlainEdge[], until: readonly PlainEdge[]): Uint8Array {
  const [had, has] = [since, until].map((edges) => new Set(edges.map(keyOf)));
  const moved = [...new Map([...since, ...until].map((edge) => [keyOf(edge), edge])).values()].filter(
    (edge) => had!.has(keyOf(edge)) !== has!.has(keyOf(edge)),
  );
  const bytes = new DataView(new ArrayBuffer(moved.length * 16));
  for (const [at, edge] of moved.entries()) {
    const bits = had!.has(keyOf(edge)) ? EdgeAt.Since : EdgeAt.Until;
    for (const [index, value] of [edge.source, edge.target, edge.kind, bits].entries())
      bytes.setInt32(at * 16 + index * 4, value);
  }
  return new Uint8Array(bytes.buffer);
}

/** Distances of the accounts to the nearest end. */
function exposed(plain: PlainGraph, ends: readonly number[]): Map<number, number> {
  const walks = new NaiveWalks(plain);
  return new Map(
    [...plain.kinds.entries()].flatMap(([node, kind]) => {
      if (kind !== Kind.User && kind !== Kind.Computer) return [];
      const reached = walks.distancesFrom(node);
      const least = Math.min(...ends.map((end) => reached.get(end) ?? Infinity));
      return least < Infinity ? [[node, least] as const] : [];
    }),
  );
}

it('new ways are those that naive searches with states find in both graphs', () => {
  fc.assert(
    fc.property(
      directories(size, 22),
      fc.uniqueArray(fc.nat(21), { maxLength: 6 }),
      fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 2 }),
      (all, movedAt, ends) => {
        const edges = edgesIn(all);
        const isMoved = (edge: PlainEdge) => movedAt.includes(edges.indexOf(edge));
        // Some edges went, and others came. Of those that went, nothing tells that a link was enforced.
        const went = edges.filter((edge, at) => isMoved(edge) && at % 2 === 0).map((edge) => ({ ...edge, flags: 0 }));
        const came = edges.filter((edge, at) => isMoved(edge) && at % 2 === 1);
        const others = edges.filter((edge) => !isMoved(edge));
        const [since, until] = [
          { ...all, edges: [...others, ...went], changed: null },
          { ...all, edges: [...others, ...came], changed: null },
        ] as const;
        const before = exposed(since, ends);
        const expected = [...exposed(until, ends)].filter(([node]) => !before.has(node) && !ends.includes(node));
        const question = newWays(memoryGraphOf(until), { kinds: null, held: true, skip: 0, limit: 100 }, uninterrupted);
        question.next();
        const moved = movedBetween(since.edges, until.edges);
        const { value } = question.next({ moved, endsSince: ends, endsUntil: ends, states: [] });
        if (typeof value === 'string') throw new Error('it asked twice');
        expect(new Map(value.ways.map((way) => [way[0]!.source, way.length]))).toEqual(new Map(expected));
      },
    ),
    { numRuns: 1000 },
  );
});
