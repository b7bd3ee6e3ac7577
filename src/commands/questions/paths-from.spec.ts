import { describe, expect, it } from '@jest/globals';
import { type Path, type PathGraph, pathsFrom } from './paths-from.js';

const node = (name: string) => ({ label: name, kind: 'Group', objectId: name });

function graphOf(...edges: readonly (readonly [string, string, string])[]): PathGraph {
  const names = [...new Set(edges.flatMap(([source, , target]) => [source, target]))];
  return {
    nodes: Object.fromEntries(names.map((name) => [name, node(name)])),
    edges: edges.map(([source, kind, target]) => ({ source, kind, target })),
    truncated: false,
  };
}

const textOf = ({ start, steps }: Path) =>
  [start.label, ...steps.map(({ kinds, node: { label } }) => `${kinds.join('|')} ${label}`)].join(' ');

/** Layers of nodes; each node has edges to some of the next layer: the subgraph of shortest paths. */
function layered(random: () => number): PathGraph {
  const edges: [string, string, string][] = [];
  let layer = ['start'];
  for (let depth = 1; depth <= 1 + Math.floor(random() * 4); depth++) {
    const next = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => `${depth}.${index}`);
    for (const source of layer)
      for (const [index, target] of next.entries())
        if (index === 0 || random() < 0.5)
          edges.push(
            [source, 'A', target],
            ...(random() < 0.3 ? [[source, 'B', target] as [string, string, string]] : []),
          );
    layer = next.filter((name) => edges.some(([, , target]) => target === name));
  }
  return graphOf(...edges);
}

/** Sequences of nodes, by edges alone. */
function naivePaths({ edges }: PathGraph, at = 'start'): string[][] {
  const nexts = new Set(edges.filter(({ source }) => source === at).map(({ target }) => target));
  if (nexts.size === 0) return [[at]];
  return [...nexts].flatMap((next) =>
    naivePaths({ nodes: {}, edges, truncated: false }, next).map((path) => [at, ...path]),
  );
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('pathsFrom', () => {
  it('lists paths in the order of names, with parallel edges as one step', () => {
    const graph = graphOf(
      ['A', 'MemberOf', 'C'],
      ['A', 'MemberOf', 'B'],
      ['B', 'Owns', 'D'],
      ['C', 'Owns', 'D'],
      ['C', 'GenericAll', 'D'],
    );
    const { count, paths } = pathsFrom('A', graph, 10);

    expect(count).toBe(2);
    expect(paths.map(textOf)).toEqual(['A MemberOf B Owns D', 'A MemberOf C GenericAll|Owns D']);
    expect(pathsFrom('A', graph, 1)).toEqual({ count: 2, lengths: [2, 2], paths: [paths[0]] });
  });

  it('finds nothing from a node that is not in the graph', () => {
    expect(pathsFrom('X', graphOf(['A', 'MemberOf', 'B']), 10)).toMatchObject({ count: 0, paths: [] });
  });

  it('counts more paths than it could list', () => {
    const edges = Array.from(
      { length: 60 },
      (_, depth) => [`${depth}`, `${depth}a`, `${depth}b`, `${depth + 1}`] as const,
    );
    const graph = graphOf(
      ...edges.flatMap(([from, one, other, to]) => [
        [from, 'A', one] as const,
        [from, 'A', other] as const,
        [one, 'A', to] as const,
        [other, 'A', to] as const,
      ]),
    );
    const { count, paths } = pathsFrom('0', graph, 2);
    expect([count, paths.length, paths[0]?.steps.length]).toEqual([2 ** 60, 2, 120]);
  });

  it('agrees with a naive search on random graphs', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const graph = layered(seeded(seed * 7919));
      const naive = naivePaths(graph).map((path) => path.join(' '));
      const { count, paths } = pathsFrom('start', graph, 1000);
      const found = paths.map(({ start, steps }) =>
        [start, ...steps.map((it) => it.node)].map(({ label }) => label).join(' '),
      );
      expect([seed, count, found.toSorted()]).toEqual([seed, naive.length, naive.toSorted()]);
    }
  });

  it('lists paths of one step more, as a naive search of random graphs does', () => {
    let total = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed * 7919);
      const names = ['start', 'a', 'b', 'c', 'd', 'end'];
      const all = names.flatMap((source) =>
        names.filter((target) => source !== 'end' && target !== source && random() < 0.5).map((it) => [source, it]),
      );
      const walks = (path: string[]): string[][] =>
        path.at(-1) === 'end'
          ? [path]
          : all.flatMap(([source, target]) =>
              source === path.at(-1) && !path.includes(target!) ? walks([...path, target!]) : [],
            );
      const simple = walks(['start']);
      const shortest = Math.min(...simple.map(({ length }) => length));
      const wanted = simple.filter(({ length }) => length <= shortest + 1);
      const merged = wanted.flatMap((path) => path.slice(1).map((target, index) => `${path[index]} ${target}`));
      const graph = graphOf(...[...new Set(merged)].map((it) => [it.split(' ')[0]!, 'A', it.split(' ')[1]!] as const));
      const { count, paths } = pathsFrom('start', graph, 1000, 1);
      const found = paths.map(({ start, steps }) =>
        [start, ...steps.map((it) => it.node)].map(({ label }) => label).join(' '),
      );
      const naive = wanted.map((path) => path.join(' '));
      expect([seed, count, found.toSorted()]).toEqual([seed, naive.length, naive.toSorted()]);
      total += count;
    }
    expect(total).toBeGreaterThan(300);
  });

  it('lists the paths that an answer names', () => {
    const graph = {
      ...graphOf(['A', 'X', 'B'], ['B', 'Y', 'C'], ['A', 'Z', 'C']),
      paths: [
        ['A', 'C'],
        ['A', 'B', 'C'],
      ],
    };
    const { count, paths } = pathsFrom('A', graph, 10);
    expect([count, paths.map(textOf)]).toEqual([2, ['A Z C', 'A X B Y C']]);
  });
});
