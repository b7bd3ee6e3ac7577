import type { EntityPageRequest } from '../graph-reader.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { GraphSnapshot } from './graph-snapshot.js';
import { compare, type Computer, computersOf, type Edge, snapshotOf } from './snapshot-data.fixture.js';

/** With so many, three computers of one holder are kept as bits, and two are not. */
export const computerCount = 600;
export const firstComputer = 100;

/** One version's change. */
export type Change =
  | { readonly do: 'toggle'; readonly edge: Edge }
  | { readonly do: 'rename'; readonly id: number; readonly name: string }
  /** Of a kind that is no computer; its edges stay. */
  | { readonly do: 'disguise'; readonly id: number }
  | { readonly do: 'delete'; readonly id: number }
  | { readonly do: 'create'; readonly id: number };

/** A graph that is told as lists of what is there, beside a snapshot that follows it. */
export class FollowedGraph {
  private readonly edges = new Map<string, Edge>();
  private readonly computers = new Map<number, Computer>();
  private version = 1;
  readonly snapshot: GraphSnapshot;

  /** @param others ids of the nodes that are no computers, below all of theirs */
  constructor(others: readonly number[], edges: readonly Edge[]) {
    for (const id of range(firstComputer, computerCount)) this.describe(id, nameOf(id));
    for (const edge of edges) this.edges.set(JSON.stringify(edge), edge);
    const nodes = [...others, ...this.computers.keys()];
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

export function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => from + place);
}
