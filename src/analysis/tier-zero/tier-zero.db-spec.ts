import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../graph/graph-records.fixture.js';
import type { EdgeRecord, NodeRecord } from '../../graph/records.js';
import { ad, TestAnalysis, az, local } from '../analysis.fixture.js';
import { DirectoryRole } from '../rules/directory-roles.js';

describe('tier zero', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const domain = local('S-1', 'Domain', { name: 'X' });
  const admins = local('S-1-512', 'Group');

  const selected = async (...records: readonly (NodeRecord | EdgeRecord)[]) => {
    await analysis.load(...records);
    const { tierZero } = await analysis.run();
    const members = await analysis.tierZero();
    expect(tierZero).toBe(members.length);
    return members;
  };

  it('holds each domain, its mighty groups and accounts, and who is in them at any depth', async () => {
    const members = await selected(
      domain,
      admins,
      local('S-1-500', 'User'),
      local('S-1-1104', 'User'),
      local('X-S-1-5-32-544', 'Group'),
      local('S-1-1200', 'Group'),
      local('S-1-1201', 'User'),
      ad('S-9-512', 'Group', { domainsid: 'S-9' }),
      local('SDHOLDER', 'Container', { distinguishedname: 'CN=ADMINSDHOLDER,CN=SYSTEM,DC=X' }),
      edge('S-1-1200', 'MemberOf', 'S-1-512'),
      edge('S-1-1201', 'MemberOf', 'S-1-1200'),
      edge('S-1-512', 'MemberOf', 'S-1-1200'),
    );
    expect(members).toEqual(['S-1', 'S-1-1200', 'S-1-1201', 'S-1-500', 'S-1-512', 'SDHOLDER', 'X-S-1-5-32-544']);
  });

  it('holds the policies that apply to them, as blocking and enforcement have it', async () => {
    const members = await selected(
      domain,
      admins,
      local('OUTER', 'OU'),
      local('INNER', 'OU', { blocksinheritance: true }),
      local('ASIDE', 'OU'),
      ...['P-DOMAIN', 'P-ENFORCED', 'P-OUTER', 'P-INNER', 'P-ASIDE'].map((id) => local(id, 'GPO')),
      edge('S-1', 'Contains', 'OUTER'),
      edge('S-1', 'Contains', 'ASIDE'),
      edge('OUTER', 'Contains', 'INNER'),
      edge('INNER', 'Contains', 'S-1-512'),
      edge('P-DOMAIN', 'GPLink', 'S-1', { enforced: false }),
      edge('P-ENFORCED', 'GPLink', 'S-1', { enforced: true }),
      edge('P-OUTER', 'GPLink', 'OUTER', { enforced: false }),
      edge('P-INNER', 'GPLink', 'INNER', { enforced: false }),
      edge('P-ASIDE', 'GPLink', 'ASIDE', { enforced: true }),
    );
    expect(members).toEqual(['P-ENFORCED', 'P-INNER', 'S-1', 'S-1-512']);
  });

  it('holds tenants, their mighty roles, who comes to them, and what contains a mighty machine', async () => {
    const members = await selected(
      domain,
      admins,
      az('T', 'AZTenant'),
      az('R', 'AZRole', { templateid: DirectoryRole.PartnerTier2Support }),
      az('R-SMALL', 'AZRole', { templateid: DirectoryRole.GuestInviter }),
      az('SP', 'AZServicePrincipal'),
      az('APP', 'AZApp'),
      az('G', 'AZGroup'),
      az('U', 'AZUser'),
      az('U-SMALL', 'AZUser'),
      az('VM', 'AZVM'),
      az('RG', 'AZResourceGroup'),
      az('SUB', 'AZSubscription'),
      az('MG', 'AZManagementGroup'),
      edge('T', 'AZContains', 'MG'),
      edge('SP', 'AZHasRole', 'R'),
      edge('APP', 'AZRunsAs', 'SP'),
      edge('G', 'AZHasRole', 'R'),
      edge('U', 'AZMemberOf', 'G'),
      edge('U-SMALL', 'AZHasRole', 'R-SMALL'),
      edge('VM', 'MemberOf', 'S-1-512'),
      edge('RG', 'AZContains', 'VM'),
      edge('SUB', 'AZContains', 'RG'),
      edge('MG', 'AZContains', 'SUB'),
    );
    expect(members).toEqual(['APP', 'G', 'MG', 'R', 'RG', 'S-1', 'S-1-512', 'SP', 'SUB', 'T', 'U', 'VM']);
  });

  it('loses who no longer belongs, and makes a new version only when it changes', async () => {
    await selected(domain, admins, local('U', 'User'), edge('U', 'MemberOf', 'S-1-512'));
    const before = await analysis.run();
    await analysis.removeEdges('MemberOf');
    const after = await analysis.run();
    expect(after).toMatchObject({ tierZero: before.tierZero - 1, version: before.version + 2 });
    expect((await analysis.run()).version).toBe(after.version);
  });
});
