import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../../kinds/kind-catalogue.js';
import {
  edgesIn,
  memoryGraphOf,
  type PlainEdge,
  type PlainGraph,
  plainGraph,
} from '../../memory/graph-data.fixture.js';
import { uninterrupted } from '../interrupt.js';
import { ranking } from './ranking.js';

const size = 12;
const ids = fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 3 });
const kinds = fc.option(fc.subarray<number>([Kind.MemberOf, Kind.AdminTo, Kind.HasSession, Kind.GenericAll]));
const all = { kind: null, edgeKind: null, skip: 0, limit: 1000, known: null };
const followedIn = (graph: PlainGraph, followed: readonly number[] | null) =>
  edgesIn(graph).filter(({ kind }) => !followed || followed.includes(kind));

/** The nodes from which edges lead to some nodes, with these. */
function naiveReach(
  edges: readonly PlainEdge[],
  nodes: readonly number[],
  direction: 'in' | 'out' = 'in',
): Set<number> {
  const reached = new Set(nodes);
  for (const node of reached)
    for (const { source, target } of edges) {
      const [from, to] = direction === 'out' ? [source, target] : [target, source];
      if (from === node) reached.add(to);
    }
  return reached;
}

/** How many accounts lose their way to the ends if one node or edge is removed. Each is removed in turn. */
function naiveLosses(
  graph: PlainGraph,
  followed: readonly number[] | null,
  ends: readonly number[],
  disabled: readonly number[],
) {
  const edges = followedIn(graph, followed);
  const targets = ends.filter((end) => graph.kinds[end] !== 0);
  const isAccount = (node: number) =>
    [Kind.User, Kind.Computer].includes(graph.kinds[node] as 4) && !disabled.includes(node) && !targets.includes(node);
  const before = [...naiveReach(edges, targets)].filter(isAccount);
  const lostBy = (rest: readonly PlainEdge[], except: number) => {
    const after = naiveReach(rest, targets);
    return before.filter((node) => node !== except && !after.has(node)).length;
  };
  return [
    ...graph.kinds.flatMap((kind, node) => {
      if (kind === 0 || targets.includes(node)) return [];
      const rest = edges.filter(({ source, target }) => source !== node && target !== node);
      return [[`${node}`, lostBy(rest, node)] as const];
    }),
    ...edges.map((edge) => {
      const { source, kind, target } = edge;
      return [
        `${source} ${kind} ${target}`,
        lostBy(
          edges.filter((it) => it !== edge),
          -1,
        ),
      ] as const;
    }),
  ].filter(([, count]) => count > 0);
}

const nameOf = ({ source, kind, target }: { source: number; kind: number; target: number }) =>
  kind === 0 ? `${source}` : `${source} ${kind} ${target}`;

describe('a ranking', () => {
  it('by reach has the numbers of a naive closure, the largest first', () => {
    fc.assert(
      fc.property(plainGraph(size, 25), kinds, fc.constantFrom('in', 'out'), (graph, followed, direction) => {
        const edges = followedIn(graph, followed);
        const { rows, count } = ranking(
          memoryGraphOf(graph),
          { ...all, by: { direction }, kinds: followed },
          uninterrupted,
        );
        const expected = graph.kinds.flatMap((kind, node) =>
          kind === 0 ? [] : [[node, naiveReach(edges, [node], direction).size - 1] as const],
        );
        expect(count).toBe(expected.length);
        expect(rows.map((row) => [row.source, row.count])).toEqual(
          expected.toSorted(([one, some], [other, more]) => more - some || one - other),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('by what is reached only through a node or an edge equals the removal of each in turn', () => {
    fc.assert(
      fc.property(plainGraph(size, 22), kinds, ids, ids, (graph, followed, ends, disabled) => {
        const by = { ends: { ids: ends }, greedy: null };
        const memory = memoryGraphOf({ ...graph, disabled });
        const { rows } = ranking(memory, { ...all, by, kinds: followed }, uninterrupted);
        const losses = naiveLosses(graph, followed, ends, disabled);
        expect(new Map(rows.map((row) => [nameOf(row), row.count]))).toEqual(new Map(losses));
        expect(rows.map(({ count }) => count)).toEqual(losses.map(([, count]) => count).toSorted((a, b) => b - a));
      }),
      { numRuns: 600 },
    );
  });

  it('chooses one after another, each after the former are removed', () => {
    fc.assert(
      fc.property(plainGraph(size, 22), ids, (graph, ends) => {
        const by = { ends: { ids: ends }, greedy: 3 };
        const { rows } = ranking(memoryGraphOf(graph), { ...all, by, kinds: null }, uninterrupted);
        let rest = graph;
        for (const row of rows) {
          const losses = naiveLosses(rest, null, ends, []);
          expect(row.count).toBe(Math.max(...losses.map(([, count]) => count)));
          expect(losses).toContainEqual([nameOf(row), row.count]);
          rest = {
            ...rest,
            kinds: rest.kinds.map((kind, node) => (row.kind === 0 && node === row.source ? 0 : kind)),
            edges: rest.edges.filter((edge) => nameOf(edge) !== nameOf(row)),
          };
        }
        expect(rows.length === 3 || naiveLosses(rest, null, ends, []).length === 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is taken from a former page of the same version, and has pages by kind', () => {
    const edges = [0, 1, 2].map((source) => ({ source, kind: Kind.AdminTo, target: 3 }));
    const graph = memoryGraphOf({
      kinds: [Kind.User, Kind.User, Kind.Group, Kind.Computer],
      edges,
      changed: null,
      former: [],
    });
    const args = { ...all, by: { direction: 'in' }, kinds: null } as const;
    const { ranking: known, ...first } = ranking(graph, { ...args, kind: Kind.User, skip: 1, limit: 1 }, uninterrupted);
    expect(first).toMatchObject({ count: 2, rows: [{ source: 1, kind: 0, target: 1, count: 0 }] });
    expect(ranking(graph, { ...args, known }, uninterrupted).ranking).toBe(known);
    expect(ranking(graph, { ...args, known: { ...known!, version: 0 } }, uninterrupted).ranking).not.toBe(known);
  });

  it('needs memory for the edges that it follows alone', () => {
    const edges = [0, 1, 2].map((source) => ({ source, kind: Kind.AdminTo, target: 3 }));
    const kinds = [Kind.User, Kind.User, Kind.Group, Kind.Computer];
    const graph = memoryGraphOf({ kinds, edges, changed: null, former: [] });
    const args = { ...all, by: { direction: 'in' }, memory: 1050 } as const;
    expect(ranking(graph, { ...args, kinds: null }, uninterrupted)).toMatchObject({ ranking: null, bytes: 1096 });
    expect(ranking(graph, { ...args, kinds: [Kind.MemberOf] }, uninterrupted)).toMatchObject({ count: 4, bytes: 1000 });
  });

  it('follows a way as long as the graph', () => {
    const length = 50_000;
    const edges = Array.from({ length }, (_, at) => ({ source: at, kind: Kind.AdminTo, target: at + 1 }));
    const graph = { kinds: Array.from({ length: length + 1 }, () => Kind.User), edges, changed: null, former: [] };
    const by = { ends: { ids: [length] }, greedy: null };
    const { rows } = ranking(memoryGraphOf(graph), { ...all, by, kinds: null, limit: 2 }, uninterrupted);
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
      [Kind.AdminTo, length],
      [0, length - 1],
    ]);
  });
});
