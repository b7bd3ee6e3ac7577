import type { TestApp } from '../support/app.js';

/** A node as stored. */
interface PlainNode {
  readonly objectid: string;
  readonly name: string;
  /** Names, the primary one first. */
  readonly kinds: readonly string[];
  readonly environment: string | null;
  readonly props: Readonly<Record<string, unknown>>;
  readonly isTierZero: boolean;
  readonly isOwned: boolean;
}

/** An edge by the places of its ends. */
export interface PlainEdge {
  readonly source: number;
  readonly kind: string;
  readonly target: number;
}

interface Row extends Omit<PlainNode, 'isTierZero' | 'isOwned'> {
  readonly id: number;
}

/** The stored graph as plain arrays, for programs that answer questions by loops alone. */
export class PlainEstate {
  private constructor(
    readonly nodes: readonly PlainNode[],
    readonly edges: readonly PlainEdge[],
    private readonly traversable: ReadonlySet<string>,
    /** Seconds since 1970. */
    private readonly now: number,
  ) {}

  static async read(app: TestApp): Promise<PlainEstate> {
    const kinds = await app.database.query<{ id: number; name: string; traversable: boolean }>(
      'SELECT id, name, traversable FROM kind',
    );
    const nameOf = new Map(kinds.map(({ id, name }) => [id, name]));
    const rows = await app.database.query<Omit<Row, 'kinds'> & { kinds: number[] }>(
      'SELECT id, objectid, name, array_prepend(kind, array_remove(kinds, kind)) AS kinds, environment, props FROM node ORDER BY id',
    );
    const edges = await app.database.query<{ source: number; kind: number; target: number }>(
      'SELECT source, kind, target FROM edge',
    );
    const membersOf = async (group: number) => {
      const path = `/api/v2/asset-groups/${group}/members?limit=10000`;
      const { data } = (await (await app.as('administrator', 'signature', 'GET', path)).json()) as {
        data: readonly { objectID: string }[];
      };
      return new Set(data.map(({ objectID }) => objectID));
    };
    const [tierZero, owned] = [await membersOf(1), await membersOf(2)];
    const placeOf = new Map(rows.map(({ id }, place) => [id, place]));
    return new PlainEstate(
      rows.map((row) => ({
        ...row,
        kinds: row.kinds.map((kind) => nameOf.get(kind)!),
        isTierZero: tierZero.has(row.objectid),
        isOwned: owned.has(row.objectid),
      })),
      edges.map(({ source, kind, target }) => ({
        source: placeOf.get(source)!,
        kind: nameOf.get(kind)!,
        target: placeOf.get(target)!,
      })),
      new Set(kinds.flatMap(({ name, traversable }) => (traversable ? [name] : []))),
      Date.now() / 1000,
    );
  }

  /** @param given name or object id */
  placeOf(given: string): number {
    const places = [...this.nodes.keys()].filter((place) => {
      const { name, objectid } = this.nodes[place]!;
      return name === given || objectid === given;
    });
    if (places.length !== 1) throw new Error(`${places.length} nodes have the name ${given}`);
    return places[0]!;
  }

  /** Whether there are the objects that a line of an answer names: one, one of a kind in an environment, or both ends of an edge. */
  hasObjectsOf(line: string): boolean {
    const words = line.replace(/:[ \d,]*$/, '').split(' ');
    const isKnown = (some: readonly string[]) =>
      this.nodes.some(({ name, objectid }) => [name, objectid].includes(some.join(' ')));
    return (
      isKnown(words) || words.some((_, at) => isKnown(words.slice(at + 1)) && (at === 0 || isKnown(words.slice(0, at))))
    );
  }

  /** Names of the nodes of a kind that pass a test. */
  named(kind: string, test: (props: Readonly<Record<string, unknown>>, node: PlainNode) => boolean): string[] {
    return this.nodes.filter((node) => node.kinds.includes(kind) && test(node.props, node)).map(({ name }) => name);
  }

  /** Whether a time that a collector sent is this many days before now. Never is before nothing. */
  isOlder(time: unknown, days: number): boolean {
    return typeof time === 'number' && time > 0 && time < this.now - days * 86_400;
  }

  /** Edges that pass a test, as texts. */
  linked(test: (kind: string, source: PlainNode, target: PlainNode) => boolean): string[] {
    return this.edges
      .filter(({ source, kind, target }) => test(kind, this.nodes[source]!, this.nodes[target]!))
      .map((edge) => this.textOf(edge));
  }

  textOf({ source, kind, target }: PlainEdge): string {
    return `${this.nodes[source]!.name} ${kind} ${this.nodes[target]!.name}`;
  }

  isTraversable(kind: string): boolean {
    return this.traversable.has(kind);
  }

  /** The other ends of the edges of each node, of traversable ones by default. */
  neighbours(direction: 'in' | 'out', isFollowed = ({ kind }: PlainEdge) => this.isTraversable(kind)): number[][] {
    const lists: number[][] = this.nodes.map(() => []);
    for (const edge of this.edges)
      if (isFollowed(edge))
        if (direction === 'out') lists[edge.source]!.push(edge.target);
        else lists[edge.target]!.push(edge.source);
    return lists;
  }

  tierZero(): number[] {
    return [...this.nodes.keys()].filter((place) => this.nodes[place]!.isTierZero);
  }

  /** An account outside of tier zero that is not known to be disabled. */
  isAccount(place: number): boolean {
    const { kinds, props, isTierZero } = this.nodes[place]!;
    const isOfKind = ['User', 'Computer', 'AZUser', 'AZServicePrincipal'].includes(kinds[0]!);
    return isOfKind && props['enabled'] !== false && !isTierZero;
  }
}

/** Steps to each node that is reached from some. */
export function stepsFrom(starts: readonly number[], neighbours: readonly (readonly number[])[]): Map<number, number> {
  const steps = new Map(starts.map((start) => [start, 0]));
  const queue = [...starts];
  for (const node of queue)
    for (const next of neighbours[node]!)
      if (!steps.has(next)) {
        steps.set(next, steps.get(node)! + 1);
        queue.push(next);
      }
  return steps;
}
