import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNeeds } from '../cypher/execution/context.js';
import { runQuery } from '../cypher/execution/run-query.js';
import { MemoryQueryGraph } from '../cypher/data/memory-query-graph.js';
import { parseQuery } from '../cypher/syntax/query-parser.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { isEdgeKind, kindDefinitions } from '../kinds/kind-definitions.js';
import { memoryGraphOf, type PlainGraph } from '../memory/graph-data.fixture.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { uninterrupted } from '../questions/interrupt.js';
import { directories, Directory, NaiveWalks } from './directory.fixture.js';

const kinds = kindDefinitions.map(({ id, name, traversable }) => ({
  id,
  name,
  isOfEdges: isEdgeKind(id),
  isOfNodes: !isEdgeKind(id),
  isTraversable: traversable,
  isSource: false,
}));

/** The numbers that a query returns. */
function answers(graph: MemoryGraph, text: string): number[][] {
  const queryGraph = new MemoryQueryGraph(graph, kinds, []);
  const { rows } = runQuery(parseQuery(text), queryGraph, {
    parameters: new Map(),
    interrupt: uninterrupted,
    now: 0,
  });
  return [...rows].flatMap((some) => {
    if (isNeeds(some)) throw new Error('the query needs properties');
    return some.map((row) => row.map(Number));
  });
}

/** By start and end: the number of steps of the shortest path, over the kinds that a macro stands for. */
function naiveDistances(plain: PlainGraph, from: number, to: number): Map<string, number> {
  const walks = new NaiveWalks(plain);
  const nodes = (kind: number) => [...plain.kinds.keys()].filter((node) => plain.kinds[node] === kind);
  return new Map(
    nodes(from).flatMap((start) => {
      const reached = walks.distancesFrom(start);
      return nodes(to).flatMap((end) => {
        const steps = reached.get(end);
        return steps === undefined || start === end ? [] : [[`${start} ${end}`, steps] as const];
      });
    }),
  );
}

describe('a query over attack paths', () => {
  const protectedGroup = new Directory({
    nodes: { User: 'Ann', Group: 'G1! G2', OU: 'A' },
    edges: ['Ann GenericAll A', 'A Contains G1', 'A Contains G2'],
  });
  const groups = (pattern: string) => answers(protectedGroup.graph, `MATCH ${pattern} RETURN ID(g) ORDER BY ID(g)`);

  it('holds containers in states in patterns of variable length, and in shortestPath', () => {
    const free = [[protectedGroup.id('G2')]];
    expect(groups('(:User)-[:ALL_ATTACK_PATHS*1..]->(g:Group)')).toEqual(free);
    expect(groups('(g:Group)<-[:AD_ATTACK_PATHS*1..]-(:User)')).toEqual(free);
    expect(groups('p = shortestPath((:User)-[:AD_ATTACK_PATHS*1..]->(g:Group))')).toEqual(free);
  });

  it('follows stored edges for kinds that it names, and for one step', () => {
    const both = [[protectedGroup.id('G1')], [protectedGroup.id('G2')]];
    expect(groups('(:User)-[:GenericAll|Contains*1..]->(g:Group)')).toEqual(both);
    expect(groups('(:OU)-[:AD_ATTACK_PATHS]->(g:Group)')).toEqual(both);
  });

  it.each([
    ['User', 'Group'],
    ['User', 'Computer'],
    ['OU', 'User'],
  ] as const)('finds the shortest paths of a naive search from %s to %s', (from, to) => {
    const query = `MATCH p = shortestPath((a:${from})-[:ALL_ATTACK_PATHS*1..]->(b:${to})) RETURN ID(a), ID(b), length(p)`;
    fc.assert(
      fc.property(directories(9, 26), (plain) => {
        const found = answers(memoryGraphOf(plain), query);
        expect(new Map(found.map(([start, end, steps]) => [`${start} ${end}`, steps]))).toEqual(
          naiveDistances(plain, Kind[from], Kind[to]),
        );
      }),
      { numRuns: 200 },
    );
  });
});
