import fc from 'fast-check';
import type { Database } from '../../../database/database.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { ACL_LIST, isOutgoing, Origin, PRIMARY_GROUP_LIST } from '../../store/list-row.js';
import { firstStoredDay } from '../../store/renewed-days.js';
import { clearGraph } from '../../../../test/support/test-graph.js';

/** The tables of a graph as plain values. Nodes and days are small numbers: day 1 is 2026-10-01. */
export interface PlainTables {
  readonly nodes: readonly PlainNode[];
  readonly records: readonly PlainRecord[];
  readonly lists: readonly PlainList[];
}

export interface PlainNode {
  readonly id: number;
  readonly kinds: readonly number[];
  readonly described: boolean;
  readonly environment: number | null;
  readonly lastSeen: number;
}

export interface PlainRecord {
  readonly id: number;
  readonly owner: number;
  readonly seen: number;
}

export interface PlainEntry {
  readonly peer: number;
  readonly kind: number;
  /** For an added list. */
  readonly day: number;
  readonly note: number | null;
}

export interface PlainList {
  readonly owner: number;
  readonly list: number;
  readonly origin: Origin;
  readonly record: number | null;
  readonly entries: readonly PlainEntry[];
}

/** An edge with the lists that hold it. */
export interface PlainEdge {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  /** The list and the day of each statement; null if it is derived. */
  readonly statements: readonly { readonly list: PlainList; readonly day: number | null }[];
}

const nodeIds = [1, 2, 3, 4, 5, 6];
const days = fc.integer({ min: 1, max: 12 });
const nodeId = fc.constantFrom(...nodeIds);

const node = (id: number): fc.Arbitrary<PlainNode> =>
  fc.record({
    id: fc.constant(id),
    kinds: fc
      .tuple(fc.constantFrom(Kind.User, Kind.Group, Kind.Computer), fc.constantFrom(Kind.Base, Kind.AZBase, Kind.GPO))
      .map((kinds) => [...kinds]),
    described: fc.boolean(),
    environment: fc.option(fc.constantFrom(1, 2)),
    lastSeen: days,
  });

const list: fc.Arbitrary<PlainList> = fc
  .record({
    owner: nodeId,
    list: fc.constantFrom(Kind.MemberOf, PRIMARY_GROUP_LIST, ACL_LIST, Kind.AdminTo, Kind.Owns, Kind.HasSession),
    origin: fc.constantFrom(Origin.Whole, Origin.Whole, Origin.Added, Origin.Derived, Origin.Resolved),
    record: fc.option(fc.constantFrom(...nodeIds)),
    entries: fc.uniqueArray(
      fc.record({
        // Nobody describes node 7: a list may name a node that is gone.
        peer: fc.constantFrom(...nodeIds, 7),
        kind: fc.constantFrom(Kind.Owns, Kind.GenericAll),
        day: days,
        note: fc.option(fc.nat(9)),
      }),
      { minLength: 1, maxLength: 4, selector: ({ peer, kind }) => peer * 1000 + kind },
    ),
  })
  // Only sources state primary groups.
  .filter(({ list: number, origin }) => number !== PRIMARY_GROUP_LIST || origin !== Origin.Derived)
  .map(({ list: number, entries, ...rest }) => ({
    ...rest,
    list: number,
    entries: distinct(
      entries.map((entry) => (number === ACL_LIST ? entry : { ...entry, kind: kindOf(number) })),
      ({ peer, kind }) => `${peer} ${kind}`,
    ).toSorted((one, other) => one.peer - other.peer || one.kind - other.kind),
  }));

/** Any nodes but one or two, with any lists. */
export const plainTables: fc.Arbitrary<PlainTables> = fc
  .tuple(
    fc.tuple(...nodeIds.map(node)),
    fc.uniqueArray(nodeId, { maxLength: 2 }),
    fc.array(fc.record({ owner: nodeId, seen: days }), { maxLength: 5 }),
    fc.uniqueArray(list, { maxLength: 10, selector: (it) => `${it.owner} ${it.list} ${it.origin}` }),
  )
  .map(([nodes, absent, records, lists]) => ({
    nodes: nodes.filter(({ id }) => !absent.includes(id)),
    records: records
      .map((record, index) => ({ id: index + 1, ...record }))
      .filter(({ owner }) => !absent.includes(owner)),
    lists: lists.filter(({ owner }) => !absent.includes(owner)),
  }));

