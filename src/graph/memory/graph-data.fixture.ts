import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { outgoingKinds } from '../store/list-row.js';
import { adjacenciesOf } from './adjacency.js';
import { EdgeBuffer, sideKey, isOfSource } from './edge-columns.js';
import { type GraphData, NodeFlag } from './graph-data.js';
import { MemoryGraph } from './memory-graph.js';
import { emptyProperties } from './property-columns.js';
import type { NameIndex } from './read-names.js';
import { TextsBuilder } from './texts.js';
import { sortedNumbers } from './sorted-numbers.js';

export interface PlainEdge {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  /** Of memberships: which list holds the edge. The lists of other kinds are on one side. */
  readonly lists?: 'source' | 'target' | 'both';
  /** 0 if absent. */
  readonly flags?: number;
}

type StoredEdge = readonly [source: number, key: number, target: number, flags: number];

/** A small graph as it is now, and how it is stored. */
export interface PlainGraph {
  /** By node, whose place is its id; 0: no such node. */
  readonly kinds: readonly number[];
  readonly edges: readonly PlainEdge[];
  /** Edges that these nodes own are in the overlay, and `former` ones in the base. Null: no overlay. */
  readonly changed: readonly number[] | null;
  readonly former: readonly PlainEdge[];
  /** The environment of all nodes. */
  readonly environment?: string;
  /** Nodes whose property `enabled` is false. */
  readonly disabled?: readonly number[];
  readonly protected?: readonly number[];
  /** Domains and units that block inheritance. */
  readonly blocking?: readonly number[];
}

/** The graph in memory, without a database. */
export function memoryGraphOf(plain: PlainGraph): MemoryGraph {
  const { kinds, changed, environment, disabled = [] } = plain;
  const size = kinds.length;
  const { base, overlay } = layersOf(plain);
  const state = Uint8Array.from(kinds, (kind) => (kind ? NodeFlag.Exists : 0));
  for (const node of plain.protected ?? []) state[node]! |= NodeFlag.Protected;
  for (const node of plain.blocking ?? []) state[node]! |= NodeFlag.BlocksInheritance;
  for (const node of changed ?? []) state[node]! |= NodeFlag.Replaced;
  const places = sortedNumbers([overlay.source.subarray(0, overlay.count), overlay.target.subarray(0, overlay.count)]);
  for (const node of places) state[node]! |= NodeFlag.Overlaid;
  const nodeCount = kinds.filter((kind) => kind > 0).length;
  const shared = { version: 1, nodeCount, state };
  return new MemoryGraph({
    ...shared,
    kindsVersion: 0,
    size,
    base: {
      ...shared,
      ids: Int32Array.from(kinds.keys()),
      places: null,
      slots: size,
      nodes: columnsOf(kinds, environment === undefined ? -1 : 0, disabled),
      index: noNames(),
      ...adjacenciesOf(base, size, null),
    },
    overlay: changed && {
      places,
      slots: places.length,
      nodes: columnsOf([], -1, []),
      index: noNames(),
      ...adjacenciesOf(overlay, places.length, places),
    },
    addedIds: new Int32Array(0),
    kindSets: kinds.map((kind) => [kind]),
    environments: environment === undefined ? [] : [environment],
    texts: [],
  });
}

function layersOf({ kinds, edges, changed, former }: PlainGraph): { base: EdgeBuffer; overlay: EdgeBuffer } {
  const isOverlaid = ([source, key, target]: StoredEdge) => changed?.includes(isOfSource(key) ? source : target);
  const [base, overlay] = [new EdgeBuffer(), new EdgeBuffer()];
  for (const edge of stored(edges)) {
    const [source, , target] = edge;
    if (isOverlaid(edge) && exist(kinds, source, target)) overlay.add(...edge);
    // Nodes that are gone now may have been there when the base was read.
    else if (!isOverlaid(edge) && (changed || exist(kinds, source, target))) base.add(...edge);
  }
  for (const edge of stored(former)) if (isOverlaid(edge)) base.add(...edge);
  return { base, overlay };
}

function noNames(): NameIndex {
  const none = new TextsBuilder().finish();
  return {
    nodes: new Int32Array(0),
    names: none,
    objectids: none,
    distinguishedNames: none,
    idTable: new Int32Array(0),
  };
}

/** Edges without kinds of other ends: those that a reader finds, each once. */
export function edgesIn({ kinds, edges }: PlainGraph): PlainEdge[] {
  const distinct = new Map(edges.map((edge) => [`${edge.source} ${edge.kind} ${edge.target}`, edge]));
  return [...distinct.values()].filter(({ source, target }) => exist(kinds, source, target));
}

/** Random graphs with cycles, loops, several edges between two nodes, nodes that are gone, and changes over a base. */
export function plainGraph(nodes: number, maxEdges: number): fc.Arbitrary<PlainGraph> {
  const id = fc.nat(nodes - 1);
  const edge = fc.record({
    source: id,
    kind: fc.constantFrom(Kind.MemberOf, Kind.AdminTo, Kind.HasSession, Kind.GenericAll),
    target: id,
    lists: fc.constantFrom('source' as const, 'target' as const, 'both' as const),
  });
  const kind = fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 9, arbitrary: fc.constantFrom(Kind.User, Kind.Group, Kind.Computer) },
  );
  return fc.record({
    kinds: fc.array(kind, { minLength: nodes, maxLength: nodes }),
    edges: fc.array(edge, { maxLength: maxEdges }),
    changed: fc.option(fc.uniqueArray(id)),
    former: fc.array(edge, { maxLength: maxEdges }),
  });
}

function exist(kinds: PlainGraph['kinds'], source: number, target: number): boolean {
  return kinds[source] !== 0 && kinds[target] !== 0;
}

function* stored(edges: readonly PlainEdge[]): Iterable<StoredEdge> {
  for (const { source, kind, target, lists, flags = 0 } of edges) {
    const side = kind === Kind.MemberOf ? lists : outgoingKinds.has(kind) ? 'source' : 'target';
    if (side !== 'target') yield [source, sideKey(kind, true), target, flags];
    if (side !== 'source') yield [source, sideKey(kind, false), target, flags];
  }
}

function columnsOf(
  kinds: readonly number[],
  environment: number,
  disabled: readonly number[],
): GraphData['base']['nodes'] {
  const properties = emptyProperties(kinds.length);
  // `enabled` is the first flag.
  for (const node of disabled) properties.flags[node] = 1;
  return {
    kind: Uint16Array.from(kinds),
    kindSet: Uint16Array.from(kinds, (_, index) => index),
    environment: new Int32Array(kinds.length).fill(environment),
    nameRank: new Uint32Array(kinds.length),
    objectidRank: new Uint32Array(kinds.length),
    ...properties,
  };
}
