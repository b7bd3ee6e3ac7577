import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Condition } from '../../conditions/condition.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { edgesIn, memoryGraphOf, plainGraph } from '../../memory/graph-data.fixture.js';
import { NodeProperties } from '../../answers/node-properties.js';
import { chosenNodes } from './chosen-nodes.js';
import { uninterrupted } from '../interrupt.js';
import type { Needs } from '../needs.js';

const size = 12;
const enabled: Condition = { properties: ['enabled'], predicate: 'eq', value: false, type: 'boolean' };
const titled: Condition = { properties: ['title'], predicate: '~eq', value: 'a', type: 'text' };
const titles = fc.array(fc.constantFrom('Ada', 'Bo', null), { minLength: size, maxLength: size });
const graphOf = (disabled: readonly number[]) =>
  memoryGraphOf({
    kinds: Array.from({ length: size }, () => Kind.User),
    edges: [],
    changed: null,
    former: [],
    disabled,
  });

it('keeps the order of nodes, and reads only what memory lacks, of the nodes that meet the other conditions', () => {
  const nodes = fc.shuffledSubarray(Array.from({ length: size }, (_, node) => node));
  fc.assert(
    fc.property(
      nodes,
      fc.subarray([titled, enabled]),
      fc.uniqueArray(fc.nat(size - 1)),
      titles,
      (all, where, disabled, names) => {
        const dialogue = chosenNodes(graphOf(disabled), Int32Array.from(all), where, uninterrupted);
        const asked: Needs[] = [];
        let step = dialogue.next();
        for (
          ;
          !step.done;
          step = dialogue.next({ properties: step.value.properties!.ids.map((id) => ({ title: names[id] })) })
        )
          asked.push(step.value);
        const left = all.filter((node) => !where.includes(enabled) || disabled.includes(node));
        const isRead = where.includes(titled) && left.length > 0;
        const needs = { ids: left, keys: ['title'], parameter: 'where', total: left.length };
        expect(asked).toEqual(isRead ? [{ properties: needs }] : []);
        expect([...step.value]).toEqual(left.filter((node) => !where.includes(titled) || names[node] === 'Ada'));
      },
    ),
  );
});

const holds = {
  eq: (count: number, value: number) => count === value,
  neq: (count: number, value: number) => count !== value,
  gt: (count: number, value: number) => count > value,
  gte: (count: number, value: number) => count >= value,
  lt: (count: number, value: number) => count < value,
  lte: (count: number, value: number) => count <= value,
};

function chosenIn(graph: Parameters<typeof memoryGraphOf>[0], where: readonly Condition[]): number[] {
  const existing = graph.kinds.flatMap((kind, node) => (kind === 0 ? [] : [node]));
  const step = chosenNodes(memoryGraphOf(graph), Int32Array.from(existing), where, uninterrupted).next();
  if (!step.done) throw new Error('it needs nothing');
  return [...step.value];
}

it('counts the edges of a kind in one direction as a naive program does', () => {
  const condition = fc.record({
    edge: fc.constantFrom(Kind.MemberOf, Kind.AdminTo),
    kindsVersion: fc.constant(0),
    direction: fc.constantFrom('in', 'out'),
    predicate: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: fc.nat(3),
  });
  fc.assert(
    fc.property(plainGraph(8, 30), condition, (graph, where) => {
      const { edge, direction, predicate, value } = where;
      const count = (node: number) =>
        edgesIn(graph).filter((it) => it.kind === edge && (direction === 'out' ? it.source : it.target) === node)
          .length;
      const expected = graph.kinds.flatMap((kind, node) =>
        kind !== 0 && holds[predicate](count(node), value) ? [node] : [],
      );
      expect(chosenIn(graph, [where])).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('finds the nodes below a container at any depth, without the container, also if containers form a circle', () => {
  const edge = fc.record({
    source: fc.nat(size - 1),
    kind: fc.constantFrom(Kind.Contains, Kind.AZContains, Kind.MemberOf),
    target: fc.nat(size - 1),
  });
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), fc.nat(size - 1), (edges, under) => {
      const below = new Set([under]);
      for (const node of below)
        for (const { source, kind, target } of edges) if (source === node && kind !== Kind.MemberOf) below.add(target);
      below.delete(under);
      const graph = { kinds: Array.from({ length: size }, () => Kind.OU), edges, changed: null, former: [] };
      expect(chosenIn(graph, [{ under }])).toEqual([...below].toSorted((a, b) => a - b));
    }),
  );
});

it('refuses to read the properties of too many nodes, and says what would be right', async () => {
  const properties = new NodeProperties(undefined as never);
  const needs = { ids: [], keys: ['title'], parameter: 'where' } as const;
  expect(await properties.supply({ properties: { ...needs, total: 200_000 } })).toEqual({ properties: [] });
  for (const [parameter, advice] of [
    ['where', 'give a narrower condition, such as a kind or an environment'],
    ['start_where', 'give a narrower condition, such as a kind or an environment'],
    ['end_where', 'give a narrower condition, such as a kind or an environment'],
    ['sort_by', 'limit the list by a kind, an environment or a condition'],
    ['exclude_where', 'exclude the nodes themselves by exclude_node'],
  ] as const) {
    const message = `title would have to be read of 200001 nodes, and at most 200000 are read; ${advice}`;
    const fault = { code: 'query.too_many_nodes', context: `query.${parameter}`, message };
    const refused = properties.supply({ properties: { ...needs, parameter, total: 200_001 } });
    await expect(refused).rejects.toMatchObject({ faults: [fault] });
  }
});
