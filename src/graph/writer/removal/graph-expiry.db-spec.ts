import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../../base/config/load-settings.js';
import { EdgeFlag } from '../../store/edge-flag.js';
import { Origin } from '../../store/list-row.js';
import { described, edge, type EdgeList } from '../../graph-records.fixture.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import type { NodeRecord } from '../../records.js';
import type { Removed } from './removal-transaction.js';
import { TestGraphRemoval } from './graph-removal.fixture.js';
import { GraphExpiry } from './graph-expiry.js';
import { NamedKinds } from '../../kinds/free-kinds.js';

describe('GraphExpiry', () => {
  let graph: TestGraphRemoval;

  beforeAll(async () => {
    graph = await TestGraphRemoval.open();
  });
  afterAll(() => graph.test.drop());
  beforeEach(() => graph.clear());

  /** As the analysis does. */
  async function derive(source: string, kind: number, target: string): Promise<void> {
    await graph.test.database.query(
      `INSERT INTO edge_list (owner, list, origin, peers)
       SELECT t.id, $2, ${Origin.Derived}, ARRAY[s.id] FROM node s, node t WHERE s.objectid = $1 AND t.objectid = $3`,
      [source, kind, target],
    );
  }

  it('keeps sessions for three days and all else for seven, today not counted', async () => {
    await graph.load(edge('C', 'HasSession', 'U'), edge('U', 'AdminTo', 'C'));
    expect(await graph.expire('2026-10-04T23:59:59Z')).toBeNull();
    expect(await graph.expire('2026-10-05T00:00:00Z')).toEqual({ nodes: {}, edges: { HasSession: 1 } });
    expect(await graph.expire('2026-10-05T00:00:00Z')).toBeNull();
    expect(await graph.expire('2026-10-08T23:59:59Z')).toBeNull();
    expect(await graph.expire('2026-10-09T00:00:00Z')).toEqual({ nodes: { Base: 2 }, edges: { AdminTo: 1 } });
    expect([await graph.nodes(), await graph.edges()]).toEqual([[], []]);
  });

  it('keeps data for the configured days, and forever if they are 0', async () => {
    await graph.load(edge('C', 'HasSession', 'U'), edge('U', 'AdminTo', 'C'));
    expect(await graph.expire('2036-01-01T00:00:00Z', { RETENTION_SESSIONS: '0', RETENTION_DATA: '0' })).toBeNull();
    expect(await graph.expire('2026-10-20T00:00:00Z', { RETENTION_SESSIONS: '20', RETENTION_DATA: '30' })).toBeNull();
    expect(await graph.expire('2026-10-03T00:00:00Z', { RETENTION_SESSIONS: '1', RETENTION_DATA: '0' })).toEqual({
      nodes: {},
      edges: { HasSession: 1 },
    });
    expect(await graph.expire('2036-01-01T00:00:00Z', { RETENTION_DATA: '0' })).toBeNull();
    expect(await graph.nodes()).toEqual(['C', 'U']);
  });

  it('keeps what was seen again, also on the same day twice', async () => {
    await graph.load(edge('C', 'HasSession', 'U'), edge('D', 'HasSession', 'U'));
    graph.clock.set('2026-10-04T12:00:00Z');
    await graph.load(edge('C', 'HasSession', 'U'));
    expect(await graph.expire('2026-10-05T12:00:00Z')).toEqual({ nodes: {}, edges: { HasSession: 1 } });
    expect(await graph.edges()).toEqual(['C HasSession U']);
  });

  it('removes blocks of days when nothing is left of their nodes and records', async () => {
    const blocks = () =>
      graph.test.database.query('SELECT block FROM node_days UNION ALL SELECT block FROM record_days');
    const list = () => graph.loadList('G', { of: 'incoming', kind: 'MemberOf' }, edge('U', 'MemberOf', 'G'));
    await list();
    graph.clock.set('2026-10-02T12:00:00Z');
    await list();
    const named = await blocks();
    expect(await graph.expire('2026-10-09T23:59:59Z')).toBeNull();
    expect([named.length, (await blocks()).length]).toEqual([2, 2]);
    expect(await graph.expire('2026-10-10T00:00:00Z')).toMatchObject({ edges: { MemberOf: 1 } });
    expect([await graph.nodes(), await blocks()]).toEqual([[], []]);
  });

  it('removes a whole list, and keeps those of its edges that another list holds', async () => {
    const members: EdgeList = { of: 'incoming', kind: 'MemberOf' };
    await graph.loadList(
      'G',
      members,
      edge('U', 'MemberOf', 'G'),
      edge('V', 'MemberOf', 'G'),
      edge('W', 'MemberOf', 'G'),
    );
    await graph.load(edge('V', 'MemberOf', 'G'));
    graph.clock.set('2026-10-05T12:00:00Z');
    await graph.load(...days(['U', 'V', 'W', 'G']), edge('V', 'MemberOf', 'G'));
    await graph.loadList('W', { of: 'primary-group' }, edge('W', 'MemberOf', 'G', { isprimarygroup: true }));
    expect(await graph.expire('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: { MemberOf: 1 } });
    expect(await graph.edges()).toEqual(['V MemberOf G', 'W MemberOf G']);
    expect(await graph.expire('2026-10-13T12:00:00Z')).toMatchObject({ edges: { MemberOf: 2 } });
  });

  it('removes lists of rights, and keeps other lists of the same node', async () => {
    const stated = [edge('U', 'GenericAll', 'G', { isacl: true }), edge('U', 'MemberOf', 'G')];
    await graph.loadList('G', { of: 'acl' }, stated[0]!);
    graph.clock.set('2026-10-05T12:00:00Z');
    await graph.load(...days(['U', 'G']));
    await graph.loadList('G', { of: 'incoming', kind: 'MemberOf' }, stated[1]!);
    expect(await graph.expire('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: { GenericAll: 1 } });
    expect(await graph.edges()).toEqual(['U MemberOf G']);
  });

  it('keeps a derived edge that no source states any more', async () => {
    await graph.load(edge('U', 'AdminTo', 'C'));
    await derive('U', Kind.AdminTo, 'C');
    graph.clock.set('2026-10-05T12:00:00Z');
    await graph.load(...days(['U', 'C']));
    expect(await graph.expire('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: {} });
    expect(await graph.test.database.query('SELECT flags FROM edge')).toEqual([{ flags: EdgeFlag.Derived }]);
    expect(await graph.test.database.query('SELECT origin FROM edge_list')).toEqual([{ origin: Origin.Derived }]);
  });

  it('removes a node with its derived edges', async () => {
    await graph.load(...days(['U', 'C']));
    await derive('U', Kind.AdminTo, 'C');
    graph.clock.set('2026-10-05T12:00:00Z');
    await graph.load(...days(['U']));
    expect(await graph.expire('2026-10-09T12:00:00Z')).toEqual({ nodes: { User: 1 }, edges: { AdminTo: 1 } });
    expect([await graph.nodes(), await graph.edges()]).toEqual([['U'], []]);
  });

  it('keeps what analysis made for a domain while rights are derived through it and the domain is there', async () => {
    const domain = described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1' });
    await graph.load(domain, ...days(['U']), made('BIRCH-S-1-5-11'), made('S-1-9999'));
    await derive('U', Kind.MemberOf, 'BIRCH-S-1-5-11');
    graph.clock.set('2026-10-05T12:00:00Z');
    await graph.load(domain, ...days(['U']));
    expect(await graph.expire('2026-10-09T12:00:00Z')).toEqual({ nodes: { Group: 1 }, edges: {} });
    expect(await graph.expire('2026-10-09T12:00:00Z')).toBeNull();
    expect(await graph.nodes()).toEqual(['BIRCH-S-1-5-11', 'S-1', 'U']);
    expect(await graph.expire('2026-10-13T12:00:00Z')).toEqual({
      nodes: { Domain: 1, Group: 1, User: 1 },
      edges: { MemberOf: 1 },
    });
  });

  it('forgets references to nodes that never came', async () => {
    await graph.load(...days(['U']), edge('U', 'Owns', { match: [{ key: 'name', value: 'NOBODY' }] }));
    graph.clock.set('2026-10-08T12:00:00Z');
    await graph.load(...days(['U']));
    expect(await graph.expire('2026-10-09T12:00:00Z')).toEqual({ nodes: {}, edges: {} });
    expect(await graph.test.database.query('SELECT FROM open_edge')).toEqual([]);
    expect(await graph.expire('2026-10-09T12:00:00Z')).toBeNull();
  });

  it('makes one version, with further work in the same transaction, and none if nothing is removed', async () => {
    const expiry = new GraphExpiry(graph.test.database, loadSettings({ EDITION: 'enterprise' }), new NamedKinds());
    const { version } = await graph.load(edge('C', 'HasSession', 'U'));
    const told: Removed[] = [];
    const tell = async (_: unknown, removed: Removed) => void told.push(removed);
    await expiry.removeExpired(new Date('2026-10-04T12:00:00Z'), tell);
    await expect(
      expiry.removeExpired(new Date('2026-10-05T12:00:00Z'), () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(await graph.edges()).toEqual(['C HasSession U']);
    await expiry.removeExpired(new Date('2026-10-05T12:00:00Z'), tell);
    await expiry.removeExpired(new Date('2026-10-05T12:00:00Z'), tell);
    expect(told).toEqual([{ nodes: {}, edges: { HasSession: 1 }, versionBefore: version, versionAfter: version + 1 }]);
  });

  it('looks again only on another day, or if the graph has another version', async () => {
    const expiry = new GraphExpiry(graph.test.database, loadSettings({ EDITION: 'enterprise' }), new NamedKinds());
    const age = async (time: string) =>
      (await expiry.removeExpired(new Date(time), () => Promise.resolve()))?.edges ?? null;
    await graph.load(edge('C', 'HasSession', 'U'), edge('C', 'AdminTo', 'U'));
    expect(await age('2026-10-04T12:00:00Z')).toBeNull();
    await graph.test.database.query(`UPDATE edge_list SET days = '{0}' WHERE list = ${Kind.HasSession}`);
    expect(await age('2026-10-04T13:00:00Z')).toBeNull();
    await graph.test.database.query('UPDATE graph_state SET version = version + 1');
    expect(await age('2026-10-04T13:00:00Z')).toEqual({ HasSession: 1 });
    expect(await age('2026-10-04T14:00:00Z')).toBeNull();
    await graph.test.database.query(`UPDATE edge_list SET days = '{0}'`);
    expect(await age('2026-10-05T12:00:00Z')).toEqual({ AdminTo: 1 });
  });

  it('restores data that are sent again as they were', async () => {
    const all = [...days(['U', 'V']), edge('U', 'AdminTo', 'V', { note: 'x' }), edge('V', 'HasSession', 'U')];
    await graph.load(...all);
    const before = [await graph.nodes(), await graph.edges()];
    await graph.expire('2026-11-01T12:00:00Z');
    graph.clock.set('2026-11-01T12:00:00Z');
    await graph.load(...all);
    expect([await graph.nodes(), await graph.edges()]).toEqual(before);
  });
});

function days(ids: readonly string[]): NodeRecord[] {
  return ids.map((id) => described(id, ['User', 'Base']));
}

/** A group that analysis adds to the domain `S-1`. */
function made(objectid: string): NodeRecord {
  return { ...described(objectid, ['Group', 'Base'], { domainsid: 'S-1' }), described: false };
}
