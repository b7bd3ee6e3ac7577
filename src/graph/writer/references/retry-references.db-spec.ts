import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known, whole, type RecordPart } from '../../graph-records.fixture.js';
import type { Endpoint, MatchedEndpoint } from '../../records.js';
import { WrittenGraph } from '../written-graph.fixture.js';
import { maxOpen } from '../removal/open-edges.js';
import { beginLog, expectChanges, snapshotOf } from '../../store/changes.fixture.js';
import { retryReferences } from './retry-references.js';

const byName = (name: string, kind?: string): MatchedEndpoint => ({
  match: [{ key: 'name', value: name }],
  ...(kind !== undefined && { kind }),
});
const dn = 'CN=OPS,OU=TIER0,DC=X';
const byDn: Endpoint = {
  match: [{ key: 'distinguishedname', value: dn }],
  otherwise: { objectid: dn, kinds: ['User', 'Base'] },
};
const waiting = { reason: 'target: no node has name = "ADA"; it is tried again when further data has come', record: 3 };

describe('references to nodes that do not exist yet', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  const load = (...records: readonly RecordPart[]) => graph.load(...records);

  const retry = () => retryReferences(graph.test.database, graph.writer);

  const open = async () => {
    const rows = await graph.test.database.query<{ row: string }>(
      `SELECT concat_ws(' ', source, kind, target, properties, seen) AS row FROM open_edge ORDER BY 1`,
    );
    return rows.map(({ row }) => row);
  };

  /** All that the graph says. */
  const stored = async () => [
    ...(await graph.rows(
      `SELECT concat_ws(' ', objectid, kinds, described, last_seen, props) AS row FROM node ORDER BY 1`,
    )),
    ...(await graph.edges()),
  ];

  const uses = edge(
    known('HOST', 'ACME_Host', 'ACME'),
    'ACME_Uses',
    byName('ADA', 'User'),
    { isacl: true, since: 1 },
    3,
  );
  const ada = described('U1', ['User', 'Base'], { name: 'ADA' });
  const host = described('HOST', ['ACME_Host', 'ACME']);

  it('wait and are counted if they are sessions and no user has the name, or several', async () => {
    const session = edge('PC', 'HasSession', { ...byName('ADA', 'User'), waits: true });
    await load(session, described('PC', ['Computer', 'Base']));
    expect(await retry()).toBe(1);
    await load(ada, described('U2', ['User', 'Base'], { name: 'ADA' }));
    expect((await load(session)).unresolved[0]?.reason).toBe(
      'target: 2 nodes have name = "ADA" and kind User; it is tried again when further data has come',
    );
    expect(await retry()).toBe(1);
    expect(await graph.edges()).toEqual([]);
    await load(described('U2', ['User', 'Base'], { name: 'BOB' }));
    expect(await retry()).toBe(0);
    expect(await graph.edges()).toEqual(['PC HasSession U1 1']);
    expect(await open()).toEqual([]);
  });

  it('are kept once, as of the day on which they were last stated', async () => {
    const edges = [uses, edge('A', 'Owns', byName('ADA'), {}, 3), edge(byName('ADA'), 'Owns', byName('BOB'), {}, 5)];
    const result = await load(...edges, uses);
    expect(result.unresolvedCount).toBe(4);
    expect(result.unresolved[1]).toEqual(waiting);
    expect(result.unresolved[2]?.reason).toBe(
      'source: no node has name = "ADA"; it is tried again when further data has come',
    );
    const rows = [
      '{"kinds": ["ACME_Host", "ACME"], "objectid": "HOST"} ACME_Uses {"kind": "User", "match": [{"key": "name", "value": "ADA"}]} {"isacl": true, "since": 1} 2026-03-01',
      '{"kinds": ["Base"], "objectid": "A"} Owns {"match": [{"key": "name", "value": "ADA"}]} {} 2026-03-01',
      '{"match": [{"key": "name", "value": "ADA"}]} Owns {"match": [{"key": "name", "value": "BOB"}]} {} 2026-03-01',
    ];
    expect(await open()).toEqual(rows);
    graph.clock.set('2026-03-02T10:00:00Z');
    await load(edge(known('HOST', 'ACME_Host', 'ACME'), 'ACME_Uses', byName('ADA', 'User'), { since: 2 }));
    await retry();
    expect(await open()).toEqual([
      rows[0]?.replace('"since": 1} 2026-03-01', '"since": 2} 2026-03-02'),
      ...rows.slice(1),
    ]);
    expect(await stored()).toEqual([]);
    expect(await graph.version()).toBe(0);
  });

  it('are resolved when the node exists, with the graph that results if it comes first', async () => {
    await load(uses);
    await load(ada, host);
    await retry();
    const late = await stored();
    const settled = await graph.version();
    expect(await open()).toEqual([]);
    await retry();
    expect(await graph.version()).toBe(settled);

    await graph.test.database.query(
      'DELETE FROM edge_list; DELETE FROM collector_record; DELETE FROM node; UPDATE graph_state SET version = version + 1',
    );
    await load(ada, host);
    await load(uses);
    expect(late).toEqual(await stored());
    expect(late).toContain('HOST ACME_Uses U1 5 {"since": 1}');
  });

  it('age from the day on which they were stated, not from the day on which they were resolved', async () => {
    await load(uses);
    graph.clock.set('2026-03-04T10:00:00Z');
    await load(edge('HOST', 'Owns', byName('ADA')));
    graph.clock.set('2026-03-06T10:00:00Z');
    await load(ada, host);
    await retry();
    expect(await graph.days()).toEqual(['U1 0 HOST 2026-03-01', 'U1 111 HOST 2026-03-04']);
  });

  it('are forgotten if they are stated again and resolved', async () => {
    await load(uses);
    await load(ada, uses);
    expect(await open()).toEqual([]);
  });

  it('are not resolved if several nodes match', async () => {
    const other = described('U2', ['User', 'Base'], { name: 'ADA' });
    await load(uses);
    await load(ada, other, edge('A', 'Owns', byName('ADA')));
    await retry();
    expect((await open()).map((row) => row.includes('ACME_Uses'))).toEqual([true]);
    expect(await stored()).toHaveLength(2);
  });

  it('are not kept beyond the limit', async () => {
    await graph.test.database.query(
      `INSERT INTO open_edge SELECT gen_random_uuid(), '{"match": []}', 'Owns', '{"match": []}', '{}', '2026-03-01'
       FROM generate_series(2, $1)`,
      [maxOpen],
    );
    const { unresolved } = await load(uses, edge('A', 'Owns', byName('ADA'), {}, 3));
    expect(unresolved.filter(({ reason }) => reason.endsWith('when further data has come'))).toHaveLength(1);
    const [counted] = await graph.test.database.query('SELECT count(*)::int FROM open_edge');
    expect(counted).toEqual({ count: maxOpen });
  });

  describe('by a distinguished name', () => {
    const member = edge(byDn, 'MemberOf', known('G1', 'Group', 'Base'), { isprimarygroup: false });
    const ops = described('U7', ['User', 'Base'], { name: 'OPS', distinguishedname: dn });
    const further = [edge(dn, 'Owns', 'X1', { since: 1 }), edge('X2', 'Owns', dn), edge(dn, 'Knows', dn)];

    it('are moved from a placeholder to the node', async () => {
      await load(member, ...further, edge('U7', 'Owns', 'X1', { until: 2 }));
      await load(ops);
      await retry();
      const late = await stored();
      const settled = await graph.version();
      await retry();
      expect(await graph.version()).toBe(settled);
      expect(late.filter((line) => !line.includes('{') || line.includes('Owns'))).toEqual([
        'U7 Knows U7 1',
        'U7 MemberOf G1 1',
        'U7 Owns X1 1 {"since": 1, "until": 2}',
        'X2 Owns U7 1',
      ]);
      expect(late).toHaveLength(8);
    });

    it('went from the placeholder and came to the node, says the log of changes', async () => {
      await load(member, ...further);
      await beginLog(graph.test.database);
      const before = await snapshotOf(graph.test.database);
      await load(ops);
      await retry();
      await expectChanges(graph.test.database, [before, await snapshotOf(graph.test.database)]);
    });

    it('give the same graph as if the node had come first', async () => {
      await load(member);
      await load(ops);
      await retry();
      const late = await stored();
      await graph.test.database.query(
        'DELETE FROM edge_list; DELETE FROM collector_record; DELETE FROM node; UPDATE graph_state SET version = version + 1',
      );
      await load(ops);
      await load(member);
      expect(late).toEqual(await stored());
      expect(late).toContain('U7 MemberOf G1 1');
    });

    it('keep the lists that hold them, and their days', async () => {
      const list = whole('G1', { of: 'incoming', kind: 'MemberOf' });
      await load(member, list, edge(dn, 'Owns', 'X1'));
      graph.clock.set('2026-03-02T10:00:00Z');
      await load(edge('U7', 'Owns', 'X2'), ops);
      await retry();
      expect(await stored()).toEqual(expect.arrayContaining(['U7 MemberOf G1 64', 'U7 Owns X1 1', 'U7 Owns X2 1']));
      expect(await graph.days()).toEqual(['G1 1 2026-03-01', 'X1 111 U7 2026-03-01', 'X2 111 U7 2026-03-02']);
      expect(await load(member, list)).toMatchObject({ edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 });
      expect(await load(list)).toMatchObject({ edgesRemoved: 1 });
    });

    it('stay with the placeholder while several nodes have the name', async () => {
      await load(member);
      await load(ops, described('U8', ['User', 'Base'], { distinguishedname: dn }));
      await retry();
      expect(await stored()).toContain(`${dn} MemberOf G1 1`);
    });
  });
});
