import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { outgoingKinds } from '../store/list-row.js';
import { adjacenciesOf } from './adjacency.js';
import { EdgeBuffer, edgeKey } from './edge-columns.js';
import { type GraphData, NodeState } from './graph-data.js';
import { MemoryGraph } from './memory-graph.js';
import { sortedIds } from './sorted-ids.js';

export interface PlainEdge {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  /** Of memberships: which list holds the edge. The lists of other kinds are on one side. */
  readonly lists?: 'source' | 'target' | 'both';
}

/** A small graph as it is now, and how it is stored. */
export interface PlainGraph {
  /** By node id; 0: no such node. */
  readonly kinds: readonly number[];
  readonly edges: readonly PlainEdge[];
  /** Edges that these nodes own are in the overlay, and `former` ones in the base. Null: no overlay. */
  readonly changed: readonly number[] | null;
  readonly former: readonly PlainEdge[];
}

/** The graph in memory, without a database. */
export function memoryGraphOf({ kinds, edges, changed, former }: PlainGraph): MemoryGraph {
  const size = kinds.length;
  const isChanged = new Set(changed);
  const [base, overlay] = [new EdgeBuffer(), new EdgeBuffer()];
  for (const [source, key, target] of stored(edges)) {
    const isOverlaid = isChanged.has(key & 1 ? source : target);
    if (!isOverlaid || exist(kinds, source, target)) (isOverlaid ? overlay : base).add(source, key, target, 0);
  }
  for (const [source, key, target] of stored(former))
    if (isChanged.has(key & 1 ? source : target)) base.add(source, key, target, 0);
  const state = Uint8Array.from(kinds, (kind) => (kind ? NodeState.Exists : 0));
  for (const node of isChanged) state[node]! |= NodeState.Replaced;
  const ids = sortedIds([overlay.source.subarray(0, overlay.count), overlay.target.subarray(0, overlay.count)]);
  for (const node of ids) state[node]! |= NodeState.Overlaid;
  const nodeCount = kinds.filter((kind) => kind > 0).length;
  const data: GraphData = {
    version: 1,
    size,
    nodeCount,
    base: {
      version: 1,
      ids: null,
      slots: size,
      nodeCount,
      state,
      nodes: columnsOf(kinds),
      ...adjacenciesOf(base, size, null),
    },
    overlay: changed && { ids, slots: ids.length, nodes: columnsOf([]), ...adjacenciesOf(overlay, ids.length, ids) },
    state,
    kindSets: kinds.map((kind) => [kind]),
    environments: [],
  };
  return new MemoryGraph(data);
}

/** Edges without kinds of other ends: those that a reader finds, each once. */
export function edgesIn({ kinds, edges }: PlainGraph): PlainEdge[] {
  const distinct = new Map(edges.map((edge) => [`${edge.source} ${edge.kind} ${edge.target}`, edge]));
  return [...distinct.values()].filter(({ source, target }) => exist(kinds, source, target));
}

/** Random graphs with cycles, loops, several edges between two nodes, nodes that are gone, and changes over a base. */
export function plainGraph(nodes: number, mostEdges: number): fc.Arbitrary<PlainGraph> {
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
    edges: fc.array(edge, { maxLength: mostEdges }),
    changed: fc.option(fc.uniqueArray(id)),
    former: fc.array(edge, { maxLength: mostEdges }),
  });
}

function exist(kinds: PlainGraph['kinds'], source: number, target: number): boolean {
  return kinds[source] !== 0 && kinds[target] !== 0;
}

function* stored(edges: readonly PlainEdge[]): Iterable<readonly [source: number, key: number, target: number]> {
  for (const { source, kind, target, lists } of edges) {
    const side = kind === Kind.MemberOf ? lists : outgoingKinds.has(kind) ? 'source' : 'target';
    if (side !== 'target') yield [source, edgeKey(kind, true), target];
    if (side !== 'source') yield [source, edgeKey(kind, false), target];
  }
}

function columnsOf(kinds: readonly number[]): GraphData['base']['nodes'] {
  return {
    kind: Uint16Array.from(kinds),
    kindSet: Uint16Array.from(kinds, (_, index) => index),
    environment: new Int32Array(kinds.length).fill(-1),
    nameRank: new Uint32Array(kinds.length),
    objectidRank: new Uint32Array(kinds.length),
  };
}
