import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind, lastKind } from '../../kinds/kind-catalogue.js';
import { HiddenParts } from '../../memory/hidden-parts.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import { edgesIn, memoryGraphOf, type PlainEdge, plainGraph } from '../../memory/graph-data.fixture.js';
import { type Interrupt, uninterrupted } from '../interrupt.js';
import { EdgeFlag } from '../../store/edge-flag.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { type Reach, reachable } from './reachable-nodes.js';
import { reachedInView } from './reached-in-view.js';

const size = 14;
const ids = fc.uniqueArray(fc.nat(size - 1));
const kinds = fc.option(fc.subarray<number>([Kind.MemberOf, Kind.AdminTo, Kind.HasSession, Kind.GenericAll]));

const everything = { kinds: null, environments: null, among: null, except: null };

/** Counts without conditions. */
function countsOf(
  memory: MemoryGraph,
  reach: Pick<Reach, 'origin' | 'direction' | 'kinds'>,
  {
    tierZero = [],
    interrupt = uninterrupted,
  }: { readonly tierZero?: readonly number[]; readonly interrupt?: Interrupt } = {},
) {
  const { done, value } = reachable(memory, { ...reach, tierZero, filter: everything, where: [] }, interrupt).next();
  if (!done) throw new Error('nothing is needed');
  return value;
}

const stopped: Interrupt = {
  check: () => {
    throw new Error('stopped');
  },
};

it('counts what a naive closure has, in both directions, with all kinds and some, with an overlay and without', () => {
  fc.assert(
    fc.property(plainGraph(size, 25), ids, kinds, (graph, tierZero, followed) => {
      const memory = memoryGraphOf(graph);
      const edges = edgesIn(graph).filter(({ kind }) => !followed || followed.includes(kind));
      for (const [node, kindOf] of graph.kinds.entries()) {
        if (kindOf === 0) continue;
        for (const direction of ['out', 'in'] as const) {
          const reached = new Set([node]);
          for (const at of reached)
            for (const { source, target } of edges) {
              const [from, to] = direction === 'out' ? [source, target] : [target, source];
              if (from === at) reached.add(to);
            }
          reached.delete(node);
          const counts = new Map<number, number>();
          for (const it of reached) counts.set(graph.kinds[it]!, (counts.get(graph.kinds[it]!) ?? 0) + 1);
          const found = countsOf(memory, { origin: { ids: [node] }, direction, kinds: followed }, { tierZero });
          expect(new Map(found.byKind)).toEqual(counts);
          expect(found).toMatchObject({
            count: reached.size,
            tierZero: tierZero.filter((it) => reached.has(it)).length,
          });
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('returns the most frequent kind first', () => {
  const graph = {
    kinds: [Kind.User, Kind.Group, Kind.Computer, Kind.Computer],
    edges: [1, 2, 3].map((target) => ({ source: 0, kind: Kind.AdminTo, target })),
    changed: null,
    former: [],
  };
  const args = { origin: { ids: [0] }, direction: 'out', kinds: null } as const;
  expect(countsOf(memoryGraphOf(graph), args).byKind).toEqual([
    [Kind.Computer, 2],
    [Kind.Group, 1],
  ]);
});

it('stops when its request ends', () => {
  const graph = { kinds: [Kind.User], edges: [], changed: null, former: [] };
  const args = { origin: { ids: [0] }, direction: 'out', kinds: null } as const;
  expect(() => countsOf(memoryGraphOf(graph), args, { interrupt: stopped })).toThrow('stopped');
});

it('relies on derived edges so that the nodes are right once those that are gone are hidden', () => {
  const derived = new Uint8Array(lastKind + 1);
  for (const kind of [Kind.AdminTo, Kind.GenericAll]) derived[kind] = 1;
  fc.assert(
    fc.property(plainGraph(size, 30), fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (graph, isGone) => {
      const edges = graph.edges.map((edge) => ({ ...edge, flags: derived[edge.kind] === 1 ? EdgeFlag.Derived : 0 }));
      const gone = new Set(edges.filter(({ flags }, at) => flags !== 0 && isGone[at]).map(lineOf));
      const { data } = memoryGraphOf({ ...graph, edges });
      const hidden = new HiddenParts(data);
      const view = new MemoryGraph(data, hidden);
      const ask = () =>
        reachedInView(
          view,
          [0],
          { direction: 'out', followed: null, affected: derived },
          new NodeMarks(),
          uninterrupted,
        );
      let [reached, relied] = ask();
      for (let isRight = false; !isRight; [reached, relied] = ask()) {
        isRight = true;
        for (const [source, kind, target] of relied)
          if (gone.has(lineOf({ source, kind, target }))) {
            hidden.addEdge(source, kind, target);
            isRight = false;
          }
      }
      const expected = new Set(graph.kinds[0] === 0 ? [] : [0]);
      for (const at of expected)
        for (const edge of edgesIn({ ...graph, edges }))
          if (edge.source === at && !gone.has(lineOf(edge))) expected.add(edge.target);
      expect(reached.toSorted((one, other) => one - other)).toEqual(
        [...expected].toSorted((one, other) => one - other),
      );
    }),
    { numRuns: 300 },
  );
});

function lineOf({ source, kind, target }: Pick<PlainEdge, 'source' | 'kind' | 'target'>): string {
  return `${source} ${kind} ${target}`;
}