/** Edges both of whose ends exist. */
export function plainEdges(tables: PlainTables): PlainEdge[] {
  const exists = (end: number) => tables.nodes.some(({ id }) => id === end);
  return statedEdges(tables).filter(({ source, target }) => exists(source) && exists(target));
}

function statedEdges({ nodes, records, lists }: PlainTables): PlainEdge[] {
  const edges = new Map<string, PlainEdge & { statements: { list: PlainList; day: number | null }[] }>();
  for (const it of lists) {
    for (const { peer, kind, day: ownDay } of it.entries) {
      const [source, target] = isOutgoing(it.list) ? [it.owner, peer] : [peer, it.owner];
      const key = `${source} ${kind} ${target}`;
      const edge = edges.get(key) ?? { source, kind, target, statements: [] };
      edges.set(key, edge);
      edge.statements.push({ list: it, day: it.origin === Origin.Added ? ownDay : dayOfList({ nodes, records }, it) });
    }
  }
  return [...edges.values()];
}

/** The latest day of a record or list that names the node. */
export function dayOfNode(tables: PlainTables, { id, lastSeen }: PlainNode): number {
  const own = tables.records.filter(({ owner }) => owner === id).map(({ seen }) => seen);
  const named = tables.lists.flatMap((it) =>
    it.entries
      .filter(({ peer }) => it.owner === id || peer === id)
      .map(({ day }) => (it.origin === Origin.Added ? day : (dayOfList(tables, it) ?? 0))),
  );
  return Math.max(lastSeen, ...own, ...named);
}

function dayOfList({ nodes, records }: Pick<PlainTables, 'nodes' | 'records'>, it: PlainList): number | null {
  if (it.origin === Origin.Derived || it.origin === Origin.Resolved) return null;
  return records.find(({ id }) => id === it.record)?.seen ?? nodes.find(({ id }) => id === it.owner)?.lastSeen ?? null;
}

/** The tables without these nodes and edges. */
export function withoutPlain(tables: PlainTables, gone: ReadonlySet<number>, isGone: StatementTest): PlainTables {
  const goes = new Set<string>();
  for (const edge of statedEdges(tables))
    for (const { list: it, day } of edge.statements)
      if (gone.has(edge.source) || gone.has(edge.target) || isGone(edge, day)) goes.add(entryKey(it, edge));
  return {
    nodes: tables.nodes.filter(({ id }) => !gone.has(id)),
    records: tables.records.filter(({ owner }) => !gone.has(owner)),
    lists: tables.lists
      .filter(({ owner }) => !gone.has(owner))
      .map((it) => ({ ...it, entries: it.entries.filter((entry) => !goes.has(entryKey(it, entryEdge(it, entry)))) }))
      .filter(({ entries }) => entries.length > 0),
  };
}

export type StatementTest = (edge: PlainEdge, day: number | null) => boolean;

type Ends = Pick<PlainEdge, 'source' | 'kind' | 'target'>;

function entryEdge({ owner, list: number }: PlainList, { peer, kind }: PlainEntry): Ends {
  return isOutgoing(number) ? { source: owner, kind, target: peer } : { source: peer, kind, target: owner };
}

function entryKey(it: PlainList, { source, kind, target }: Ends): string {
  return [it.owner, it.list, it.origin, source, kind, target].join(' ');
}

