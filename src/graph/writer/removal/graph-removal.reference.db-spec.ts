import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { beginLog, expectChanges, type Snapshot, snapshotOf } from '../../store/changes.fixture.js';
import { loadSettings } from '../../../base/config/load-settings.js';
import { Origin } from '../../store/list-row.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { kindDefinitions } from '../../kinds/kind-definitions.js';
import { GraphExpiry } from './graph-expiry.js';
import { GraphRemoval } from './graph-removal.js';
import {
  dateOf,
  dayOfNode,
  type PlainEdge,
  plainEdges,
  type PlainList,
  type PlainNode,
  type PlainTables,
  plainTables,
  readTables,
  type StatementTest,
  tableLines,
  withoutPlain,
  writeTables,
} from './plain-lists.fixture.js';
import type { GraphCriteria } from './selection.js';
import { NamedKinds } from '../../kinds/free-kinds.js';

const criteria: fc.Arbitrary<GraphCriteria> = fc.record(
  {
    source: fc.constantFrom(Kind.Base, Kind.AZBase, Kind.GPO),
    kinds: fc.uniqueArray(fc.constantFrom(Kind.User, Kind.Group, Kind.MemberOf, Kind.Owns, Kind.HasSession), {
      minLength: 1,
      maxLength: 3,
    }),
    environment: fc.constantFrom('N1', 'N2'),
    notSeenSince: fc.constantFrom(...[3, 6, 9, 12].map(dateOf)),
  },
  { requiredKeys: [] },
);

describe('a removal from any tables', () => {
  let test: TestDatabase;
  let removal: GraphRemoval;

  beforeAll(async () => {
    test = await testDatabase();
    removal = new GraphRemoval(test.database, new NamedKinds());
  });
  afterAll(() => test.drop());

  it('removes what plain maps say, as its preview counts', async () => {
    await fc.assert(
      fc.asyncProperty(plainTables, criteria, async (tables, asked) => {
        await writeTables(test.database, tables);
        const left = remove(tables, asked);
        const preview = await removal.preview(asked);
        expect(await readTables(test.database)).toEqual(tableLines(tables));
        const before = await logged();
        const removed = await removal.remove(asked, () => Promise.resolve());
        expect([preview.nodes, preview.edges]).toEqual([removed.nodes, removed.edges]);
        expect(removed).toMatchObject(difference(tables, left));
        await expectConsistent(tables, left);
        if (left.nodes.length > 0) await expectChanges(test.database, [before, await snapshotOf(test.database)]);
      }),
      { numRuns: 150 },
    );
  });

  it('ages what plain maps say', async () => {
    await fc.assert(
      fc.asyncProperty(plainTables, fc.integer({ min: 4, max: 20 }), async (tables, today) => {
        const expiry = new GraphExpiry(test.database, loadSettings({ EDITION: 'enterprise' }), new NamedKinds());
        await writeTables(test.database, tables);
        const before = await logged();
        const left = age(tables, today);
        const removed = await expiry.removeExpired(new Date(`${dateOf(today)}T12:00:00Z`), () => Promise.resolve());
        const isSame = tableLines(left).length === tableLines(tables).length;
        const counts = removed && { nodes: removed.nodes, edges: removed.edges };
        expect(counts).toEqual(isSame ? null : difference(tables, left));
        await expectConsistent(tables, left);
        if (left.nodes.length > 0) await expectChanges(test.database, [before, await snapshotOf(test.database)]);
        const again = await expiry.removeExpired(new Date(`${dateOf(today)}T12:00:00Z`), () => Promise.resolve());
        expect(again === null).toBe(tableLines(age(left, today)).length === tableLines(left).length);
      }),
      { numRuns: 150 },
    );
  });

  async function logged(): Promise<Snapshot> {
    await beginLog(test.database);
    return snapshotOf(test.database);
  }

  /** The tables hold the rest; records of removed edges are forgotten; a version lists the changes. */
  async function expectConsistent(before: PlainTables, left: PlainTables): Promise<void> {
    expect(await readTables(test.database)).toEqual(tableLines(left));
    const touched = touchedBy(before, left);
    const forgotten = await test.database.query<{ id: number }>('SELECT id FROM collector_record WHERE digest IS NULL');
    expect(new Set(forgotten.map(({ id }) => id))).toEqual(touched.records);
    const changes = await test.database.query<{ version: string; owners: number[]; nodes: number[] }>(
      'SELECT version, owners, nodes FROM graph_change',
    );
    const isChanged = touched.owners.size + touched.nodes.size > 0;
    expect(changes.map(({ version }) => version)).toEqual(isChanged ? ['1'] : []);
    expect(new Set(changes[0]?.nodes)).toEqual(touched.nodes);
    expect(new Set(changes[0]?.owners)).toEqual(new Set([...touched.owners, ...touched.nodes]));
  }
});

