import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type PlainGraph,
  type PlainNode,
  type PrincipalKind,
  reachedFrom,
  referencePage,
  referenceSubgraph,
  type Subgraph,
} from './graph-reader-reference.fixture.js';
import type { EntityPageRequest, ShownNode } from '../questions/pages/shown-node.js';
import { shownNodes } from './answer-nodes.js';
import type { EntityReader } from './entity-reader.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { rights } from '../questions/walks/shapes.js';

export interface GraphUnderTest {
  readonly reader: EntityReader;
  /** Adds the graph to the stored one; object ids are its own. Node ids must follow the order of object ids. */
  write(graph: PlainGraph): Promise<void>;
}

const byName = { skip: 0, limit: 100, order: [{ by: 'name', descending: false }] } satisfies EntityPageRequest;

let written = 0;

type UnnamedGraph = Omit<PlainGraph, 'nodes'> & { readonly nodes: readonly Omit<PlainNode, 'objectid'>[] };

/** Object ids that no other graph has, in the order of the nodes. */
function named(nodes: UnnamedGraph['nodes']): PlainNode[] {
  written += 1;
  const prefix = `G${written}-`;
  return nodes.map((node, index) => ({ ...node, objectid: prefix + String(index).padStart(4, '0') }));
}

const kind = fc.constantFrom<PrincipalKind>('User', 'Group', 'Computer');
const plainNode = fc.record({ kind, name: fc.constantFrom('A', 'B', 'a', 'AA', 'Z', 'É', '漢') });

const order = fc.array(
  fc.record({ by: fc.constantFrom('name' as const, 'objectid' as const, 'label' as const), descending: fc.boolean() }),
  { maxLength: 3 },
);
const pageRequest = fc.record({ skip: fc.nat(8), limit: fc.nat(8), order });

/** Cycles, self-loops, diamonds, rights on nodes that are no computers: all come up by chance among few nodes. */
const plainGraph = fc.integer({ min: 2, max: 14 }).chain((size) => {
  const links = (maxLength: number) => fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength });
  return fc.record({
    nodes: fc.array(plainNode, { minLength: size, maxLength: size }),
    memberOf: links(30),
    adminTo: links(20),
    owns: links(5),
  });
});

/** Graphs that are written at once, because a write costs the same whatever it brings. */
const GRAPHS_A_WRITE = 8;

const asked = fc.record({
  plain: plainGraph,
  pages: fc.array(pageRequest, { minLength: 3, maxLength: 6 }),
  maxNodes: fc.integer({ min: 1, max: 12 }),
});

/**
 * What {@link EntityReader} must do for admin rights, in a graph that is written while it answers; `setUp` runs once.
 * @param writes of so many random graphs each
 */
