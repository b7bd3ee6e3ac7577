import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { described, edge, known, producing } from '../graph-records.fixture.js';
import { GraphLoader } from '../loader/graph-loader.js';
import type { EdgeRecord, NodeRecord } from '../records.js';
import { GraphRemoval, type Removed } from './graph-removal.js';
import type { GraphCriteria } from './selection.js';

interface StoredNode {
  readonly objectid: string;
  readonly kind: string;
  readonly kinds: readonly string[];
  readonly environment: string | null;
  readonly last_seen: string;
}

interface StoredEdge {
  readonly source: string;
  readonly kind: string;
  readonly target: string;
}

interface Stored {
  readonly nodes: readonly StoredNode[];
  readonly edges: readonly StoredEdge[];
}

/** As {@link GraphCriteria}, with names of kinds. */
interface NamedCriteria extends Omit<GraphCriteria, 'source' | 'kinds'> {
  readonly source?: string;
  readonly kinds?: readonly string[];
}

/** The day on which an edge was last stated. */
type SeenOn = Map<string, string>;

const nothing = async () => {};

describe('GraphRemoval', () => {
  const clock = new FakeClock('2026-10-01T12:00:00Z');
  let test: TestDatabase;
  let loader: GraphLoader;
  let removal: GraphRemoval;

  beforeAll(async () => {
    test = await testDatabase();
    loader = new GraphLoader(test.database, clock);
    removal = new GraphRemoval(test.database);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00Z');
    await removal.remove({}, nothing);
  });

  async function idOf(name: string): Promise<number> {
    const [row] = await test.database.query<{ id: number }>('SELECT id FROM kind WHERE name = $1', [name]);
    return row?.id ?? -1;
  }

  async function criteriaOf({ source, kinds, ...rest }: NamedCriteria): Promise<GraphCriteria> {
    return {
      ...rest,
      ...(source !== undefined && { source: await idOf(source) }),
      ...(kinds && { kinds: await Promise.all(kinds.map(idOf)) }),
    };
  }

  const load = (...records: (NodeRecord | EdgeRecord)[]) => loader.load(producing(...records));
  const remove = async (criteria: NamedCriteria) => removal.remove(await criteriaOf(criteria), nothing);

  async function stored(): Promise<Stored> {
    const nodes = await test.database.query<StoredNode>(`
      SELECT n.objectid, k.name AS kind, n.environment, n.last_seen::text,
        ARRAY(SELECT name FROM kind WHERE id = ANY (n.kinds)) AS kinds
      FROM node n JOIN kind k ON k.id = n.kind ORDER BY n.objectid`);
    const edges = await test.database.query<StoredEdge>(`
      SELECT s.objectid AS source, k.name AS kind, t.objectid AS target
      FROM edge e LEFT JOIN node s ON s.id = e.source LEFT JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind
      ORDER BY 1, 2, 3`);
    return { nodes, edges };
  }

  /** What must hold of the tables whatever was removed. */
  async function faults(): Promise<unknown> {
    const [row] = await test.database.query(`
      SELECT computers - (SELECT count(*) FROM node WHERE kind = 3) AS computers, edges - (SELECT count(*) FROM edge) AS edges,
        (SELECT count(*) FROM edge_props p WHERE NOT EXISTS (
          SELECT FROM edge e WHERE (e.source, e.kind, e.target) = (p.source, p.kind, p.target))) AS props,
        (SELECT count(*) FROM (SELECT source, kind, target FROM edge_seen EXCEPT SELECT source, kind, target FROM edge) s) AS seen,
        (SELECT count(*) FROM (SELECT node_id FROM collected EXCEPT SELECT id FROM node) c) AS lists
      FROM graph_state`);
    return row;
  }
  const noFaults = { computers: '0', edges: '0', props: '0', seen: '0', lists: '0' };

  const estate = [
    described('S-1', ['Domain', 'Base'], { domainsid: 'S-1', name: 'BIRCH' }),
    described('U', ['User', 'Base'], { domainsid: 'S-1' }),
    described('G', ['Group', 'Base'], { domainsid: 'S-1' }),
    described('C', ['Computer', 'Base'], { domainsid: 'S-1' }),
    described('T', ['AZTenant', 'AZBase'], { tenantid: 'T' }),
    described('A', ['AZUser', 'AZBase'], { tenantid: 'T' }),
    described('R', ['Repo', 'ACME'], {}),
    edge('U', 'MemberOf', 'G', { since: 'May' }),
    edge('G', 'AdminTo', 'C'),
    edge(known('A'), 'SyncedToADUser', 'U'),
    edge(known('U', 'ACME'), 'Pushes', known('R')),
  ];

  it('removes a source with every edge of its nodes, and says how much of each kind', async () => {
    const { version } = await load(...estate);
    const removed = await remove({ source: 'Base' });
    expect(removed).toEqual({
      nodes: { Computer: 1, Domain: 1, Group: 1, User: 1 },
      edges: { AdminTo: 1, MemberOf: 1, Pushes: 1, SyncedToADUser: 1 },
      versionBefore: version,
      versionAfter: version + 1,
    });
    const { nodes, edges } = await stored();
    expect([nodes.map(({ objectid }) => objectid), edges]).toEqual([['A', 'R', 'T'], []]);
    expect(await faults()).toEqual(noFaults);
  });

  it('removes a source that a file brought along, but no node of a directory that it mentions', async () => {
    await load(...estate);
    expect(await remove({ source: 'ACME' })).toMatchObject({ nodes: { Repo: 1 }, edges: { Pushes: 1 } });
    expect((await stored()).nodes.map(({ objectid }) => objectid)).toContain('U');
  });

  it('removes edges of a kind and leaves their nodes', async () => {
    await load(...estate);
    expect(await remove({ kinds: ['MemberOf', 'AdminTo'] })).toMatchObject({
      nodes: {},
      edges: { AdminTo: 1, MemberOf: 1 },
    });
    expect((await stored()).nodes).toHaveLength(7);
    expect(await faults()).toEqual(noFaults);
  });

  it('removes nodes and edges of several kinds', async () => {
    await load(...estate);
    expect(await remove({ kinds: ['Computer', 'SyncedToADUser'] })).toMatchObject({
      nodes: { Computer: 1 },
      edges: { AdminTo: 1, SyncedToADUser: 1 },
    });
  });

  it('removes what all criteria fit', async () => {
    await load(...estate);
    expect(await remove({ source: 'Base', kinds: ['User', 'AZUser'] })).toMatchObject({ nodes: { User: 1 } });
    expect(await remove({ source: 'AZBase', kinds: ['AdminTo'] })).toMatchObject({ nodes: {}, edges: {} });
    expect(await remove({ environment: 'S-1', kinds: ['AdminTo'] })).toMatchObject({
      nodes: {},
      edges: { AdminTo: 1 },
    });
  });

  it('removes a tenant and all that belongs to it', async () => {
    await load(...estate);
    expect(await remove({ environment: 'T' })).toMatchObject({
      nodes: { AZTenant: 1, AZUser: 1 },
      edges: { SyncedToADUser: 1 },
    });
  });

  it('removes nodes that were last seen before a day', async () => {
    await load(...estate);
    clock.set('2026-10-03T00:00:00Z');
    await load(described('U', ['User', 'Base']), edge('U', 'MemberOf', 'G'));
    expect((await remove({ notSeenSince: '2026-10-01' })).nodes).toEqual({});
    expect((await remove({ notSeenSince: '2026-10-03', source: 'Base' })).nodes).toEqual({ Computer: 1, Domain: 1 });
    expect((await stored()).nodes.map(({ objectid }) => objectid)).toEqual(['A', 'G', 'R', 'T', 'U']);
  });

  it('removes edges that nobody has stated since a day, also those of lists', async () => {
    const members = (...ids: string[]) =>
      loader.load(async (sink) => {
        for (const id of ids) await sink.edge(edge(id, 'MemberOf', 'G'));
        await sink.wholeList({ objectid: 'G', list: { of: 'incoming', kind: 'MemberOf' } });
      });
    await members('U', 'V');
    await load(edge('U', 'AdminTo', 'C'), edge('V', 'AdminTo', 'C'));
    clock.set('2026-10-05T12:00:00Z');
    await load(edge('U', 'AdminTo', 'C'), described('V', ['User', 'Base']));
    expect((await removal.preview(await criteriaOf({ notSeenSince: '2026-10-05' }))).edges).toEqual({
      AdminTo: 1,
      MemberOf: 2,
    });
    await members('U', 'V');
    expect((await remove({ notSeenSince: '2026-10-05', kinds: ['MemberOf'] })).edges).toEqual({});
    expect(await remove({ notSeenSince: '2026-10-05' })).toMatchObject({ nodes: {}, edges: { AdminTo: 1 } });
    expect((await stored()).edges.map(({ source, kind }) => `${source} ${kind}`)).toEqual([
      'U AdminTo',
      'U MemberOf',
      'V MemberOf',
    ]);
    expect(await faults()).toEqual(noFaults);
  });

  it.each([
    [{ source: 'ACME' }, 0],
    [{ source: 'Base' }, 1],
    [{ notSeenSince: '2026-10-01' }, 1],
    [{ notSeenSince: '2026-10-02' }, 0],
    [{ kinds: ['Pushes'] }, 1],
    [{}, 0],
  ] as [NamedCriteria, number][])('forgets with %j what waits for a node', async (criteria, left) => {
    const missing = { match: [{ key: 'name', value: 'NOT THERE' }] };
    await load(...estate, edge(known('R', 'ACME'), 'Pushes', missing));
    await remove(criteria);
    expect(await test.database.query('SELECT FROM pending_edge')).toHaveLength(left);
  });

  it('makes no version where nothing fits', async () => {
    const { version } = await load(...estate);
    expect(await remove({ environment: 'ELSEWHERE' })).toEqual({
      nodes: {},
      edges: {},
      versionBefore: version,
      versionAfter: version,
    });
  });

  it('removes everything', async () => {
    await load(...estate);
    await remove({});
    expect(await stored()).toEqual({ nodes: [], edges: [] });
    expect(await faults()).toEqual(noFaults);
  });

  it('lets all that was removed come again', async () => {
    await load(...estate);
    const before = await stored();
    await remove({ kinds: ['Group', 'SyncedToADUser'] });
    await load(...estate);
    expect(await stored()).toEqual(before);
  });

  it('removes nothing where what belongs to it fails', async () => {
    await load(...estate);
    const before = await stored();
    await expect(removal.remove({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await stored()).toEqual(before);
    expect(await faults()).toEqual(noFaults);
  });

  it('tells what it would remove without a change, while others write', async () => {
    const { version } = await load(...estate);
    const before = await stored();
    const preview = await test.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7268001)');
      return removal.preview(await criteriaOf({ source: 'AZBase' }));
    });
    expect(preview).toEqual({
      nodes: { AZTenant: 1, AZUser: 1 },
      edges: { SyncedToADUser: 1 },
      versionBefore: version,
      versionAfter: version,
    });
    expect(await stored()).toEqual(before);
  });

  describe('on any graph', () => {
    const ids = ['N0', 'N1', 'N2', 'N3', 'N4', 'N5', 'N6'];
    const days = ['2026-10-01', '2026-10-02', '2026-10-03'];
    const environments = ['S-1', 'T', 'N0'];
    const nodeKinds = ['User', 'Group', 'Computer', 'Thing'];
    const edgeKinds = ['MemberOf', 'AdminTo', 'Owns', 'Thing'];
    const sources = ['Base', 'AZBase', 'ACME'];

    const node = fc
      .tuple(
        fc.constantFrom(...ids),
        fc.constantFrom(...nodeKinds),
        fc.constantFrom(...sources),
        fc.option(fc.constantFrom(...environments), { nil: undefined }),
      )
      .map(([id, kind, source, domainsid]) =>
        described(id, [kind, source], domainsid === undefined ? {} : { domainsid }),
      );
    const link = fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...edgeKinds), fc.constantFrom(...ids), fc.boolean())
      .map(([source, kind, target, noted]) => edge(source, kind, target, noted ? { note: 'x' } : {}));
    const loads = fc.array(fc.tuple(fc.constantFrom(...days), fc.array(fc.oneof(node, link), { maxLength: 10 })), {
      maxLength: 4,
    });
    const criteria: fc.Arbitrary<NamedCriteria> = fc.record(
      {
        source: fc.constantFrom(...sources),
        kinds: fc.uniqueArray(fc.constantFrom(...nodeKinds, ...edgeKinds), { minLength: 1, maxLength: 3 }),
        environment: fc.constantFrom(...environments),
        notSeenSince: fc.constantFrom(...days),
      },
      { requiredKeys: [] },
    );

    function isMeant(it: StoredNode, { source, environment }: NamedCriteria): boolean {
      const isOfSource = source === undefined || it.kinds.includes(source);
      return isOfSource && (environment === undefined || it.environment === environment || it.objectid === environment);
    }

    /** The same, plainly. */
    function reference({ nodes, edges }: Stored, seen: SeenOn, asked: NamedCriteria): { left: Stored; gone: Stored } {
      const { kinds, notSeenSince } = asked;
      const spares = ['Base', 'AZBase'].filter((kind) => asked.source !== undefined && kind !== asked.source);
      const isGone = (it: StoredNode) =>
        isMeant(it, asked) &&
        !spares.some((kind) => it.kinds.includes(kind)) &&
        (!kinds || kinds.some((kind) => it.kinds.includes(kind))) &&
        (notSeenSince === undefined || it.last_seen < notSeenSince);
      const byId = new Map(nodes.map((it) => [it.objectid, it]));
      const isEdgeGone = ({ source, kind, target }: StoredEdge) =>
        isGone(byId.get(source)!) ||
        isGone(byId.get(target)!) ||
        ((kinds !== undefined || notSeenSince !== undefined) &&
          (!kinds || kinds.includes(kind)) &&
          (notSeenSince === undefined || seen.get(`${source} ${kind} ${target}`)! < notSeenSince) &&
          isMeant(byId.get(source)!, asked));
      return {
        left: { nodes: nodes.filter((it) => !isGone(it)), edges: edges.filter((it) => !isEdgeGone(it)) },
        gone: { nodes: nodes.filter(isGone), edges: edges.filter(isEdgeGone) },
      };
    }

    it('removes what a plain reference says, as the preview told, and keeps the totals right', async () => {
      await fc.assert(
        fc.asyncProperty(loads, criteria, async (payloads, asked) => {
          await removal.remove({}, nothing);
          const seen: SeenOn = new Map();
          for (const [day, records] of payloads) {
            clock.set(`${day}T12:00:00Z`);
            await load(...records);
            for (const key of records.flatMap(keyOf)) seen.set(key, [seen.get(key) ?? day, day].toSorted().at(-1)!);
          }
          const { left, gone } = reference(await stored(), seen, asked);
          const preview: Removed = await removal.preview(await criteriaOf(asked));
          const removed = await remove(asked);
          expect([removed.nodes, removed.edges]).toEqual([counted(gone.nodes), counted(gone.edges)]);
          expect([preview.nodes, preview.edges]).toEqual([removed.nodes, removed.edges]);
          expect(await stored()).toEqual(left);
          expect(await faults()).toEqual(noFaults);
        }),
        { numRuns: 60 },
      );
    }, 120_000);
  });
});

function counted(items: readonly { readonly kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function keyOf(record: NodeRecord | EdgeRecord): string[] {
  if ('objectid' in record) return [];
  const { source, kind, target } = record;
  return 'objectid' in source && 'objectid' in target ? [`${source.objectid} ${kind} ${target.objectid}`] : [];
}
