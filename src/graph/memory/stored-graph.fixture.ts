import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { EdgeFlag, PropertyFlag } from '../store/edge-flag.js';
import { ACL_LIST, isOutgoing, kindAt, type ListRow, Origin, PRIMARY_GROUP_LIST } from '../store/list-row.js';
import { ChangeLog } from '../store/change-log.js';
import { ListChanges } from '../store/list-changes.js';
import type { GraphData } from './graph-data.js';
import { placeOfObject } from './place-of-object.js';
import { MemoryGraph } from './memory-graph.js';

/** Values of properties, and others that memory does not keep. */
const propValues = {
  enabled: [true, false, undefined, null, 'true', 1],
  isdc: [true, false],
  lastlogon: [0, -1, 1_700_000_000, 2 ** 31 - 1, null, 2 ** 31, -(2 ** 31), 1.5, undefined, false],
  operatingsystem: ['Windows', 'É "漢"\n', '', null, 7, ['Windows']],
};
const keptValues: Readonly<Record<string, (value: unknown) => boolean>> = {
  enabled: (value) => typeof value === 'boolean',
  isdc: (value) => typeof value === 'boolean',
  lastlogon: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  operatingsystem: (value) => typeof value === 'string',
};

/** A row of the table of nodes. */
export interface StoredNode {
  readonly kind: number;
  readonly kinds: readonly number[];
  readonly name: string;
  readonly environment: string | null;
  /** The property `blocksinheritance`. */
  readonly blocks: boolean;
  /** The property that says that it inherits no rights. */
  readonly protectedBy: string | null;
  /** Some that memory keeps. */
  readonly props: Readonly<Record<keyof typeof propValues, unknown>>;
}

export type StoredRow = Pick<ListRow, 'list' | 'origin' | 'peers' | 'kinds' | 'flags'>;

/** The tables of a small graph. */
export interface StoredGraph {
  readonly nodes: Map<number, StoredNode>;
  /** Rows of each owner. */
  readonly lists: Map<number, readonly StoredRow[]>;
}

/** Node ids that random graphs use; some have no node. */
export const maxNodes = 12;

/** Later ones belong to nodes that changes create. */
const lastNode = maxNodes + 10;

const id = fc.integer({ min: 1, max: maxNodes });
const allKinds: readonly number[] = [Kind.User, Kind.Group, Kind.Computer, Kind.OU, Kind.Domain, Kind.Base];
const kind = fc.constantFrom(...allKinds);
const edgeKinds: readonly number[] = [Kind.MemberOf, Kind.AdminTo, Kind.HasSession, Kind.GenericAll];
const edgeKind = fc.constantFrom(...edgeKinds);

export const storedNode: fc.Arbitrary<StoredNode> = fc.record({
  kind,
  kinds: fc.uniqueArray(kind, { maxLength: 3 }),
  name: fc.constantFrom('A', 'B', 'a', 'AA', 'É', '漢'),
  environment: fc.option(fc.constantFrom('S-1', 'S-2')),
  blocks: fc.boolean(),
  protectedBy: fc.constantFrom(null, null, 'isaclprotected', 'ignoresinheritedaces', 'adminsdholderprotected'),
  props: fc.record({
    enabled: fc.constantFrom(...propValues.enabled),
    isdc: fc.constantFrom(...propValues.isdc),
    lastlogon: fc.constantFrom(...propValues.lastlogon),
    operatingsystem: fc.constantFrom(...propValues.operatingsystem),
  }),
});

const entries = fc.uniqueArray(fc.record({ peer: id, kind: edgeKind, inherited: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ peer }) => peer,
});

const storedRow = fc
  .record({
    list: fc.constantFrom<number>(0, Kind.MemberOf, Kind.AdminTo, Kind.HasSession, PRIMARY_GROUP_LIST),
    origin: fc.constantFrom(...Object.values(Origin)),
    entries,
  })
  .map(({ list, origin, entries: all }): StoredRow => {
    const sorted = all.toSorted((one, other) => one.peer - other.peer);
    return {
      list,
      origin,
      peers: sorted.map(({ peer }) => peer),
      kinds: list === 0 ? sorted.map((entry) => entry.kind) : null,
      flags: sorted.some(({ inherited }) => inherited) ? sorted.map(({ inherited }) => (inherited ? 8 : 0)) : null,
    };
  });

export const storedRows = fc.uniqueArray(storedRow, {
  maxLength: 4,
  selector: ({ list, origin }) => `${list} ${origin}`,
});

export const storedGraph: fc.Arbitrary<StoredGraph> = fc.record({
  nodes: fc.uniqueArray(fc.tuple(id, storedNode), { selector: ([it]) => it }).map((all) => new Map(all)),
  lists: fc.uniqueArray(fc.tuple(id, storedRows), { selector: ([it]) => it }).map((all) => new Map(all)),
});

/** Writes nodes and lists: those that are null are deleted. */
export async function store(
  database: Database,
  nodes: Iterable<readonly [number, StoredNode | null]>,
  lists: Iterable<readonly [number, readonly StoredRow[] | null]>,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [node, stored] of nodes) {
      await tx.prepared('DELETE FROM node WHERE id = $1', [node]);
      if (!stored) continue;
      const { kind: shown, kinds, name, environment, blocks, protectedBy, props } = stored;
      const all = {
        ...props,
        ...(blocks && { blocksinheritance: true }),
        isaclprotected: false,
        ...(protectedBy !== null && { [protectedBy]: true }),
      };
      await tx.prepared(
        `INSERT INTO node (id, objectid, kind, kinds, name, environment, described, props, last_seen)
         VALUES ($1, $2, $3, $4::smallint[], $5, $6, true, $7, now())`,
        [node, objectidOf(node), shown, kinds, name, environment, JSON.stringify(all)],
      );
    }
    const changes = new ListChanges(new ChangeLog(false));
    for (const [owner, rows] of lists) {
      await tx.prepared('DELETE FROM edge_list WHERE owner = $1', [owner]);
      for (const row of rows ?? []) changes.put(owner, { ...row, days: null, details: null, record: null }, null);
    }
    await changes.write(tx);
  });
}

