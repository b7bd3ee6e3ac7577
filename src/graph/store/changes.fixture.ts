import { expect } from '@jest/globals';
import type { Database } from '../../database/database.js';
import { changes, edgeStates } from './changes.sql.js';
import { currentVersion } from './graph-version.js';

/** The graph as a reader sees it, kept to be compared with the log. */
export interface Snapshot {
  readonly version: number;
  readonly edges: ReadonlySet<string>;
  /** By id: the property `hasspn` of described nodes. */
  readonly nodes: ReadonlyMap<number, unknown>;
}

/** Begins the log, as the first analysis does. */
export async function beginLog(database: Database): Promise<void> {
  await database.query('UPDATE graph_state SET logged_since = version');
}

export async function snapshotOf(database: Database): Promise<Snapshot> {
  const edges = await database.query<{ edge: string }>(
    "SELECT concat_ws(' ', source, k.name, target) AS edge FROM edge JOIN kind k ON k.id = edge.kind",
  );
  const nodes = await database.query<{ id: number; hasspn: unknown }>(
    "SELECT id, props -> 'hasspn' AS hasspn FROM node WHERE described",
  );
  return {
    version: await currentVersion(database),
    edges: new Set(edges.map(({ edge }) => edge)),
    nodes: new Map(nodes.map(({ id, hasspn }) => [id, hasspn])),
  };
}

/** Compares the log with each pair of snapshots. The last one is of the present graph. */
export async function expectChanges(database: Database, snapshots: readonly Snapshot[]): Promise<void> {
  for (const [place, since] of snapshots.entries())
    for (const until of snapshots.slice(place)) {
      const rows = await database.query<{ line: string }>(
        `${changes} SELECT concat_ws(' ', change, source_id, CASE type WHEN 'edge' THEN kind END, nullif(target_id, 0), properties) AS line FROM change`,
        [since.version, until.version],
      );
      expect(rows.map(({ line }) => line).toSorted()).toEqual(naiveChanges(since, until).toSorted());
    }
  const last = snapshots.at(-1)!;
  for (const since of snapshots) {
    const moved = await database.query<{ edge: string; had: boolean }>(
      `WITH ${edgeStates('true')} SELECT concat_ws(' ', source, k.name, target) AS edge, had FROM edge_state JOIN kind k ON k.id = kind
       WHERE $2::bigint >= $1::bigint AND source IN (SELECT id FROM node) AND target IN (SELECT id FROM node)`,
      [since.version, last.version],
    );
    const undone = new Set(last.edges);
    for (const { edge, had } of moved) undone[had ? 'add' : 'delete'](edge);
    const isLeft = (edge: string) => [edge.split(' ')[0], edge.split(' ')[2]].every((id) => ids.has(Number(id)));
    const ids = new Set((await database.query<{ id: number }>('SELECT id FROM node')).map(({ id }) => id));
    expect(undone).toEqual(new Set([...since.edges].filter(isLeft)));
  }
}

function naiveChanges(since: Snapshot, until: Snapshot): string[] {
  return [
    ...only(until.edges, since.edges).map((edge) => `came ${edge}`),
    ...only(since.edges, until.edges).map((edge) => `went ${edge}`),
    ...only(until.nodes.keys(), since.nodes).map((id) => `came ${id}`),
    ...only(since.nodes.keys(), until.nodes).map((id) => `went ${id}`),
    ...[...until.nodes].flatMap(([id, to]) => {
      const from = since.nodes.get(id);
      if (!since.nodes.has(id) || from === to) return [];
      return `changed ${id} {"hasspn": {"to": ${String(to)}, "from": ${String(from)}}}`;
    }),
  ];
}

function only<T>(one: Iterable<T>, other: { has(it: T): boolean }): T[] {
  return [...one].filter((it) => !other.has(it));
}
