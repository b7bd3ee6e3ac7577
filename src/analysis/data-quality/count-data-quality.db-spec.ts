import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../graph/graph-records.fixture.js';
import { ad, TestAnalysis, az, local } from '../analysis.fixture.js';

const runId = '6f1c2a34-0000-4000-8000-000000000001';

describe('data quality', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const at = new Date('2026-01-02T03:04:05.678Z');

  it('counts each tenant once a run, by the kind of nodes and the edges that start in it', async () => {
    await analysis.load(
      az('T', 'AZTenant'),
      az('T2', 'AZTenant', { tenantid: 'T2' }),
      ...['U1', 'U2', 'U3'].map((id) => az(id, 'AZUser')),
      az('FAR', 'AZUser', { tenantid: 'T2' }),
      az('G', 'AZGroup'),
      az('A', 'AZApp'),
      az('SP', 'AZServicePrincipal'),
      az('D', 'AZDevice'),
      az('MG', 'AZManagementGroup'),
      az('S', 'AZSubscription'),
      az('RG', 'AZResourceGroup'),
      az('VM', 'AZVM'),
      az('KV', 'AZKeyVault'),
      az('R', 'AZRole'),
      edge('U1', 'AZMemberOf', 'G'),
      edge('T', 'AZContains', 'U1'),
      edge('MENTIONED', 'AZMemberOf', 'G'),
    );
    const report = await analysis.service.run({ runId, now: at });
    expect(report.dataQuality).toEqual({ tenants: 2, domains: 0 });
    const rows = await analysis.test.database.query('SELECT * FROM data_quality_tenant ORDER BY tenantid');
    const nothing = {
      users: 0,
      groups: 0,
      apps: 0,
      service_principals: 0,
      devices: 0,
      management_groups: 0,
      subscriptions: 0,
      resource_groups: 0,
      vms: 0,
      key_vaults: 0,
      relationships: 0,
    };
    const common = { id: expect.any(Number), created_at: at, updated_at: at, deleted_at: null, run_id: runId };
    expect(rows).toEqual([
      {
        ...common,
        tenantid: 'T',
        users: 3,
        groups: 1,
        apps: 1,
        service_principals: 1,
        devices: 1,
        management_groups: 1,
        subscriptions: 1,
        resource_groups: 1,
        vms: 1,
        key_vaults: 1,
        relationships: 2,
      },
      { ...common, ...nothing, tenantid: 'T2', users: 1 },
    ]);
  });

  it('counts each collected domain, its access rights and its sessions', async () => {
    const day = 24 * 60 * 60;
    const now = 1_700_000_000;
    await analysis.load(
      ad('S-1', 'Domain', { name: 'X', collected: true, domainsid: 'S-1' }),
      ad('S-2', 'Domain', { name: 'Y', domainsid: 'S-2' }),
      local('U1', 'User', { lastlogontimestamp: now }),
      local('U2', 'User', { lastlogontimestamp: String(now - 89 * day) }),
      local('U3', 'User', { lastlogontimestamp: now - 91 * day }),
      local('U4', 'User', { lastlogontimestamp: -1 }),
      local('C1', 'Computer', { operatingsystem: 'WINDOWS 11', pwdlastset: now }),
      local('C2', 'Computer', { operatingsystem: 'WINDOWS 11', pwdlastset: now - 0.5 }),
      local('C3', 'Computer', { operatingsystem: 'LINUX', pwdlastset: now }),
      local('C1-544', 'ADLocalGroup'),
      local('BOTH', 'ADLocalGroup'),
      local('BOTH', 'Group'),
      local('OU', 'OU'),
      local('GPO', 'GPO'),
      local('SITE', 'Site'),
      ...['V1', 'V2'].map((id) => local(id, 'SiteServer')),
      ...['N1', 'N2', 'N3'].map((id) => local(id, 'SiteSubnet')),
      edge('C1-544', 'LocalToComputer', 'C1'),
      edge('U1', 'MemberOfLocalGroup', 'C1-544'),
      edge('C1', 'HasSession', 'U1'),
      edge('FOREIGN', 'HasSession', 'U3'),
      edge('U1', 'GenericAll', 'OU', { isacl: true }),
      edge('U1', 'MemberOf', 'BOTH'),
    );
    await analysis.service.run({ runId, now: at });
    const [row, ...others] = await analysis.test.database.query('SELECT * FROM data_quality_domain');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      domainsid: 'S-1',
      run_id: runId,
      users: 4,
      groups: 13,
      computers: 3,
      ous: 1,
      gpos: 1,
      containers: 0,
      issuancepolicies: 0,
      sites: 1,
      siteservers: 2,
      sitesubnets: 3,
      acls: 1,
      sessions: 1,
      relationships: 17,
      session_completeness: 0.5,
      local_group_completeness: 0.5,
    });
  });

  it('adds a row every run', async () => {
    await analysis.load(az('T', 'AZTenant'));
    await analysis.run();
    await analysis.run();
    const rows = await analysis.test.database.query(
      'SELECT count(DISTINCT run_id)::int AS runs FROM data_quality_tenant',
    );
    expect(rows).toEqual([{ runs: 2 }]);
  });
});
