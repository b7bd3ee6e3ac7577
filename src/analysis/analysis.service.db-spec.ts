import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NodeRecord } from '../graph/records.js';
import { edge, whole } from '../graph/graph-records.fixture.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import { ad, az, TestAnalysis } from './analysis.fixture.js';

describe('AnalysisService', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const estate = [
    ad('S-1', 'Domain', { name: 'X', collected: true, domainsid: 'S-1' }),
    ad('U', 'User'),
    ad('C', 'Computer'),
    ad('C-544', 'ADLocalGroup'),
    edge('C-544', 'LocalToComputer', 'C'),
    edge('U', 'MemberOfLocalGroup', 'C-544'),
  ];
  const flags = async (kind: string) =>
    analysis.test.database.query('SELECT e.flags FROM edge e JOIN kind k ON k.id = e.kind WHERE k.name = $1', [kind]);

  /** Removes the memberships that the right of the administrator follows from. */
  const leaveLocalGroup = () => analysis.removeEdges('MemberOfLocalGroup');

  it('reports what it derived, and the version it left', async () => {
    const { version } = await analysis.load(...estate);
    const report = await analysis.service.run({ runId: '6f1c2a34-0000-4000-8000-000000000002' });
    expect(report).toEqual({
      runId: '6f1c2a34-0000-4000-8000-000000000002',
      version: expect.any(Number),
      repeatableVersion: report.version,
      rules: expect.stringMatching(/^[0-9a-f]{16}$/),
      rulesVersion: 4,
      unchanged: false,
      edges: [
        { kind: 'MemberOf', created: 3, removed: 0 },
        { kind: 'AdminTo', created: 1, removed: 0 },
        { kind: 'ClaimSpecialIdentity', created: 8, removed: 0 },
      ],
      skipped: [],
      tierZero: 1,
      dataQuality: { tenants: 0, domains: 1 },
    });
    expect(report.version).toBeGreaterThan(version);
  });

  it('changes nothing the second time', async () => {
    await analysis.load(...estate);
    const first = await analysis.run();
    expect(await analysis.run()).toMatchObject({ version: first.version, edges: [] });
  });

  it('drops what no longer follows', async () => {
    await analysis.load(...estate);
    await analysis.run();
    await leaveLocalGroup();
    expect((await analysis.run()).edges).toEqual([{ kind: 'AdminTo', created: 0, removed: 1 }]);
    expect(await flags('AdminTo')).toEqual([]);
  });

  it.each([
    ['singly', 1, []],
    ['in a whole list', 64, [whole('C', { of: 'incoming', kind: 'AdminTo' })]],
  ])('keeps a derived edge that a source states too, when it no longer follows: %s', async (_, stated, lists) => {
    await analysis.load(...estate, edge('U', 'AdminTo', 'C'), ...lists);
    expect((await analysis.run()).edges).toEqual([
      { kind: 'MemberOf', created: 3, removed: 0 },
      { kind: 'ClaimSpecialIdentity', created: 8, removed: 0 },
    ]);
    expect(await flags('AdminTo')).toEqual([{ flags: stated | 2 }]);
    await leaveLocalGroup();
    expect((await analysis.run()).edges).toEqual([]);
    expect(await flags('AdminTo')).toEqual([{ flags: stated }]);
  });

  it('leaves the properties of an edge to its source', async () => {
    const administrators = whole('C', { of: 'incoming', kind: 'AdminTo' });
    await analysis.load(...estate, edge('U', 'AdminTo', 'C', { since: 3 }), administrators);
    await analysis.run();
    const rights = () => analysis.test.database.query(`SELECT flags, details FROM edge WHERE kind = ${Kind.AdminTo}`);
    expect(await rights()).toEqual([{ flags: 66, details: { since: 3 } }]);
    await analysis.load(administrators);
    expect(await rights()).toEqual([{ flags: 2, details: null }]);
  });

  const nameAfter = async (...records: readonly NodeRecord[]) => {
    await analysis.load(...records);
    const { version } = await analysis.run();
    const nodes = await analysis.test.database.query(`SELECT name FROM node WHERE kind = ${Kind.AZManagementGroup}`);
    return { nodes, version };
  };

  it('names management groups after their tenant, and writes nothing if they are named so', async () => {
    const group = az('M', 'AZManagementGroup', { displayname: 'Root' });
    const tenant = az('T', 'AZTenant', { name: 'BIRCH' });
    expect(await nameAfter(group)).toMatchObject({ nodes: [{ name: 'ROOT' }] });
    const named = await nameAfter(tenant);
    expect(named.nodes).toEqual([{ name: 'ROOT@BIRCH' }]);
    expect(await nameAfter(group, tenant)).toEqual(named);
    expect(await nameAfter(az('M', 'AZManagementGroup', { displayname: 'Base' }))).toMatchObject({
      nodes: [{ name: 'BASE@BIRCH' }],
    });
  });

  it('tells readers which lists changed', async () => {
    await analysis.load(...estate, ...Array.from({ length: 200 }, (_, i) => edge(`U${i}`, 'Owns', 'C')));
    const { version } = await analysis.run();
    await leaveLocalGroup();
    await analysis.run();
    const changes = await analysis.test.database.query(
      `SELECT n.objectid, nodes FROM graph_change JOIN node n ON n.id = ANY (owners) WHERE version > $1`,
      [version],
    );
    expect(changes).toEqual([{ objectid: 'C', nodes: [] }]);
  });

  it('runs one at a time, and lets loads in between', async () => {
    const results = await Promise.all([analysis.run(), analysis.load(...estate), analysis.run(), analysis.run()]);
    await analysis.run();
    expect(results).toHaveLength(4);
    expect((await analysis.derived()).filter((it) => !it.includes('ClaimSpecialIdentity'))).toEqual([
      'S-1-513 MemberOf X-S-1-5-11',
      'S-1-515 MemberOf X-S-1-5-11',
      'U AdminTo C',
      'X-S-1-5-11 MemberOf X-S-1-1-0',
    ]);
  });
});
