import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { edgesIn, memoryGraphOf, type PlainEdge, type PlainGraph } from '../memory/graph-data.fixture.js';
import { uninterrupted } from '../questions/interrupt.js';
import { ranking } from '../questions/ranking/ranking.js';
import { isContainerKind, isPartOfContainer } from './container-states.js';
import { directories, NaiveWalks } from './directory.fixture.js';

const size = 10;
const ids = fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 3 });
const all = { kinds: null, kind: null, edgeKind: null, skip: 0, limit: 1000, known: null, held: true };

const touches = (node: number) => (edge: PlainEdge) => edge.source === node || edge.target === node;
const nameOf = ({ source, kind, target }: PlainEdge) => (kind === 0 ? `${source}` : `${source} ${kind} ${target}`);

/** The accounts that reach an end, other than the ends. */
function exposed(plain: PlainGraph, ends: readonly number[], isGone?: (edge: PlainEdge) => boolean): number[] {
  const walks = new NaiveWalks(plain, isGone);
  return [...plain.kinds.keys()].filter(
    (node) =>
      [Kind.User, Kind.Computer].includes(plain.kinds[node] as 4) &&
      !ends.includes(node) &&
      ends.some((end) => walks.distancesFrom(node).has(end)),
  );
}

/** How many accounts lose their way if one node or edge is removed. */
function losses(plain: PlainGraph, ends: readonly number[]): Map<string, number> {
  const before = exposed(plain, ends);
  const lostBy = (isGone: (edge: PlainEdge) => boolean, except = -1) => {
    const after = exposed(plain, ends, isGone);
    return before.filter((node) => node !== except && !after.includes(node)).length;
  };
  const nodes = [...plain.kinds.keys()].filter((node) => !ends.includes(node));
  return new Map(
    [
      ...nodes.map((node) => [`${node}`, lostBy(touches(node), node)] as const),
      ...edgesIn(plain).map((edge) => [nameOf(edge), lostBy((it) => nameOf(it) === nameOf(edge))] as const),
    ].filter(([, count]) => count > 0),
  );
}

describe('a ranking of held containers', () => {
  it('by reach has the numbers of a naive search with states', () => {
    fc.assert(
      fc.property(directories(size, 30), fc.constantFrom('in', 'out'), (plain, direction) => {
        const { rows } = ranking(memoryGraphOf(plain), { ...all, by: { direction } }, uninterrupted);
        const naive = plain.kinds.map((_, node) => new NaiveWalks(plain).distancesFrom(node));
        const countOf = (node: number) =>
          direction === 'out' ? naive[node]!.size : naive.filter((reached) => reached.has(node)).length;
        expect(new Map(rows.map(({ source, count }) => [source, count]))).toEqual(
          new Map(plain.kinds.map((_, node) => [node, countOf(node) - 1])),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('by what is reached only through a node or an edge equals the removal of each in turn', () => {
    fc.assert(
      fc.property(directories(size, 30), ids, (plain, ends) => {
        const by = { ends: { ids: ends }, greedy: null };
        const { rows } = ranking(memoryGraphOf(plain), { ...all, by }, uninterrupted);
        const expected = losses(plain, ends);
        const found = new Map(rows.map((row) => [nameOf(row), row.count]));
        for (const [name, count] of found) expect([name, count]).toEqual([name, expected.get(name)]);
        expect(rows).toHaveLength(found.size);
        const isOfContainer = (name: string) => {
          const [source = 0, kind] = name.split(' ').map(Number);
          return kind !== undefined && isContainerKind(plain.kinds[source]!);
        };
        const [missed, shown] = [expected.keys(), found.keys()].map(
          (names) => new Set([...names].filter((name) => !isOfContainer(name))),
        );
        expect(shown).toEqual(missed);
        const kindsShown = rows.filter((row) => isOfContainer(nameOf(row))).map(({ kind }) => kind);
        expect(kindsShown.filter(isPartOfContainer)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('chooses one after another, each after the former are removed', () => {
    fc.assert(
      fc.property(directories(size, 30), ids, (plain, ends) => {
        const by = { ends: { ids: ends }, greedy: 3 };
        const { rows } = ranking(memoryGraphOf(plain), { ...all, by }, uninterrupted);
        let rest = plain;
        for (const row of rows) {
          expect(losses(rest, ends).get(nameOf(row))).toBe(row.count);
          const isGone = row.kind === 0 ? touches(row.source) : (edge: PlainEdge) => nameOf(edge) === nameOf(row);
          rest = { ...rest, edges: rest.edges.filter((edge) => !isGone(edge)) };
        }
      }),
      { numRuns: 200 },
    );
  });
});