function remove(tables: PlainTables, { source, kinds, environment, notSeenSince }: GraphCriteria): PlainTables {
  const firstDay = notSeenSince === undefined ? null : Number(notSeenSince.slice(-2));
  const isThere = (it: PlainNode) =>
    (source === undefined || it.kinds.includes(source)) &&
    (environment === undefined || `N${it.environment}` === environment || `N${it.id}` === environment);
  const isGone = (it: PlainNode) =>
    isThere(it) &&
    (source === undefined || ![Kind.Base, Kind.AZBase].some((kind) => kind !== source && it.kinds.includes(kind))) &&
    (!kinds || kinds.some((kind) => it.kinds.includes(kind))) &&
    (firstDay === null || dayOfNode(tables, it) < firstDay);
  const isMeant = ({ source: from, kind, statements }: PlainEdge) => {
    const days = statements.flatMap(({ day }) => day ?? []);
    return (
      (kinds !== undefined || firstDay !== null) &&
      (!kinds || kinds.includes(kind)) &&
      (firstDay === null || (days.length > 0 && Math.max(...days) < firstDay)) &&
      tables.nodes.some((it) => it.id === from && isThere(it))
    );
  };
  return withoutPlain(tables, idsOf(tables.nodes.filter(isGone)), isMeant);
}

function age(tables: PlainTables, today: number): PlainTables {
  const isOld: StatementTest = ({ kind }, day) => day !== null && day < today - (kind === Kind.HasSession ? 3 : 7);
  const young = withoutPlain(tables, new Set(), isOld);
  const old = idsOf(tables.nodes.filter((it) => dayOfNode(young, it) < today - 7));
  const derived = plainEdges(tables).filter(({ statements }) =>
    statements.some(({ list: { origin } }) => origin === Origin.Derived),
  );
  const isNeeded = ({ id, described, environment }: PlainNode) =>
    !described &&
    tables.nodes.some((domain) => domain.id === environment && !old.has(domain.id)) &&
    derived.some(({ source, target }) => source === id || target === id);
  const left = withoutPlain(tables, idsOf(tables.nodes.filter((it) => old.has(it.id) && !isNeeded(it))), isOld);
  const isSame = tableLines(left).length === tableLines(tables).length;
  return isSame ? tables : { ...left, records: left.records.filter(({ seen }) => seen >= today - 7) };
}

function idsOf(nodes: readonly PlainNode[]): Set<number> {
  return new Set(nodes.map(({ id }) => id));
}

function difference(before: PlainTables, left: PlainTables): { nodes: object; edges: object } {
  const kept = new Set(plainEdges(left).map(edgeKey));
  return {
    nodes: counted(before.nodes.filter((it) => !left.nodes.includes(it)).map(({ kinds }) => kinds[0]!)),
    edges: counted(
      plainEdges(before)
        .filter((it) => !kept.has(edgeKey(it)))
        .map(({ kind }) => kind),
    ),
  };
}

function counted(kinds: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) {
    const { name } = kindDefinitions.find(({ id }) => id === kind)!;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Nodes that went, owners of lists that changed, and records that are left and gave one of them or are of its owner. */
function touchedBy(before: PlainTables, left: PlainTables) {
  const after = new Map(left.lists.map((it) => [listKey(it), it.entries.length]));
  const changed = before.lists.filter((it) => after.get(listKey(it)) !== it.entries.length);
  const gone = idsOf(before.nodes.filter((it) => !left.nodes.includes(it)));
  const owners = new Set(changed.map(({ owner }) => owner).filter((owner) => !gone.has(owner)));
  const givers = new Set(changed.flatMap(({ record }) => record ?? []));
  const records = new Set(
    left.records.filter(({ id, owner }) => owners.has(owner) || givers.has(id)).map(({ id }) => id),
  );
  return { nodes: gone, owners, records };
}

function edgeKey({ source, kind, target }: PlainEdge): string {
  return `${source} ${kind} ${target}`;
}

function listKey({ owner, list, origin }: PlainList): string {
  return `${owner} ${list} ${origin}`;
}
