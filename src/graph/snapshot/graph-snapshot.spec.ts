import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EntityPageRequest } from '../graph-reader.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { adminTo, compare, type Computer, computersOf, type Edge, memberOf, snapshotOf } from './snapshot-data.fixture.js';
import { GraphSnapshot } from './graph-snapshot.js';

/** With so many, three computers of one holder are kept as bits, and two are not. */
const computerCount = 600;
const firstComputer = 100;

const [user, other, everywhere, many, few] = [1, 2, 3, 4, 5] as const;
const holders = [user, other, everywhere, many, few];

const ascending = [{ by: 'name', descending: false }] as const;
const orders: readonly EntityPageRequest['order'][] = [
  ascending,
  [{ by: 'name', descending: true }],
  [{ by: 'objectid', descending: false }],
  [{ by: 'objectid', descending: true }],
  [{ by: 'label', descending: true }],
  [
    { by: 'name', descending: false },
    { by: 'objectid', descending: true },
  ],
];

type Change =
  | { readonly do: 'toggle'; readonly edge: Edge }
  | { readonly do: 'rename'; readonly id: number; readonly name: string }
  /** Of a kind that is no computer; its edges stay. */
  | { readonly do: 'disguise'; readonly id: number }
  | { readonly do: 'delete'; readonly id: number }
  | { readonly do: 'create'; readonly id: number };

/** A graph that is told as lists of what is there, beside a snapshot that follows it. */
class FollowedGraph {
  private readonly edges = new Map<string, Edge>();
  private readonly computers = new Map<number, Computer>();
  private version = 1;
  readonly snapshot: GraphSnapshot;

  constructor(edges: readonly Edge[]) {
    for (let id = firstComputer; id < firstComputer + computerCount; id++) this.describe(id, nameOf(id));
    for (const edge of edges) this.edges.set(JSON.stringify(edge), edge);
    const nodes = [...holders, ...this.computers.keys()];
    this.snapshot = new GraphSnapshot(snapshotOf(1, nodes, this.edges.values(), this.computers.values()));
  }

  write(change: Change): void {
    const before = new Map(this.edges);
    if (change.do === 'toggle') {
      const key = JSON.stringify(change.edge);
      if (!this.edges.delete(key)) this.edges.set(key, change.edge);
    } else if (change.do === 'rename' || change.do === 'create') {
      this.describe(change.id, change.do === 'rename' ? change.name : nameOf(change.id));
    } else {
      this.computers.delete(change.id);
      if (change.do === 'delete')
        for (const [key, edge] of this.edges) if (edge.target === change.id) this.edges.delete(key);
    }
    const isOfComputers = change.do !== 'toggle';
    this.version++;
    const data = isOfComputers ? computersOf(this.version, this.computers.values()) : null;
    this.snapshot.apply(this.version, changesBetween(before, this.edges), isOfComputers, data);
  }

  /** Ids of the computers that a principal administers, found in the plainest way. */
  expected(principal: number, { skip, limit, order }: EntityPageRequest) {
    const reached = new Set([principal]);
    for (const each of reached)
      for (const { kind, source, target } of this.edges.values())
        if (kind === Kind.MemberOf && source === each) reached.add(target);
    const targets = [...this.edges.values()].filter(({ kind, source }) => kind === Kind.AdminTo && reached.has(source));
    const found = [...new Set(targets.map(({ target }) => target))].flatMap((id) => this.computers.get(id) ?? []);
    const last = order.at(-1)?.descending ? -1 : 1;
    const sorted = found.toSorted((a, b) => {
      for (const { by, descending } of order) {
        const difference = by === 'label' ? 0 : compare(a[by], b[by]);
        if (difference) return descending ? -difference : difference;
      }
      return (a.id - b.id) * last;
    });
    return { count: sorted.length, ids: sorted.slice(skip, skip + limit).map(({ id }) => id) };
  }

  private describe(id: number, name: string): void {
    this.computers.set(id, { id, name, objectid: `S-${(id * 7919) % 1009}` });
  }
}

function changesBetween(before: ReadonlyMap<string, Edge>, after: ReadonlyMap<string, Edge>) {
  const came = [...after].flatMap(([key, edge]) => (before.has(key) ? [] : [{ op: 1 as const, ...edge }]));
  const went = [...before].flatMap(([key, edge]) => (after.has(key) ? [] : [{ op: -1 as const, ...edge }]));
  return [...went, ...came];
}

/** So that some share a name, and names are in another order than ids. */
function nameOf(id: number): string {
  return `PC-${String((id * 37) % 200).padStart(3, '0')}`;
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => from + place);
}

