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
import { type Interrupt, uninterrupted } from '../interrupt.js';
import { edgesPerNode, type PathSubgraph } from './path-subgraph.js';
import { viewed } from './in-view.js';
import { derivedEdgesIn, shortestPaths, type ShortestPathsArguments } from './shortest-paths.js';

const size = 14;
const ids = fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 4 }).map((all) => ({ ids: all }));
const selection = fc.oneof(
  ids,
  fc.constantFrom(Kind.User, Kind.Group).map((kind) => ({ kind })),
);
const kinds = fc.option(fc.subarray([Kind.MemberOf, Kind.AdminTo, Kind.HasSession, Kind.GenericAll]));
const one = fc.nat(size - 1).map((id) => ({ ids: [id] }));
const asked = fc.record({ starts: fc.oneof(one, selection), ends: fc.oneof(one, selection), kinds });

const ask = (graph: PlainGraph, args: ShortestPathsArguments, interrupt: Interrupt = uninterrupted) =>
  shortestPaths(memoryGraphOf(graph), args, interrupt);

/** Distances to the nearest end, by relaxing every edge until nothing changes. */
function naiveDistances(graph: PlainGraph, edges: readonly PlainEdge[], ends: readonly number[]): number[] {
  const distances = graph.kinds.map((_, node) => (ends.includes(node) ? 0 : Infinity));
  for (const _ of distances)
    for (const { source, target } of edges) distances[source] = Math.min(distances[source]!, distances[target]! + 1);
  return distances;
}

/** Nodes and edges on all shortest paths, as texts. */
function naiveSubgraph(graph: PlainGraph, { starts, ends, kinds: followed }: Omit<ShortestPathsArguments, 'maxNodes'>) {
  const select = (it: ShortestPathsArguments['starts']) =>
    graph.kinds.flatMap((kind, node) =>
      kind !== 0 && ('ids' in it ? Array.from(it.ids).includes(node) : it.kind === kind) ? [node] : [],
    );
  const edges = edgesIn(graph).filter(({ kind }) => !followed || followed.includes(kind));
  const endIds = select(ends);
  const distances = naiveDistances(graph, edges, endIds);
  const nodes = new Set(select(starts).filter((node) => !endIds.includes(node) && distances[node]! < Infinity));
  const onPath: string[] = [];
  for (const node of nodes)
    for (const { source, kind, target } of edges)
      if (source === node && distances[target] === distances[node]! - 1) {
        nodes.add(target);
        onPath.push(`${source} ${kind} ${target}`);
      }
  return { nodes: [...nodes].toSorted((a, b) => a - b), edges: onPath.toSorted(), distances };
}

function textsOf({ ids: nodes, edges }: PathSubgraph): { nodes: number[]; edges: string[] } {
  return {
    nodes: nodes.toSorted((a, b) => a - b),
    edges: edges.map(([source, kind, target]) => `${source} ${kind} ${target}`).toSorted(),
  };
}

function joined(from: readonly number[], to: readonly number[]): PlainEdge[] {
  return from.flatMap((source) => to.map((target) => ({ source, kind: Kind.AdminTo, target })));
}

/** Two layers of nodes between two nodes, each joined to each. */
function dense(width: number): PlainGraph {
  const [first, second] = [0, 1].map((layer) => Array.from({ length: width }, (_, place) => 2 + layer * width + place));
  return {
    kinds: Array.from({ length: 2 + 2 * width }, () => Kind.User),
    edges: [...joined([0], first!), ...joined(first!, second!), ...joined(second!, [1])],
    changed: null,
    former: [],
  };
}

