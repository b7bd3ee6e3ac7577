import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { appliesTo } from '../questions/walks/shapes.js';
import { WalkedNodes } from '../questions/walks/walked-nodes.js';
import { isContainerKind } from './container-states.js';
import { uninterrupted } from '../questions/interrupt.js';
import { shortestPaths } from '../questions/paths/shortest-paths.js';
import type { Reach } from '../questions/reachability/reachable-nodes.js';
import { directories, Directory, NaiveWalks } from './directory.fixture.js';
import { HiddenParts } from '../memory/hidden-parts.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import { edgesIn, memoryGraphOf, type PlainEdge, type PlainGraph } from '../memory/graph-data.fixture.js';
import { reachedFrom } from '../questions/nodes/reached-from.js';
import { NodeMarks } from '../questions/nodes/node-marks.js';
import { stepReason } from './step-reason.js';
import { foundNodes, originsOf, walkedGraph } from './walked-graph.js';

const marks = new NodeMarks();

function reached(graph: MemoryGraph, node: number, direction: Reach['direction'] = 'out'): number[] {
  const walked = walkedGraph(graph, true);
  const places = reachedFrom(walked, originsOf(walked, [node], direction), direction, null, marks, uninterrupted);
  return foundNodes(walked, places, direction).filter((it) => it !== node);
}

/** The names of the nodes that Ann reaches. */
function byAnn(directory: Directory): string[] {
  return directory.namesOf(reached(directory.graph, directory.id('Ann')));
}

function pathsOf(graph: MemoryGraph, start: number, end: number, count?: number) {
  const args = { starts: { ids: [start] }, ends: { ids: [end] }, kinds: null, maxNodes: 100, held: true };
  return shortestPaths(graph, { ...args, count }, uninterrupted);
}

const unitsBelow = (link: string) =>
  new Directory({
    nodes: { User: 'Ann', Computer: 'PC1 PC2', GPO: 'P', OU: 'A B|' },
    edges: ['Ann GenericAll P', `P ${link} A`, 'A Contains B', 'B Contains PC1', 'A Contains PC2'],
  });

const siteIn = (unit: string) =>
  new Directory({
    nodes: { User: 'Ann', Computer: 'DC1', GPO: 'P', OU: unit, Site: 'S', SiteServer: 'V' },
    edges: ['Ann GenericAll P', 'P GPLink S', 'S Contains V', 'V ServerIs DC1', 'U Contains DC1'],
  });

const domainWith = (...edges: string[]) =>
  new Directory({
    nodes: { User: 'Ann H!', Group: 'G1!', Computer: 'DC1 PC', Domain: 'D', OU: 'Z|' },
    edges: [...edges, 'D Contains H', 'D Contains G1', 'D Contains Z', 'Z Contains PC'],
  });

/** Of the last step to a node. */
function reasonTo(directory: Directory, name: string): string | null {
  const { graph } = directory;
  const { edges } = pathsOf(graph, directory.id('Ann'), directory.id(name));
  const last = edges.find(([, , target]) => target === graph.idOf(directory.id(name)));
  return stepReason(last?.[3] ?? 0);
}

const ascending = (numbers: Iterable<number>) => [...numbers].toSorted((one, other) => one - other);

describe('policies', () => {
  it('end at a unit that blocks inheritance, unless their link is enforced', () => {
    expect(byAnn(unitsBelow('GPLink'))).toEqual(['A', 'P', 'PC2']);
    expect(byAnn(unitsBelow('GPLink!'))).toEqual(['A', 'B', 'P', 'PC1', 'PC2']);
  });

  it('reach users and computers by a right to link them, and no groups', () => {
    const nodes = { User: 'Ann H', Group: 'G2', OU: 'A' };
    const edges = ['Ann WriteGPLink A', 'A Contains G2', 'A Contains H'];
    expect(byAnn(new Directory({ nodes, edges }))).toEqual(['A', 'H']);
  });

  it('reach a controller over the site of its server, unless a unit above it blocks them', () => {
    expect(byAnn(siteIn('U'))).toEqual(['DC1', 'P', 'S', 'V']);
    expect(byAnn(siteIn('U|'))).toEqual(['P', 'S', 'V']);
  });

  it('reach nobody over a site without servers of computers', () => {
    const nodes = { User: 'Ann', Computer: 'DC1', GPO: 'P', Site: 'S', SiteServer: 'V', SiteSubnet: 'N' } as const;
    const edges = ['Ann GenericAll P', 'P GPLink S', 'S Contains V', 'S Contains N'];
    expect(byAnn(new Directory({ nodes, edges }))).toEqual(['P', 'S', 'V']);
  });
});