/** One group that administers every computer, one with forty, one with two; the user is in the first two of them. */
const rights: readonly Edge[] = [
  ...range(firstComputer, computerCount).map((id) => adminTo(everywhere, id)),
  ...range(firstComputer + 100, 40).map((id) => adminTo(many, id)),
  ...range(firstComputer + 130, 2).map((id) => adminTo(few, id)),
];

const computer = fc.integer({ min: firstComputer, max: firstComputer + computerCount + 3 });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('toggle' as const),
      edge: fc.oneof(
        fc.tuple(fc.constantFrom(...holders), computer).map(([source, target]) => adminTo(source, target)),
        fc
          .tuple(fc.constantFrom(...holders), fc.constantFrom(everywhere, many, few))
          .map(([source, target]) => memberOf(source, target)),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      id: computer,
      name: fc.constantFrom('A', 'PC-100', 'Z'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('disguise' as const, 'delete' as const, 'create' as const),
      id: computer,
    }),
  },
);

const question = fc.record({
  principal: fc.constantFrom(...holders),
  order: fc.constantFrom(...orders),
  skip: fc.oneof(fc.nat(5), fc.nat(computerCount)),
  limit: fc.nat(12),
});

describe('GraphSnapshot', () => {
  it('answers as a plain search does, whatever changed and whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.array(question, { maxLength: 3 })), { maxLength: 12 }), (steps) => {
        const graph = new FollowedGraph([...rights, memberOf(user, many), memberOf(other, few)]);
        for (const [step, questions] of steps) {
          graph.write(step);
          for (const asked of questions)
            expect(graph.snapshot.adminRights(asked.principal, asked)).toEqual(graph.expected(asked.principal, asked));
        }
      }),
    );
  });

  it.each(orders.map((order) => [JSON.stringify(order), order] as const))('gives every page by %s', (_, order) => {
    const graph = new FollowedGraph([...rights, memberOf(user, everywhere), memberOf(other, many)]);
    for (const principal of [user, other, few]) {
      for (const skip of [0, 1, 20, 39, 40, 299, 300, 590, 599, 600]) {
        const request = { skip, limit: 10, order };
        expect(graph.snapshot.adminRights(principal, request)).toEqual(graph.expected(principal, request));
      }
    }
  });

  describe('where a user is in a group of many rights, and was asked about', () => {
    const page = { skip: 0, limit: 3, order: ascending };
    /** The first by name of those that the group administers. */
    const [first, second, third, fourth] = [200, 238, 211, 222];

    function asked(): FollowedGraph {
      const graph = new FollowedGraph([...rights, memberOf(user, many)]);
      expect(graph.snapshot.adminRights(user, page)).toEqual({ count: 40, ids: [first, second, third] });
      return graph;
    }

    it.each<{ title: string; change: Change; count: number; ids: readonly number[] }>([
      {
        title: 'loses a computer with its group',
        change: { do: 'toggle', edge: adminTo(many, second) },
        count: 39,
        ids: [first, third, fourth],
      },
      {
        title: 'gains a computer with its group',
        change: { do: 'toggle', edge: adminTo(many, 400) },
        count: 41,
        ids: [first, 400, second],
      },
      {
        title: 'loses all with its membership',
        change: { do: 'toggle', edge: memberOf(user, many) },
        count: 0,
        ids: [],
      },
      {
        title: 'gains all with a membership of its group',
        change: { do: 'toggle', edge: memberOf(many, everywhere) },
        count: 600,
        ids: [200, 400, 600],
      },
      {
        title: 'finds a renamed computer elsewhere',
        change: { do: 'rename', id: second, name: 'A' },
        count: 40,
        ids: [second, first, third],
      },
      {
        title: 'finds its computers where others were renamed before them',
        change: { do: 'rename', id: 699, name: 'A' },
        count: 40,
        ids: [first, second, third],
      },
      {
        title: 'misses a deleted computer',
        change: { do: 'delete', id: first },
        count: 39,
        ids: [second, third, fourth],
      },
      {
        title: 'misses a computer that turned out to be something else',
        change: { do: 'disguise', id: third },
        count: 39,
        ids: [first, second, fourth],
      },
      {
        title: 'finds its computers where another was created before them',
        change: { do: 'create', id: 800 },
        count: 40,
        ids: [first, second, third],
      },
    ])('$title', ({ change: written, count, ids }) => {
      const graph = asked();
      graph.write(written);
      expect(graph.snapshot.adminRights(user, page)).toEqual({ count, ids });
    });

    it('finds a computer that was something else when its group got the right', () => {
      const graph = asked();
      graph.write({ do: 'disguise', id: 400 });
      graph.write({ do: 'toggle', edge: adminTo(many, 400) });
      expect(graph.snapshot.adminRights(user, page).count).toBe(40);
      graph.write({ do: 'create', id: 400 });
      expect(graph.snapshot.adminRights(user, page)).toEqual({ count: 41, ids: [first, 400, second] });
    });
  });
});