/** Replaces the graph of the database. The version becomes 0, and every record is known. */
export async function writeTables(database: Database, { nodes, records, lists }: PlainTables): Promise<void> {
  await clearGraph(database);
  const rows = {
    nodes: nodes.map((it) => ({ ...it, kind: it.kinds[0], lastSeen: dateOf(it.lastSeen) })),
    records: records.map((it) => ({ ...it, seen: dateOf(it.seen) })),
    lists: lists.map((it) => ({
      ...it,
      peers: it.entries.map(({ peer }) => peer),
      kinds: it.list === ACL_LIST ? it.entries.map(({ kind }) => kind) : null,
      days: it.origin === Origin.Added ? it.entries.map(({ day }) => daysSinceZero(day)) : null,
      details: detailsOf(it),
    })),
  };
  await database.query(
    `INSERT INTO node (id, objectid, kind, kinds, name, environment, described, last_seen)
     SELECT id, 'N' || id, kind, kinds, 'N' || id, 'N' || environment, described, "lastSeen"
     FROM jsonb_to_recordset($1) AS it (id int, kind smallint, kinds smallint[], environment int, described boolean, "lastSeen" date)`,
    [JSON.stringify(rows.nodes)],
  );
  await database.query(
    `INSERT INTO collector_record (id, owner, type, digest, seen, renewable, counts)
     SELECT id, owner, id::text, gen_random_uuid(), seen, true, '{}'
     FROM jsonb_to_recordset($1) AS it (id int, owner int, seen date)`,
    [JSON.stringify(rows.records)],
  );
  await renewRows(database);
  await database.query(
    `INSERT INTO edge_list (owner, list, origin, peers, kinds, days, details, record)
     SELECT owner, list, origin, peers, kinds, days, nullif(details, 'null'), record FROM jsonb_to_recordset($1) AS it
       (owner int, list smallint, origin smallint, peers int[], kinds smallint[], days smallint[], details jsonb, record int)`,
    [JSON.stringify(rows.lists)],
  );
}

/** Makes half of the nodes and records as if they had been written earlier and then renewed to their days. */
async function renewRows(database: Database): Promise<void> {
  const tables = [
    ['node', 'last_seen', 'node_days'],
    ['collector_record', 'seen', 'record_days'],
  ] as const;
  for (const [table, column, blocks] of tables)
    await database.query(`
      INSERT INTO ${blocks} SELECT 0, array_agg(coalesce(${column} - ${firstStoredDay}, 0) ORDER BY place)
      FROM generate_series(0, 511) place LEFT JOIN ${table} ON id = place AND id % 2 = 1;
      UPDATE ${table} SET ${column} = ${firstStoredDay} WHERE id % 2 = 1`);
}

/** The result of {@link readTables} for tables. */
export function tableLines({ nodes, records, lists }: PlainTables): string[] {
  return [
    ...nodes.map(({ id }) => `node ${id}`),
    ...records.map(({ id }) => `record ${id}`),
    ...lists.flatMap((it) =>
      it.entries.map(({ peer, kind, day, note }) =>
        ['edge', it.owner, it.list, it.origin, peer, kind, it.origin === Origin.Added ? day : '', note ?? ''].join(' '),
      ),
    ),
  ].toSorted();
}

export async function readTables(database: Database): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    `SELECT 'node ' || id AS line FROM node UNION ALL SELECT 'record ' || id FROM collector_record
     UNION ALL SELECT concat_ws(' ', 'edge', owner, list, origin, peer,
       coalesce(p.kind, CASE list WHEN ${PRIMARY_GROUP_LIST} THEN ${Kind.MemberOf} ELSE list END),
       coalesce((p.day - ${daysSinceZero(0)})::text, ''), coalesce(details -> (place - 1)::text ->> 'note', ''))
     FROM edge_list, unnest(peers, kinds, days) WITH ORDINALITY p(peer, kind, day, place)`,
  );
  return rows.map(({ line }) => line).toSorted();
}

export function dateOf(day: number): string {
  return `2026-10-${String(day).padStart(2, '0')}`;
}

function daysSinceZero(day: number): number {
  return Math.round((Date.UTC(2026, 9, day) - Date.UTC(2000, 0, 1)) / 86_400_000);
}

function detailsOf({ entries }: PlainList): object | null {
  const noted = entries.flatMap(({ note }, index) => (note === null ? [] : [[index, { note }] as const]));
  return noted.length > 0 ? Object.fromEntries(noted) : null;
}

function kindOf(number: number): number {
  return number === PRIMARY_GROUP_LIST ? Kind.MemberOf : number;
}

function distinct<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