describe('rights', () => {
  it('on a unit reach what is not protected, and users below a protected unit by policy', () => {
    const nodes = { User: 'Ann H', Group: 'G1! G2 G3', OU: 'A B!' };
    const edges = [
      'Ann WriteDacl A',
      'A Contains G1',
      'A Contains G2',
      'A Contains B',
      'B Contains H',
      'B Contains G3',
    ];
    expect(byAnn(new Directory({ nodes, edges }))).toEqual(['A', 'B', 'G2', 'H']);
  });

  it('of an owner that OWNER RIGHTS limits to links reach by policy, and all others as those of an owner', () => {
    const nodes = { User: 'Ann H', Group: 'G2', OU: 'A', Container: 'C', Domain: 'D' } as const;
    const below = ['A Contains G2', 'A Contains H', 'C Contains H', 'D Contains G2', 'D Contains H'];
    const reached = (edge: string) => byAnn(new Directory({ nodes, edges: [...below, `Ann ${edge}`] }));
    expect(
      ['A', 'C', 'D'].map((end) => [reached(`OwnsLimitedRights~ ${end}`), reached(`WriteOwnerLimitedRights ${end}`)]),
    ).toEqual([
      [
        ['A', 'H'],
        ['A', 'G2', 'H'],
      ],
      [['C'], ['C', 'H']],
      [
        ['D', 'H'],
        ['D', 'G2', 'H'],
      ],
    ]);
  });

  it('on AdminSDHolder reach protected objects', () => {
    const nodes = { User: 'Ann', Group: 'G1!', Domain: 'D', Container: 'System AdminSDHolder!' };
    const edges = [
      'D Contains System',
      'System Contains AdminSDHolder',
      'D Contains G1',
      'AdminSDHolder ProtectAdminGroups G1',
      'Ann GenericAll AdminSDHolder',
    ];
    expect(byAnn(new Directory({ nodes, edges }))).toEqual(['AdminSDHolder', 'G1']);
  });
});

describe('a domain', () => {
  it.each([
    ['DCSync', ['Ann DCSync D']],
    ['WriteDacl', ['Ann WriteDacl D']],
    ['one of its controllers', ['Ann AdminTo DC1', 'DC1 DCFor D']],
  ])('is reached as a whole by %s', (_by, edges) => {
    expect(byAnn(domainWith(...edges)).filter((name) => name !== 'DC1')).toEqual(['D', 'G1', 'H', 'PC', 'Z']);
  });

  it('is reached by policy alone with a right to link policies', () => {
    expect(byAnn(domainWith('Ann WriteGPLink D'))).toEqual(['D', 'H', 'PC', 'Z']);
  });
});

