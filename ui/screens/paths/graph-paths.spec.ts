import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edge, node } from '../../picture/graph.fixture.js';
import type { Graph } from '../../picture/graph.js';
import { type GraphPath, graphPaths, listedPaths, type PathList } from './graph-paths.js';

function graphOf(...edges: readonly (readonly [string, string, string])[]): Graph {
  const names = [...new Set(edges.flatMap(([source, , target]) => [source, target]))];
  return { nodes: names.map((name) => node(name)), edges: edges.map(([...ends]) => edge(...ends)) };
}

function textOf(path: GraphPath | null): string {
  if (!path) return '';
  const steps = path.steps.map((step) => `${step.edges.map(({ kind }) => kind).join('|')} ${step.node.id}`);
  return [path.start.id, ...steps].join(' ');
}

function all(paths: PathList): string[] {
  return Array.from({ length: paths.count }, (_, index) => textOf(paths.at(index)));
}

/** By edges alone. */
function naive({ edges }: Graph, at: string): string[] {
  const nexts = new Set(edges.filter(({ source }) => source === at).map(({ target }) => target));
  return nexts.size === 0
    ? [at]
    : [...nexts].flatMap((next) => naive({ nodes: [], edges }, next).map((it) => `${at} ${it}`));
}

describe(graphPaths.name, () => {
  it('lists paths in the order of names, with parallel edges as one step', () => {
    const graph = graphOf(
      ['A', 'MemberOf', 'C'],
      ['A', 'MemberOf', 'B'],
      ['B', 'Owns', 'D'],
      ['C', 'Owns', 'D'],
      ['C', 'GenericAll', 'D'],
    );
    expect(all(graphPaths(graph, ['S-A']))).toEqual(['A MemberOf B Owns D', 'A MemberOf C GenericAll|Owns D']);
    expect(graphPaths(graph, []).at(2)).toBeNull();
  });

  it('begins at each start, also on the path of another', () => {
    const graph = graphOf(['A', 'MemberOf', 'B'], ['B', 'Owns', 'C'], ['X', 'Owns', 'C']);
    expect(all(graphPaths(graph, ['S-A', 'S-B']))).toEqual(['A MemberOf B Owns C', 'B Owns C', 'X Owns C']);
  });

  it('counts more paths than could be listed, and finds the last of them', () => {
    const edges = Array.from({ length: 40 }, (_, depth) => [
      [`${depth}`, 'A', `${depth}a`] as const,
      [`${depth}`, 'A', `${depth}b`] as const,
      [`${depth}a`, 'A', `${depth + 1}`] as const,
      [`${depth}b`, 'A', `${depth + 1}`] as const,
    ]);
    const paths = graphPaths(graphOf(...edges.flat()), ['S-0']);
    expect(paths.count).toBe(2 ** 40);
    expect(paths.at(2 ** 40 - 1)?.steps.filter(({ node: { id } }) => id.endsWith('b'))).toHaveLength(40);
  });

  it('lists paths of one step more on request', () => {
    const graph = graphOf(['A', 'X', 'D'], ['A', 'X', 'B'], ['B', 'X', 'D'], ['B', 'X', 'C'], ['C', 'X', 'D']);
    expect(all(graphPaths(graph, ['S-A']))).toEqual(['A X D']);
    const longer = graphPaths(graph, ['S-A'], 1);
    expect([longer.shortest, all(longer)]).toEqual([1, ['A X B X D', 'A X D']]);
  });

  it('ends on a graph with a circle', () => {
    expect(all(graphPaths(graphOf(['A', 'X', 'B'], ['B', 'X', 'C'], ['C', 'X', 'B'], ['C', 'X', 'D']), []))).toEqual([
      'A X B X C X D',
    ]);
  });

  it('agrees with a naive search on random graphs of layers', () => {
    const layers = fc.array(fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(layers, (drawn) => {
        const edges = drawn.flatMap((layer, depth) =>
          layer.flatMap((targets, index) =>
            targets.map((target) => [`${depth}.${index}`, 'A', `${depth + 1}.${target}`] as const),
          ),
        );
        const graph = graphOf(...edges);
        const starts = graph.nodes.filter(({ id }) => id.startsWith('0.')).map(({ id }) => id);
        const found = all(graphPaths(graph, [])).map((path) => path.replaceAll(' A', ''));
        const reached = graph.edges.filter(({ source }) => source.startsWith('0.'));
        expect(reached.length).toBeGreaterThan(0);
        // Nodes that no edge enters are starts in other layers, too.
        expect(found.filter((path) => path.startsWith('0.')).toSorted()).toEqual(
          starts.flatMap((start) => naive(graph, start)).toSorted(),
        );
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

describe(listedPaths.name, () => {
  it('has the paths of an answer in its order', () => {
    const graph = graphOf(['A', 'X', 'C'], ['A', 'X', 'B'], ['B', 'X', 'C'], ['B', 'Y', 'C']);
    const paths = listedPaths(graph, [
      ['A', 'C'],
      ['A', 'B', 'C'],
    ]);
    expect([paths.shortest, all(paths), paths.at(2)]).toEqual([1, ['A X C', 'A X B X|Y C'], null]);
  });
});
