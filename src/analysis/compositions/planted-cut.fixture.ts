import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { PlainEdge, PlainGraph } from '../../graph/memory/graph-data.fixture.js';

/** How many of each, and layers of groups between the accounts and a narrow place, and between it and the end. */
export interface PlantedSizes {
  readonly narrowPlaces: number;
  readonly accounts: number;
  /** Two at least. */
  readonly layers: number;
  /** Groups of a layer of one narrow place, two at least. */
  readonly width: number;
  /** Edges from one layer to the next beside those that the proof needs, between any two narrow places. */
  readonly more: number;
}

export interface PlantedCut {
  readonly graph: PlainGraph;
  readonly end: number;
  readonly kinds: readonly number[];
  /** The keys of the narrow places, as `sort at by`. */
  readonly cut: readonly string[];
}

const kinds = [Kind.MemberOf, Kind.AdminTo, Kind.GenericAll, Kind.WriteDacl, Kind.Owns];

/**
 * A graph whose smallest plan is known. All ways lead over narrow places, each of which one fix cuts. Each has layers of its own before and behind
 * it, in which two ways share no fix. So each plan has a fix for each narrow place, and the only one that is enough there is its own.
 */
export function plantedCut({ narrowPlaces, accounts, layers, width, more }: PlantedSizes, seed: number): PlantedCut {
  const random = numbersFrom(seed);
  const planted = new Planting();
  const end = planted.node(Kind.Domain);
  const [before, behind]: [number[][][], number[][][]] = [[], []];
  const cut: string[] = [];
  for (let place = 0; place < narrowPlaces; place++) {
    const [entry, exit] = [planted.node(Kind.Group), planted.node(Kind.Group)];
    const members = planted.nodes(Kind.User, Math.ceil(accounts / narrowPlaces));
    const [first, second] = [planted.layers(layers, width), planted.layers(layers, width)];
    planted.link(members, first[0]!);
    planted.joinAll(first);
    for (const group of first.at(-1)!) planted.edge(group, Kind.MemberOf, entry);
    cut.push(planted.narrow(entry, exit, random));
    for (const group of second[0]!) planted.edge(exit, Kind.MemberOf, group);
    planted.joinAll(second);
    for (const group of second.at(-1)!) planted.edge(group, Kind.GenericAll, end);
    before.push([members, ...first]);
    behind.push(second);
  }
  for (const side of [before, behind])
    for (let turn = 0; turn < more; turn++) {
      const layer = random(side[0]!.length - 1);
      const [from, to] = [side[random(narrowPlaces)]![layer]!, side[random(narrowPlaces)]![layer + 1]!];
      planted.edge(from[random(from.length)]!, Kind.MemberOf, to[random(to.length)]!);
    }
  return { graph: planted.graph(), end, kinds, cut: cut.toSorted() };
}

class Planting {
  private readonly kinds: number[] = [];
  private readonly edges = new Map<string, PlainEdge>();

  node(kind: number): number {
    return this.kinds.push(kind) - 1;
  }

  nodes(kind: number, count: number): number[] {
    return Array.from({ length: count }, () => this.node(kind));
  }

  layers(count: number, width: number): number[][] {
    return Array.from({ length: count }, () => this.nodes(Kind.Group, width));
  }

  edge(source: number, kind: number, target: number): void {
    this.edges.set(`${source} ${kind} ${target}`, { source, kind, target });
  }

  /** Two memberships for each, so that ways from two of them need not meet. */
  link(from: readonly number[], to: readonly number[]): void {
    for (const [index, node] of from.entries())
      for (const next of [index, index + 1]) this.edge(node, Kind.MemberOf, to[next % to.length]!);
  }

  joinAll(layers: readonly (readonly number[])[]): void {
    for (const [index, layer] of layers.slice(1).entries()) this.link(layers[index]!, layer);
  }

  /** What one fix cuts: a membership, a local right, or all rights of a trustee on an object. */
  narrow(entry: number, exit: number, random: (below: number) => number): string {
    const choice = random(3);
    if (choice === 0) this.edge(entry, Kind.MemberOf, exit);
    else if (choice === 1) this.edge(entry, Kind.AdminTo, exit);
    else for (const kind of [Kind.GenericAll, Kind.WriteDacl, Kind.Owns]) this.edge(entry, kind, exit);
    return `${['member', 'local', 'entry'][choice]} ${exit} ${entry}`;
  }

  graph(): PlainGraph {
    return { kinds: this.kinds, edges: [...this.edges.values()], changed: null, former: [] };
  }
}

/** Numbers below a limit, the same for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