describe('shortestPaths', () => {
  it('equals a naive search on random graphs: one and many, all kinds and some, with an overlay and without', () => {
    fc.assert(
      fc.property(plainGraph(size, 30), asked, (graph, args) => {
        const { nodes, edges } = naiveSubgraph(graph, args);
        const subgraph = ask(graph, { ...args, maxNodes: 1000 });
        expect(subgraph.truncated).toBe(false);
        expect(textsOf(subgraph)).toEqual({ nodes, edges });
      }),
      { numRuns: 2000 },
    );
  });

  it('has the paths of one step more, as a naive search of all simple paths has them', () => {
    fc.assert(
      fc.property(plainGraph(9, 20), asked, (graph, args) => {
        const { nodes: starts, distances } = naiveSubgraph(graph, args);
        const ends = graph.kinds.flatMap((kind, node) => (kind !== 0 && distances[node] === 0 ? [node] : []));
        const paths = starts
          .filter((node) => naiveStarts({ nodes: [node], edges: [], distances }, graph, args).length > 0)
          .flatMap((start) => naivePaths(graph, args, start, ends, distances[start]! + 1));
        const subgraph = textsOf(ask(graph, { ...args, maxNodes: 1000, longer: true }));
        expect(subgraph.nodes).toEqual([...new Set(paths.flat())].toSorted((a, b) => a - b));
        expect(subgraph.edges).toEqual(naiveEdges(graph, args, paths));
      }),
      { numRuns: 1000 },
    );
  });

  it('lists the shortest simple paths between two nodes, the shortest first', () => {
    const ends = fc.tuple(fc.nat(8), fc.nat(8));
    fc.assert(
      fc.property(plainGraph(9, 24), ends, kinds, fc.integer({ min: 1, max: 20 }), (graph, [start, end], of, count) => {
        const args = { starts: { ids: [start] }, ends: { ids: [end] }, kinds: of };
        const isThere = start !== end && graph.kinds[start] !== 0 && graph.kinds[end] !== 0;
        const all = isThere ? naivePaths(graph, args, start, [end], 9).toSorted((a, b) => a.length - b.length) : [];
        const { paths = [], ...subgraph } = shortestPaths(
          memoryGraphOf(graph),
          { ...args, maxNodes: 1000, count },
          uninterrupted,
        );
        expect(paths.map(({ length }) => length)).toEqual(all.slice(0, count).map(({ length }) => length));
        expect(new Set(paths.map(String)).size).toBe(paths.length);
        expect(all.map(String)).toEqual(expect.arrayContaining(paths.map(String)));
        expect(textsOf(subgraph).edges).toEqual(naiveEdges(graph, args, paths));
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves the nodes and edges of a view out, as if they were deleted', () => {
    const excluded = fc.record({ nodes: fc.uniqueArray(fc.nat(size - 1), { maxLength: 2 }), edges: fc.nat(1000) });
    fc.assert(
      fc.property(plainGraph(size, 30), asked, excluded, (graph, args, { nodes, edges }) => {
        const all = edgesIn(graph);
        const gone = all.length > 0 ? [all[edges % all.length]!] : [];
        const isGone = ({ source, kind, target }: PlainEdge) =>
          gone.some((it) => it.source === source && it.kind === kind && it.target === target);
        const rest = {
          ...graph,
          kinds: graph.kinds.map((kind, node) => (nodes.includes(node) ? 0 : kind)),
          edges: graph.edges.filter((it) => !isGone(it)),
        };
        const without = {
          nodes: nodes.filter((node) => graph.kinds[node] !== 0),
          edges: gone.map(({ source, kind, target }) => [source, kind, target] as const),
        };
        const ask = viewed(shortestPaths, derivedEdgesIn);
        const asking = ask(memoryGraphOf(graph), { ...args, maxNodes: 1000, without }, uninterrupted);
        if (!('next' in asking)) throw new Error('it is a view');
        const facts = { everybody: [], domains: {}, followedGroups: 'followed', reasons: {} };
        let step = asking.next();
        while (!step.done) step = asking.next({ proofs: { facts, passed: {} } });
        const { nodes: left, edges: between } = naiveSubgraph(rest, args);
        expect(textsOf(step.value)).toEqual({ nodes: left, edges: between });
      }),
      { numRuns: 300 },
    );
  });

  it('cuts a subgraph to whole paths, and first to one of a nearest start', () => {
    fc.assert(
      fc.property(plainGraph(size, 30), asked, fc.integer({ min: 1, max: 8 }), (graph, args, maxNodes) => {
        const whole = naiveSubgraph(graph, args);
        const subgraph = ask(graph, { ...args, maxNodes });
        const cut = textsOf(subgraph);
        expect(subgraph.truncated).toBe(whole.nodes.length > maxNodes);
        expect(cut.nodes.length).toBeLessThanOrEqual(maxNodes);
        expect(whole.nodes).toEqual(expect.arrayContaining(cut.nodes));
        const inside = (edge: string) => [0, 2].every((place) => cut.nodes.includes(Number(edge.split(' ')[place])));
        expect(cut.edges).toEqual(whole.edges.filter(inside));
        const isDeadEnd = (node: number) =>
          whole.distances[node] !== 0 && !cut.edges.some((edge) => edge.startsWith(`${node} `));
        expect(cut.nodes.filter(isDeadEnd)).toEqual([]);
        const nearest = Math.min(...naiveStarts(whole, graph, args));
        expect(cut.nodes.length > 0).toBe(nearest + 1 <= maxNodes);
      }),
      { numRuns: 1000 },
    );
  });

  it(`returns at most ${edgesPerNode} edges for each node that is allowed, and a path for each node`, () => {
    const args = { starts: { ids: [0] }, ends: { ids: [1] }, kinds: null };
    const whole = ask(dense(20), { ...args, maxNodes: 44 });
    expect([whole.edges.length, whole.truncated]).toEqual([440, false]);
    const cut = ask(dense(21), { ...args, maxNodes: 44 });
    expect([cut.ids.length, cut.edges.length, cut.truncated]).toEqual([44, 440, true]);
    for (const node of cut.ids.filter((id) => id !== 1))
      expect(cut.edges.some(([source]) => source === node)).toBe(true);
  });

  it('stops when its request ends', () => {
    const args = { starts: { ids: [0] }, ends: { ids: [1] }, kinds: null, maxNodes: 44 };
    let checks = 0;
    const check = () => {
      if (++checks === 3) throw new Error('stopped');
    };
    expect(() => ask(dense(20), args, { check })).toThrow('stopped');
  });
});

function naiveStarts(
  { distances, nodes }: ReturnType<typeof naiveSubgraph>,
  graph: PlainGraph,
  { starts }: Pick<ShortestPathsArguments, 'starts'>,
): number[] {
  const isStart = (node: number) =>
    'ids' in starts ? Array.from(starts.ids).includes(node) : graph.kinds[node] === starts.kind;
  return nodes.filter((node) => isStart(node) && distances[node] !== 0).map((node) => distances[node]!);
}

type Followed = Pick<ShortestPathsArguments, 'kinds'>;

/** All paths that visit no node twice, and no end before their last node. */
function naivePaths(
  graph: PlainGraph,
  { kinds: followed }: Followed,
  start: number,
  ends: readonly number[],
  maxSteps: number,
): number[][] {
  const edges = edgesIn(graph).filter(({ kind }) => !followed || followed.includes(kind));
  const found: number[][] = [];
  const extend = (path: readonly number[]) => {
    const last = path.at(-1)!;
    if (ends.includes(last)) found.push([...path]);
    else if (path.length <= maxSteps)
      for (const next of new Set(edges.filter(({ source }) => source === last).map(({ target }) => target)))
        if (!path.includes(next)) extend([...path, next]);
  };
  extend([start]);
  return found;
}

/** The edges between nodes that follow each other. */
function naiveEdges(graph: PlainGraph, { kinds: followed }: Followed, paths: readonly (readonly number[])[]): string[] {
  const steps = new Set(paths.flatMap((path) => path.slice(1).map((to, index) => `${path[index]} ${to}`)));
  return edgesIn(graph)
    .filter(({ source, kind, target }) => (!followed || followed.includes(kind)) && steps.has(`${source} ${target}`))
    .map(({ source, kind, target }) => `${source} ${kind} ${target}`)
    .toSorted();
}

it('finds a path beside another one that goes on as a third does from another node', () => {
  const [start, a, b, d, c, end] = [0, 1, 2, 3, 4, 5] as const;
  const pairs = [
    [start, a],
    [start, b],
    [a, c],
    [b, d],
    [b, c],
    [c, end],
    [d, end],
  ] as const;
  const edges = pairs.map(([source, target]) => ({
    source,
    kind: Kind.MemberOf,
    target,
    flags: 0,
    lists: 'source' as const,
  }));
  const graph: PlainGraph = { kinds: Array.from({ length: 6 }, () => Kind.Group), edges, changed: null, former: [] };
  const args = { starts: { ids: [start] }, ends: { ids: [end] }, kinds: null, maxNodes: 100, count: 5 };
  expect(ask(graph, args).paths?.map((path) => path.join())).toEqual(['0,1,4,5', '0,2,3,5', '0,2,4,5']);
});
