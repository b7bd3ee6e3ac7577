import { Kind } from '../kinds/kind-catalogue.js';
import { linksOf } from './adjacency.js';
import type { ComputersData } from './computers.js';
import type { EdgeChange, SnapshotData } from './graph-snapshot.js';
import { NodeIndex } from './node-index.js';
import { rankingsOf } from './ranking.js';

export interface Computer {
  readonly id: number;
  readonly name: string;
  readonly objectid: string;
}

export type Edge = Omit<EdgeChange, 'op'>;

export function memberOf(source: number, target: number): Edge {
  return { kind: Kind.MemberOf, source, target };
}

export function adminTo(source: number, target: number): Edge {
  return { kind: Kind.AdminTo, source, target };
}

/** What reading the tables would give. @param nodes all ids, ascending */
export function snapshotOf(
  version: number,
  nodes: readonly number[],
  edges: Iterable<Edge>,
  computers: Iterable<Computer>,
): SnapshotData {
  const nodeIds = Int32Array.from(nodes);
  const index = new NodeIndex(nodeIds);
  const all = [...edges];
  const links = (kind: number) => {
    const some = all.filter((edge) => edge.kind === kind);
    const ends = (end: 'source' | 'target') => Int32Array.from(some, (edge) => index.ensure(edge[end]));
    return linksOf(nodeIds.length, ends('source'), ends('target'));
  };
  return {
    nodeIds,
    memberOf: links(Kind.MemberOf),
    adminTo: links(Kind.AdminTo),
    computers: computersOf(version, computers),
  };
}

export function computersOf(version: number, computers: Iterable<Computer>): ComputersData {
  const list = [...computers].toSorted((a, b) => compare(a.name, b.name) || a.id - b.id);
  const places = (key: keyof Computer) => {
    const values = [...new Set(list.map((it) => it[key]))].toSorted(compare);
    const placeOf = new Map(values.map((value, place) => [value, place + 1]));
    return Int32Array.from(list, (it) => placeOf.get(it[key]) ?? 0);
  };
  return {
    version,
    ids: Int32Array.from(list, ({ id }) => id),
    rankings: rankingsOf({ name: places('name'), objectid: places('objectid'), id: places('id') }),
  };
}

export function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
