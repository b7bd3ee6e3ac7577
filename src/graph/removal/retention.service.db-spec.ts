import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../config/load-settings.js';
import { EdgeFlag } from '../edge-flag.js';
import { described, edge, producing } from '../graph-records.fixture.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { GraphLoader } from '../loader/graph-loader.js';
import type { EdgeList, EdgeRecord, NodeRecord } from '../records.js';
import { GraphRemoval, type Removed } from './graph-removal.js';
import { RetentionService } from './retention.service.js';

const nothing = async () => {};

describe('RetentionService', () => {
  const clock = new FakeClock();
  let test: TestDatabase;
  let loader: GraphLoader;

  beforeAll(async () => {
    test = await testDatabase();
    loader = new GraphLoader(test.database, clock);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00Z');
    await new GraphRemoval(test.database).remove({}, nothing);
  });

  const load = (...records: (NodeRecord | EdgeRecord)[]) => loader.load(producing(...records));

  const loadList = (objectid: string, list: EdgeList, ...records: EdgeRecord[]) =>
    loader.load(async (sink) => {
      for (const record of records) await sink.edge(record);
      await sink.wholeList({ objectid, list });
    });

  /** What goes, or null, at a time and under settings. */
  async function age(time: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const retention = new RetentionService(test.database, loadSettings(environment));
    const removed = await retention.age(new Date(time), nothing);
    return removed && { nodes: removed.nodes, edges: removed.edges };
  }

  async function edges(): Promise<string[]> {
    const rows = await test.database.query<{ text: string }>(`
      SELECT s.objectid || ' ' || k.name || ' ' || t.objectid AS text FROM edge e
        JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind ORDER BY 1`);
    return rows.map(({ text }) => text);
  }

  async function nodes(): Promise<string[]> {
    const rows = await test.database.query<{ objectid: string }>('SELECT objectid FROM node ORDER BY 1');
    return rows.map(({ objectid }) => objectid);
  }

  /** As the analysis does. */
  async function derive(source: string, kind: number, target: string): Promise<void> {
    await test.database.query(
      `WITH written AS (
         INSERT INTO edge (source, kind, target, flags)
         SELECT s.id, $2, t.id, ${EdgeFlag.Derived} FROM node s, node t WHERE s.objectid = $1 AND t.objectid = $3
         ON CONFLICT (source, kind, target) DO UPDATE SET flags = edge.flags | ${EdgeFlag.Derived} RETURNING xmax)
       UPDATE graph_state SET edges = edges + (SELECT count(*) FROM written WHERE xmax = 0)`,
      [source, kind, target],
    );
  }

  const days = (ids: readonly string[]) => ids.map((id) => described(id, ['User', 'Base']));

  it('keeps sessions for three days and all else for seven, today not counted', async () => {
    await load(edge('C', 'HasSession', 'U'), edge('U', 'AdminTo', 'C'));
    expect(await age('2026-10-04T23:59:59Z')).toBeNull();
    expect(await age('2026-10-05T00:00:00Z')).toEqual({ nodes: {}, edges: { HasSession: 1 } });
    expect(await age('2026-10-05T00:00:00Z')).toBeNull();
    expect(await age('2026-10-08T23:59:59Z')).toBeNull();
    expect(await age('2026-10-09T00:00:00Z')).toEqual({ nodes: { Base: 2 }, edges: { AdminTo: 1 } });
    expect([await nodes(), await edges()]).toEqual([[], []]);
  });

  it('keeps for as long as is set, and for good where 0 is', async () => {
    await load(edge('C', 'HasSession', 'U'), edge('U', 'AdminTo', 'C'));
    expect(await age('2036-01-01T00:00:00Z', { RETENTION_SESSIONS: '0', RETENTION_DATA: '0' })).toBeNull();
    expect(await age('2026-10-20T00:00:00Z', { RETENTION_SESSIONS: '20', RETENTION_DATA: '30' })).toBeNull();
    expect(await age('2026-10-03T00:00:00Z', { RETENTION_SESSIONS: '1', RETENTION_DATA: '0' })).toEqual({
      nodes: {},
      edges: { HasSession: 1 },
    });
    expect(await age('2036-01-01T00:00:00Z', { RETENTION_DATA: '0' })).toBeNull();
    expect(await nodes()).toEqual(['C', 'U']);
  });

  it('keeps what was seen again, also on the same day twice', async () => {
    await load(edge('C', 'HasSession', 'U'), edge('D', 'HasSession', 'U'));
    clock.set('2026-10-04T12:00:00Z');
    await load(edge('C', 'HasSession', 'U'));
    expect(await age('2026-10-05T12:00:00Z')).toEqual({ nodes: {}, edges: { HasSession: 1 } });
    expect(await edges()).toEqual(['C HasSession U']);
  });

  it('lets a list go as a whole, and keeps those of its edges that somebody else states', async () => {
    const members: EdgeList = { of: 'incoming', kind: 'MemberOf' };
    await loadList('G', members, edge('U', 'MemberOf', 'G'), edge('V', 'MemberOf', 'G'), edge('W', 'MemberOf', 'G'));
    await load(edge('V', 'MemberOf', 'G'));
    clock.set('2026-10-05T12:00:00Z');
    await load(...days(['U', 'V', 'W', 'G']), edge('V', 'MemberOf', 'G'));
    await loadList('W', { of: 'outgoing', kind: 'MemberOf' }, edge('W', 'MemberOf', 'G'));
    expect(await age('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: { MemberOf: 1 } });
    expect(await edges()).toEqual(['V MemberOf G', 'W MemberOf G']);
    expect(await age('2026-10-13T12:00:00Z')).toMatchObject({ edges: { MemberOf: 2 } });
  });

  it('lets lists of rights go, and not those of the same node that are made of others', async () => {
    const stated = [edge('U', 'GenericAll', 'G', { isacl: true }), edge('U', 'MemberOf', 'G')];
    await loadList('G', { of: 'acl' }, stated[0]!);
    clock.set('2026-10-05T12:00:00Z');
    await load(...days(['U', 'G']));
    await loadList('G', { of: 'incoming', kind: 'MemberOf' }, stated[1]!);
    expect(await age('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: { GenericAll: 1 } });
    expect(await edges()).toEqual(['U MemberOf G']);
  });

  it('keeps an edge that follows from others, as one that nobody states', async () => {
    await load(edge('U', 'AdminTo', 'C'));
    await derive('U', Kind.AdminTo, 'C');
    clock.set('2026-10-05T12:00:00Z');
    await load(...days(['U', 'C']));
    expect(await age('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: {} });
    expect(await test.database.query('SELECT flags FROM edge')).toEqual([{ flags: EdgeFlag.Derived }]);
    expect(await test.database.query('SELECT FROM edge_seen')).toEqual([]);
  });

  it('lets a node go with what is derived for it', async () => {
    await load(...days(['U', 'C']));
    await derive('U', Kind.AdminTo, 'C');
    clock.set('2026-10-05T12:00:00Z');
    await load(...days(['U']));
    expect(await age('2026-10-09T12:00:00Z')).toEqual({ nodes: { User: 1 }, edges: { AdminTo: 1 } });
    expect([await nodes(), await edges()]).toEqual([['U'], []]);
  });

  it('keeps what analysis made for a domain while rights are derived through it and the domain is there', async () => {
    const domain = described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1' });
    const made = (objectid: string) => ({
      ...described(objectid, ['Group', 'Base'], { domainsid: 'S-1' }),
      described: false,
    });
    await load(domain, ...days(['U']), made('BIRCH-S-1-5-11'), made('S-1-9999'));
    await derive('U', Kind.MemberOf, 'BIRCH-S-1-5-11');
    clock.set('2026-10-05T12:00:00Z');
    await load(domain, ...days(['U']));
    expect(await age('2026-10-09T12:00:00Z')).toEqual({ nodes: { Group: 1 }, edges: {} });
    expect(await age('2026-10-09T12:00:00Z')).toBeNull();
    expect(await nodes()).toEqual(['BIRCH-S-1-5-11', 'S-1', 'U']);
    expect(await age('2026-10-13T12:00:00Z')).toEqual({
      nodes: { Domain: 1, Group: 1, User: 1 },
      edges: { MemberOf: 1 },
    });
  });

  it('forgets references to nodes that never came', async () => {
    await load(...days(['U']), edge('U', 'Owns', { match: [{ key: 'name', value: 'NOBODY' }] }));
    clock.set('2026-10-08T12:00:00Z');
    await load(...days(['U']));
    expect(await age('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: {} });
    expect(await test.database.query('SELECT FROM pending_edge')).toEqual([]);
    expect(await age('2026-10-09T12:00:00Z')).toBeNull();
  });

  it('makes one version, with what belongs to it in the same transaction, and none where nothing went', async () => {
    const retention = new RetentionService(test.database, loadSettings({}));
    const { version } = await load(edge('C', 'HasSession', 'U'));
    const told: Removed[] = [];
    const tell = async (_: unknown, removed: Removed) => void told.push(removed);
    await retention.age(new Date('2026-10-04T12:00:00Z'), tell);
    const fail = () => Promise.reject(new Error('no'));
    await expect(retention.age(new Date('2026-10-05T12:00:00Z'), fail)).rejects.toThrow('no');
    expect(await edges()).toEqual(['C HasSession U']);
    await retention.age(new Date('2026-10-05T12:00:00Z'), tell);
    await retention.age(new Date('2026-10-05T12:00:00Z'), tell);
    expect(told).toEqual([{ nodes: {}, edges: { HasSession: 1 }, versionBefore: version, versionAfter: version + 1 }]);
  });

  it('lets data that are sent again come back as they were', async () => {
    const all = [...days(['U', 'V']), edge('U', 'AdminTo', 'V', { note: 'x' }), edge('V', 'HasSession', 'U')];
    await load(...all);
    const before = [await nodes(), await edges()];
    await age('2026-11-01T12:00:00Z');
    clock.set('2026-11-01T12:00:00Z');
    await load(...all);
    expect([await nodes(), await edges()]).toEqual(before);
  });

  describe('after any collections on any days', () => {
    const ids = ['A', 'B', 'C', 'D'];
    const kinds = ['MemberOf', 'HasSession'];
    const october = Array.from({ length: 12 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
    const link = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...kinds), fc.constantFrom(...ids));
    const payload = fc.record({
      links: fc.array(link, { maxLength: 5 }),
      list: fc.option(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('incoming' as const, 'outgoing' as const))),
    });
    const runs = fc.array(fc.tuple(fc.constantFrom(...october), payload), { maxLength: 8 });

    /** An edge is there as long as a statement or a list that holds it is young enough; the newest list decides. */
    function reference(collected: readonly (readonly [string, PayloadOf<typeof payload>])[], until: string): string[] {
      const singles = new Map<string, string>();
      const lists = new Map<string, string>();
      const listed = new Map<string, readonly string[]>();
      const nodesSeen = new Map<string, string>();
      for (const [day, { links, list }] of collected) {
        const given = list && `${list[0]} ${list[1]}`;
        if (list) nodesSeen.set(list[0], nodesSeen.get(list[0]) ?? '');
        if (given) {
          for (const key of [...listed.keys()]) if (listed.get(key)!.includes(given)) listed.delete(key);
          lists.set(given, day);
        }
        for (const [source, kind, target] of links) {
          nodesSeen.set(source, day).set(target, day);
          const key = `${source} ${kind} ${target}`;
          const own = kind === 'MemberOf' ? [`${target} incoming`, `${source} outgoing`] : [];
          if (given && own.includes(given)) listed.set(key, own);
          else singles.set(key, day);
        }
      }
      const limit = (kind: string) =>
        new Date(Date.parse(until) - (kind === 'HasSession' ? 3 : 7) * 86_400_000).toISOString().slice(0, 10);
      const isYoung = (day: string | undefined, key: string) => day !== undefined && day >= limit(key.split(' ')[1]!);
      const left = new Set([...singles.keys(), ...listed.keys()]);
      return [...left]
        .filter(
          (key) =>
            isYoung(singles.get(key), key) || (listed.get(key) ?? []).some((list) => isYoung(lists.get(list), key)),
        )
        .toSorted();
    }

    it('leaves the edges that a plain reference says, and right totals', async () => {
      await fc.assert(
        fc.asyncProperty(runs, fc.constantFrom(...october.slice(4)), async (unordered, today) => {
          await new GraphRemoval(test.database).remove({}, nothing);
          const collected = unordered.filter(([day]) => day <= today).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
          for (const [day, { links, list }] of collected) {
            clock.set(`${day}T12:00:00Z`);
            await loader.load(async (sink) => {
              for (const [source, kind, target] of links) await sink.edge(edge(source, kind, target));
              if (list) await sink.wholeList({ objectid: list[0], list: { of: list[1], kind: 'MemberOf' } });
            });
          }
          await age(`${today}T12:00:00Z`);
          expect(await edges()).toEqual(reference(collected, `${today}T12:00:00Z`));
          expect(
            await test.database.query(`SELECT edges - (SELECT count(*) FROM edge) AS edges,
              (SELECT count(*) FROM edge e WHERE NOT EXISTS (SELECT FROM node n WHERE n.id = e.source)
                OR NOT EXISTS (SELECT FROM node n WHERE n.id = e.target)) AS dangling,
              (SELECT count(*) FROM edge_seen) - (SELECT count(*) FROM edge WHERE flags & 1 <> 0) AS singles FROM graph_state`),
          ).toEqual([{ edges: '0', dangling: '0', singles: '0' }]);
        }),
        { numRuns: 60 },
      );
    }, 120_000);
  });
});

type PayloadOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