/** Not in the order of ids. */
function objectidOf(node: number): string {
  return `N${(node * 7) % 13}-${node}`;
}

/** Every edge once, as `source kind target`, with its flags. */
function edgesOf({ nodes, lists }: StoredGraph): Map<string, number> {
  const edges = new Map<string, number>();
  for (const [owner, rows] of lists)
    for (const row of rows)
      for (const [index, peer] of row.peers.entries()) {
        if (!nodes.has(owner) || !nodes.has(peer)) continue;
        const of = kindAt(row, index);
        const edge = isOutgoing(row.list) ? `${owner} ${of} ${peer}` : `${peer} ${of} ${owner}`;
        edges.set(edge, (edges.get(edge) ?? 0) | flagsOf(row, index));
      }
  return edges;
}

function flagsOf({ list, origin, flags }: StoredRow, index: number): number {
  const ofList = list === ACL_LIST ? PropertyFlag.isacl : list === PRIMARY_GROUP_LIST ? PropertyFlag.isprimarygroup : 0;
  return (
    (flags?.[index] ?? 0) |
    ofList |
    [EdgeFlag.Listed, EdgeFlag.Collected, EdgeFlag.Derived, EdgeFlag.Collected][origin]!
  );
}

/** Counts the edges that a graph in memory visits. */
export function edgeCountOf(data: GraphData): number {
  let count = 0;
  new MemoryGraph(data).edges(() => count++);
  return count;
}

/** Compares all answers of a graph in memory with the tables. */
export function expectSame(graph: MemoryGraph, stored: StoredGraph): void {
  const { nodes } = stored;
  const edges = edgesOf(stored);
  const visited: string[] = [];
  graph.edges((source, of, target, flags) =>
    visited.push(`${graph.idOf(source)} ${of} ${graph.idOf(target)} ${flags}`),
  );
  for (const [edge, flags] of edges) {
    const [source, of, target] = edge.split(' ').map(Number);
    expect(graph.flagsOf(graph.placeOf(source!), of!, graph.placeOf(target!))).toBe(flags);
  }
  expect(visited.toSorted()).toEqual([...edges].map(([edge, flags]) => `${edge} ${flags}`).toSorted());
  expect(graph.nodeCount).toBe(nodes.size);
  for (let node = 0; node <= lastNode; node++) {
    const place = graph.placeOf(node);
    expect(nodeIn(graph, place)).toEqual(nodeOf(nodes.get(node)));
    expect(placeOfObject(graph, objectidOf(node).toLowerCase())).toBe(nodes.has(node) ? place : -1);
    for (const of of edgeKinds) {
      const found: string[] = [];
      graph.targets(place, of, (target) => found.push(`${node} ${of} ${graph.idOf(target)}`));
      graph.sources(place, of, (source) => found.push(`< ${graph.idOf(source)} ${of} ${node}`));
      const wanted = [...edges.keys()].flatMap((edge) => {
        const [source, itsKind, target] = edge.split(' ').map(Number);
        if (itsKind !== of) return [];
        return [...(source === node ? [edge] : []), ...(target === node ? [`< ${edge}`] : [])];
      });
      expect(found.toSorted()).toEqual(wanted.toSorted());
    }
  }
  const ids = [...nodes.keys()];
  const [nameRank, objectidRank] = [graph.ranks('nameRank'), graph.ranks('objectidRank')];
  expectOrder(
    ids,
    (node) => nodes.get(node)!.name,
    (node) => nameRank(graph.placeOf(node)),
  );
  expectOrder(ids, objectidOf, (node) => objectidRank(graph.placeOf(node)));
}

function nodeIn(graph: MemoryGraph, node: number): object | null {
  if (!graph.exists(node)) return null;
  const environment = graph.environmentOf(node);
  return {
    kind: graph.kindOf(node),
    kinds: allKinds.filter((it) => graph.hasKind(node, it)),
    environment: environment < 0 ? null : graph.environments[environment],
    blocks: graph.blocksInheritance(node),
    isProtected: graph.isProtected(node),
    ...Object.fromEntries(Object.keys(propValues).map((name) => [name, graph.property(name)?.(node)])),
  };
}

function nodeOf(stored: StoredNode | undefined): object | null {
  if (!stored) return null;
  const { kind: shown, kinds, environment, blocks, protectedBy, props } = stored;
  const kept = Object.entries(props).map(([name, value]) => {
    const isKept = (value ?? null) === null || keptValues[name]!(value);
    return [name, isKept ? (value ?? null) : undefined];
  });
  return {
    ...Object.fromEntries(kept),
    kind: shown,
    kinds: allKinds.filter((it) => kinds.includes(it)),
    environment,
    blocks: blocks && (shown === Kind.OU || shown === Kind.Domain),
    isProtected: protectedBy !== null,
  };
}

function expectOrder(ids: readonly number[], textOf: (id: number) => string, rankOf: (id: number) => number): void {
  for (const one of ids)
    for (const other of ids)
      expect(Math.sign(rankOf(one) - rankOf(other))).toBe(
        Buffer.compare(Buffer.from(textOf(one)), Buffer.from(textOf(other))),
      );
}