export function graphReaderContract(setUp: () => Promise<GraphUnderTest>, writes = 5): void {
  let graph: GraphUnderTest;

  beforeAll(async () => {
    graph = await setUp();
  });

  const write = async (plain: UnnamedGraph) => {
    const whole = { ...plain, nodes: named(plain.nodes) };
    await graph.write(whole);
    return whole;
  };

  const pageOf = async (principal: PrincipalKind, objectid: string, page: EntityPageRequest) => {
    const found = await graph.reader.page(adminRightsOf(principal, objectid), page);
    return { count: found.answer.count, entities: found.answer.entities.map(entityOf) };
  };
  const pathsOf = async (principal: PrincipalKind, objectid: string, maxNodes: number): Promise<Subgraph> => {
    const found = await graph.reader.paths(adminRightsOf(principal, objectid), maxNodes, shownNodes);
    const { nodes, edges, truncated } = found.answer;
    return {
      nodes: nodes.map(entityOf),
      edges: Array.from(edges, (edge) => ({ ...edge, source: edge.source.objectid, target: edge.target.objectid })),
      truncated,
    };
  };

  async function expectPages(whole: PlainGraph, pages: readonly EntityPageRequest[]): Promise<void> {
    for (const [start, { objectid, kind: principal }] of whole.nodes.entries()) {
      const page = pages[start % pages.length] ?? byName;
      expect(await pageOf(principal, objectid, page)).toEqual(referencePage(whole, start, page));
    }
  }

  async function expectPaths(whole: PlainGraph): Promise<void> {
    for (const [start, { objectid, kind: principal }] of whole.nodes.entries()) {
      const subgraph = await pathsOf(principal, objectid, 1000);
      expect(sorted(subgraph)).toEqual(sorted(referenceSubgraph(whole, start)));
    }
  }

  /** A graph is cut at the number of nodes asked for, and says so. */
  async function expectCut(whole: PlainGraph, maxNodes: number): Promise<void> {
    const start = startOfAPath(whole);
    const { objectid, kind: principal } = nodeAt(whole, start);
    const full = sorted(referenceSubgraph(whole, start));
    const cut = sorted(await pathsOf(principal, objectid, maxNodes));
    expect(cut.nodes).toHaveLength(Math.min(full.nodes.length, maxNodes));
    expect(cut.truncated).toBe(full.nodes.length > maxNodes);
    expect(full.nodes).toEqual(expect.arrayContaining([...cut.nodes]));
    expect(full.edges).toEqual(expect.arrayContaining([...cut.edges]));
    const inside = new Set(cut.nodes.map((node) => node.objectid));
    expect(cut.edges.filter(({ source, target }) => !inside.has(source) || !inside.has(target))).toEqual([]);
  }

  it('equals the reference on random graphs: page by page, path by path, and cut', async () => {
    const graphs = fc.array(asked, { minLength: GRAPHS_A_WRITE, maxLength: GRAPHS_A_WRITE });
    await fc.assert(
      fc.asyncProperty(graphs, async (all) => {
        const wholes = all.map(({ plain }) => ({ ...plain, nodes: named(plain.nodes) }));
        await graph.write(together(wholes));
        for (const [place, whole] of wholes.entries()) {
          const { pages, maxNodes } = all[place]!;
          await expectPages(whole, pages);
          await expectPaths(whole);
          await expectCut(whole, maxNodes);
        }
      }),
      { numRuns: writes },
    );
  });

  describe('with a user who is in a group of a group and administers one computer twice', () => {
    let ids: string[];
    let entity: (index: number) => object;

    beforeAll(async () => {
      const whole = await write({
        nodes: [
          { kind: 'User', name: 'ANN' },
          { kind: 'Group', name: 'INNER' },
          { kind: 'Group', name: 'OUTER' },
          { kind: 'Computer', name: 'PC2' },
          { kind: 'Computer', name: 'PC1' },
          { kind: 'User', name: 'BOB' },
        ],
        memberOf: [
          [0, 1],
          [1, 2],
          [2, 1],
          [2, 2],
        ],
        adminTo: [
          [0, 3],
          [2, 3],
          [2, 4],
          [1, 5],
        ],
        owns: [[5, 3]],
      });
      ids = whole.nodes.map(({ objectid }) => objectid);
      entity = (index) => {
        const { objectid, name, kind: label } = whole.nodes[index] ?? { objectid: '', name: '', kind: '' };
        return { objectid, name, label, kinds: [label, 'Base'] };
      };
    });

    it('returns each computer once, by name', async () => {
      const page = await pageOf('User', ids[0] ?? '', byName);
      expect(page).toEqual({ count: 2, entities: [entity(4), entity(3)] });
    });

    it('returns the exact count without rows for an empty page and for a page after the end', async () => {
      const none = { count: 2, entities: [] };
      expect(await pageOf('User', ids[0] ?? '', { ...byName, limit: 0 })).toEqual(none);
      expect(await pageOf('User', ids[0] ?? '', { ...byName, skip: 5 })).toEqual(none);
    });

    it('returns nothing for a user without rights, and a graph of that user alone', async () => {
      expect(await pageOf('User', ids[5] ?? '', byName)).toEqual({ count: 0, entities: [] });
      expect(await pathsOf('User', ids[5] ?? '', 10)).toEqual({
        nodes: [entity(5)],
        edges: [],
        truncated: false,
      });
    });

    it('does not find a principal of another kind or with an unknown id', async () => {
      const missing = { status: 404 };
      await expect(pageOf('Group', ids[0] ?? '', byName)).rejects.toMatchObject(missing);
      await expect(pageOf('User', 'UNKNOWN', byName)).rejects.toMatchObject(missing);
      await expect(pathsOf('User', 'UNKNOWN', 10)).rejects.toMatchObject(missing);
    });

    it('shows the path to each right', async () => {
      const [ann = '', inner = '', outer = '', pc2 = '', pc1 = ''] = ids;
      expect(sorted(await pathsOf('User', ann, 10))).toEqual({
        nodes: [0, 1, 2, 3, 4].map(entity),
        edges: [
          { source: ann, target: inner, kind: 'MemberOf' },
          { source: ann, target: pc2, kind: 'AdminTo' },
          { source: inner, target: outer, kind: 'MemberOf' },
          { source: outer, target: inner, kind: 'MemberOf' },
          { source: outer, target: outer, kind: 'MemberOf' },
          { source: outer, target: pc2, kind: 'AdminTo' },
          { source: outer, target: pc1, kind: 'AdminTo' },
        ],
        truncated: false,
      });
    });
  });

  it('returns a version that grows with every change and only then', async () => {
    const [ann] = (await write({ nodes: [{ kind: 'User', name: 'NEW' }], memberOf: [], adminTo: [], owns: [] })).nodes;
    const version = async () => (await graph.reader.page(adminRightsOf('User', ann?.objectid ?? ''), byName)).version;
    const before = await version();
    expect(await version()).toBe(before);
    await write({ nodes: [{ kind: 'User', name: 'NEW' }], memberOf: [], adminTo: [], owns: [] });
    expect(await version()).toBeGreaterThan(before);
  });
}