describe('walks', () => {
  it('reach what a naive search with states reaches, in both directions', () => {
    fc.assert(
      fc.property(directories(10, 30), (plain) => {
        const graph = memoryGraphOf(plain);
        const naive = plain.kinds.map((_, node) => new NaiveWalks(plain).distancesFrom(node));
        for (const node of plain.kinds.keys()) {
          const [targets, sources] = (['out', 'in'] as const).map((direction) => reached(graph, node, direction));
          const others = [...naive.keys()].filter((it) => it !== node);
          expect(new Set(targets)).toEqual(new Set(others.filter((it) => naive[node]!.has(it))));
          expect(new Set(sources)).toEqual(new Set(others.filter((it) => naive[it]!.has(node))));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('find shortest paths as long as those of a naive search, over its edges', () => {
    fc.assert(
      fc.property(directories(10, 30), fc.nat(9), fc.nat(9), (plain, start, end) => {
        fc.pre(start !== end);
        const graph = memoryGraphOf(plain);
        const distance = new NaiveWalks(plain).distancesFrom(start).get(end);
        const { ids, edges } = pathsOf(graph, start, end);
        expect(ids.length > 0).toBe(distance !== undefined);
        const texts = edges.map((edge) => edge.slice(0, 3).join(' '));
        expect(new Set(texts).size).toBe(texts.length);
        if (distance === undefined) return;
        const isOnPath = ({ source, kind, target }: PlainGraph['edges'][number]) =>
          texts.includes(`${source} ${kind} ${target}`);
        expect(new NaiveWalks(plain, (edge) => !isOnPath(edge)).distancesFrom(start).get(end)).toBe(distance);
      }),
      { numRuns: 1000 },
    );
  });

  it('list each of the shortest simple paths once', () => {
    fc.assert(
      fc.property(directories(6, 14), fc.nat(5), fc.nat(5), (plain, start, end) => {
        fc.pre(start !== end);
        const naive = new NaiveWalks(plain).simplePaths(start, end);
        const count = 3;
        const { paths = [] } = pathsOf(memoryGraphOf(plain), start, end, count);
        const texts = paths.map((path) => path.join());
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.filter((text) => !naive.has(text))).toEqual([]);
        expect(ascending(texts.map((text) => naive.get(text)!))).toEqual(ascending(naive.values()).slice(0, count));
      }),
      { numRuns: 1000 },
    );
  });

  it('lead on in a view as a naive search does without the node or edge, which is gone in all states', () => {
    fc.assert(
      fc.property(directories(10, 30), fc.nat(9), fc.nat(29), (plain, gone, index) => {
        const [edge] = edgesIn(plain).slice(index);
        const { data } = memoryGraphOf(plain);
        const [withoutNode, withoutEdge] = [new HiddenParts(data), new HiddenParts(data)];
        withoutNode.addNode(gone);
        if (edge) withoutEdge.addEdge(edge.source, edge.kind, edge.target);
        for (const [hidden, isGone] of [
          [withoutNode, (it: PlainEdge) => it.source === gone || it.target === gone],
          [withoutEdge, (it: PlainEdge) => it === edge],
        ] as const)
          for (const node of plain.kinds.keys()) {
            if (hidden === withoutNode && node === gone) continue;
            const naive = new Set(new NaiveWalks(plain, isGone).distancesFrom(node).keys());
            naive.delete(node);
            expect(new Set(reached(new MemoryGraph(data, hidden), node))).toEqual(naive);
          }
      }),
      { numRuns: 200 },
    );
  });

  it('reach by a policy the users and computers to which its lists say that it applies', () => {
    const among: readonly number[] = [Kind.GPLink, Kind.Contains, Kind.ServerIs];
    fc.assert(
      fc.property(directories(10, 40), (plain) => {
        const kindOf = (node: number) => plain.kinds[node]!;
        const isDirectory = ({ source, kind, target }: PlainEdge) =>
          kind === Kind.GPLink
            ? kindOf(source) === Kind.GPO && [Kind.Domain, Kind.OU, Kind.Site].includes(kindOf(target) as 6)
            : among.includes(kind) && isContainerKind(kindOf(source));
        const edges = plain.edges.filter(
          (it) => isDirectory(it) && (it.kind !== Kind.ServerIs || kindOf(it.source) === Kind.SiteServer),
        );
        const graph = memoryGraphOf({ ...plain, edges });
        for (const [policy, kind] of plain.kinds.entries()) {
          if (kind !== Kind.GPO) continue;
          const isAffected = (node: number) => kindOf(node) === Kind.User || kindOf(node) === Kind.Computer;
          const listed = new WalkedNodes(
            graph,
            { walk: appliesTo(), start: policy, environment: '' },
            uninterrupted,
          ).results(isAffected);
          expect(new Set(listed)).toEqual(new Set(reached(graph, policy).filter(isAffected)));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('say why a step leads out of a container', () => {
    expect(reasonTo(unitsBelow('GPLink'), 'PC2')).toBe('a policy that is linked above');
    expect(reasonTo(unitsBelow('GPLink!'), 'PC1')).toBe('a policy by a link that is or can be enforced');
    expect(reasonTo(siteIn('U'), 'DC1')).toBe('a policy that is linked above');
    expect(reasonTo(domainWith('Ann DCSync D'), 'G1')).toBe('the secrets of the whole domain');
    const rights = new Directory({
      nodes: { User: 'Ann H!', Group: 'G2', OU: 'A' },
      edges: ['Ann WriteDacl A', 'A Contains H', 'A Contains G2'],
    });
    expect(reasonTo(rights, 'G2')).toBe('permissions that it inherits');
    expect(reasonTo(rights, 'H')).toBe('a policy by a link that is or can be enforced');
    expect(reasonTo(rights, 'A')).toBeNull();
  });

  it('lead over all stored edges if states are switched off', () => {
    const nodes = { User: 'Ann', Group: 'G1!', OU: 'A' };
    const { graph } = new Directory({ nodes, edges: ['Ann GenericAll A', 'A Contains G1'] });
    const args = { starts: { ids: [0] }, ends: { ids: [1] }, kinds: null, maxNodes: 100 };
    expect(shortestPaths(graph, { ...args, held: false }, uninterrupted).ids).toEqual([0, 2, 1]);
    expect(shortestPaths(graph, { ...args, held: true }, uninterrupted)).toEqual({
      ids: [],
      edges: [],
      truncated: false,
      isHeldBack: true,
    });
    expect(shortestPaths(graph, { ...args, ends: { ids: [0] }, held: true }, uninterrupted)).not.toHaveProperty(
      'isHeldBack',
    );
  });
});