function adminRightsOf(principal: PrincipalKind, objectid: string) {
  return { objectid, kinds: [Kind[principal]], walk: rights([Kind.AdminTo], [Kind.Computer]) };
}

function entityOf({ objectid, name, label, kinds }: ShownNode): ShownNode {
  return { objectid, name, label, kinds };
}

/** Graphs side by side, as one. */
function together(graphs: readonly PlainGraph[]): PlainGraph {
  let before = 0;
  const moved = graphs.map(({ nodes, memberOf, adminTo, owns }) => {
    const by = before;
    before += nodes.length;
    const move = (links: PlainGraph['owns']) => links.map(([source, target]) => [source + by, target + by] as const);
    return { nodes, memberOf: move(memberOf), adminTo: move(adminTo), owns: move(owns) };
  });
  return {
    nodes: moved.flatMap(({ nodes }) => nodes),
    memberOf: moved.flatMap(({ memberOf }) => memberOf),
    adminTo: moved.flatMap(({ adminTo }) => adminTo),
    owns: moved.flatMap(({ owns }) => owns),
  };
}

function startOfAPath(graph: PlainGraph): number {
  const start = graph.nodes.findIndex((_, place) => reachedFrom(graph, place).size > 1);
  return start < 0 ? 0 : start;
}

function nodeAt({ nodes }: PlainGraph, place: number): PlainNode {
  const node = nodes[place];
  if (!node) throw new Error(`the graph has no node ${place}`);
  return node;
}

function sorted({ nodes, edges, truncated }: Subgraph): Subgraph {
  return {
    nodes: nodes.toSorted((a, b) => compare(a.objectid, b.objectid)),
    edges: edges.toSorted((a, b) => compare(a.source + a.target + a.kind, b.source + b.target + b.kind)),
    truncated,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
