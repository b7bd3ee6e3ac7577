import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tierZeroRules as shippedRules } from '../../../test/support/shipped-rows.js';
import type { SqlValue } from '../../database/database.js';
import { edge } from '../../graph/graph-records.fixture.js';
import type { EdgeRecord, NodeRecord, Properties } from '../../graph/records.js';
import { ad, az, local, TestAnalysis } from '../analysis.fixture.js';
import { DirectoryRole } from '../rules/cloud/directory-roles.js';
import { tierZeroRules } from './rule-conditions.js';

type Records = readonly (NodeRecord | EdgeRecord)[];

const role = (id: string, template: string, properties: Properties = {}) =>
  az(id, 'AZRole', { templateid: template, ...properties });
const computer = (id: string, properties: Properties = {}) => local(id, 'Computer', properties);
const named = (name: string) => [
  ad(name, 'Group', { name: `${name}@X` }),
  ad(`NOT ${name}`, 'Group', { name: `NOT ${name}@X` }),
];
const suffixed = (kind: string, other: string, ...suffixes: readonly string[]): Records =>
  suffixes.flatMap((suffix) => [local(`S-1-5-21-1${suffix}`, kind), local(`S-1-5-21-2${suffix}`, other)]);

/** Near misses stand beside what the rules find. */
const estate: Records = [
  ad('S-1', 'Domain', { name: 'X', collected: true }),
  ad('S-2', 'Domain', { name: 'Y' }),
  ...suffixed('Group', 'Computer', '-512', '-516', '-517', '-518', '-519', '-526', '-527'),
  ...suffixed('User', 'Group', '-500', '-502'),
  ...['544', '548', '549', '550', '551', '557', '559', '562', '569'].flatMap((rid) => [
    ad(`X-S-1-5-32-${rid}`, 'Group'),
    ad(`S-1-5-21-9-${rid}`, 'ADLocalGroup'),
  ]),
  ad('S-1-5-21-7-544', 'Group'),
  ad('X-S-1-5-9', 'Group'),
  ad('X-S-1-5-99', 'Group'),
  local('HOLDER', 'Container', { distinguishedname: 'CN=ADMINSDHOLDER,CN=SYSTEM,DC=X' }),
  local('SYSTEM', 'Container', { distinguishedname: 'CN=SYSTEM,DC=X' }),
  ...['DNSADMINS', 'EXCHANGE TRUSTED SUBSYSTEM', 'EXCHANGE WINDOWS PERMISSIONS'].flatMap(named),
  computer('HOST'),
  local('HOST-USER', 'User'),
  local('CA', 'EnterpriseCA'),
  edge('HOST', 'HostsCAService', 'CA'),
  edge('HOST-USER', 'HostsCAService', 'CA'),
  local('S-1-5-21-1-521', 'Group'),
  computer('RODC-1'),
  local('RODC-USER', 'User'),
  edge('RODC-1', 'MemberOf', 'S-1-5-21-1-521'),
  edge('RODC-USER', 'MemberOf', 'S-1-5-21-1-521'),
  computer('RODC-2', { isreadonlydc: true }),
  computer('DC', { isreadonlydc: false }),
  computer('SSO', { samaccountname: 'AZUREADSSOACC$' }),
  computer('SSO-2', { samaccountname: 'AZUREADSSOACC2$' }),
  local('ROOT', 'RootCA'),
  local('AIA', 'AIACA'),
  local('NTAUTH', 'NTAuthStore'),
  local('TEMPLATE', 'CertTemplate'),
  local('POLICY', 'IssuancePolicy'),
  ...['SITE', 'EMPTY SITE', 'FORMER SITE'].map((id) => local(id, 'Site')),
  local('SERVER', 'SiteServer'),
  local('FORMER SERVER', 'SiteServer'),
  edge('SITE', 'Contains', 'SERVER'),
  edge('SERVER', 'ServerIs', 'DC'),
  edge('FORMER SITE', 'Contains', 'FORMER SERVER'),
  az('T', 'AZTenant'),
  ...Object.entries(DirectoryRole).map(([name, template]) => role(name, template)),
  az(`${DirectoryRole.GlobalAdministrator}@T2`, 'AZRole', { tenantid: 'T2' }),
];

const seeds: Readonly<Record<string, readonly string[]>> = {
  Domains: ['S-1', 'S-2'],
  Administrator: ['S-1-5-21-1-500'],
  'Domain Admins': ['S-1-5-21-1-512'],
  'Domain Controllers': ['S-1-5-21-1-516'],
  'Schema Admins': ['S-1-5-21-1-518'],
  'Enterprise Admins': ['S-1-5-21-1-519'],
  'Key Admins': ['S-1-5-21-1-526'],
  'Enterprise Key Admins': ['S-1-5-21-1-527'],
  Administrators: ['X-S-1-5-32-544'],
  'Backup Operators': ['X-S-1-5-32-551'],
  'Enterprise Domain Controllers': ['X-S-1-5-9'],
  AdminSDHolder: ['HOLDER'],
  Tenants: ['T'],
  'Global Administrator': ['62E90394-69F5-4237-9190-012177145E10@T2', 'GlobalAdministrator'],
  'Privileged Role Administrator': ['PrivilegedRoleAdministrator'],
  'Privileged Authentication Administrator': ['PrivilegedAuthenticationAdministrator'],
  'Partner Tier2 Support': ['PartnerTier2Support'],
  'Account Operators': ['X-S-1-5-32-548'],
  'Server Operators': ['X-S-1-5-32-549'],
  'Print Operators': ['X-S-1-5-32-550'],
  'Distributed COM Users': ['X-S-1-5-32-562'],
  'Performance Log Users': ['X-S-1-5-32-559'],
  'Cryptographic Operators': ['X-S-1-5-32-569'],
  'Incoming Forest Trust Builders': ['X-S-1-5-32-557'],
  'Cert Publishers': ['S-1-5-21-1-517'],
  'DNS Admins': ['DNSADMINS'],
  'Exchange Trusted Subsystem': ['EXCHANGE TRUSTED SUBSYSTEM'],
  'Exchange Windows Permissions': ['EXCHANGE WINDOWS PERMISSIONS'],
  KRBTGT: ['S-1-5-21-1-502'],
  'Computers of enterprise CAs': ['HOST'],
  'Read-only domain controllers by group': ['RODC-1'],
  'Read-only domain controllers': ['RODC-2'],
  'Seamless single sign-on': ['SSO'],
  'Enterprise CAs': ['CA'],
  'Root CAs': ['ROOT'],
  'AIA CAs': ['AIA'],
  'NTAuth stores': ['NTAUTH'],
  'Certificate templates': ['TEMPLATE'],
  'Application Administrator': ['ApplicationAdministrator'],
  'Intune Administrator': ['IntuneAdministrator'],
  'Security Administrator': ['SecurityAdministrator'],
  'Knowledge Administrator': ['KnowledgeAdministrator'],
  Sites: ['SITE'],
};

describe('selectNodes', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(async () => {
    await analysis.clear();
    await query(
      'DELETE FROM asset_group WHERE NOT system_group; DELETE FROM asset_group_selector WHERE NOT system_selector',
    );
  });
  afterAll(() => analysis.test.drop());

  const query = <Row>(sql: string, values?: readonly SqlValue[]) => analysis.test.database.query<Row>(sql, values);

  /** What each selector selects, as `object id source`. */
  const selected = async () => {
    const rows = await query<{ name: string; nodes: string[] }>(
      `SELECT s.name, array_agg(n.objectid || ' ' || found.source ORDER BY n.objectid) AS nodes
       FROM selected_node found JOIN asset_group_selector s ON s.id = found.selector_id JOIN node n ON n.id = found.node_id
       GROUP BY s.name`,
    );
    return Object.fromEntries(rows.map(({ name, nodes }) => [name, nodes]));
  };

  const members = async (...records: Records) => {
    await analysis.load(...records);
    const { tierZero } = await analysis.run();
    const found = await analysis.tierZero();
    expect(tierZero).toBe(found.length);
    return found;
  };

  const addSelector = async (group: string, type: number, ...objects: readonly string[]) => {
    await query(
      `WITH g AS (INSERT INTO asset_group (name, tag, type, position) SELECT $1, $1, $2::int, CASE $2::int WHEN 1 THEN 2 END
         WHERE NOT EXISTS (SELECT FROM asset_group WHERE tag = $1) RETURNING id),
       s AS (INSERT INTO asset_group_selector (asset_group_id, name)
         SELECT id, $1 FROM (SELECT id FROM g UNION SELECT id FROM asset_group WHERE tag = $1) any_group RETURNING id)
       INSERT INTO asset_group_seed SELECT id, unnest($3::text[]) FROM s`,
      [group, type, objects],
    );
  };

  it('finds the seeds of each rule, and nothing that is similar', async () => {
    const rules = shippedRules.map(([name]) => name);
    expect(Object.keys(seeds)).toEqual(rules);
    expect(tierZeroRules.map(({ name }) => name)).toEqual(rules);
    await analysis.load(...estate);
    await analysis.run();
    const found = await selected();
    const onlySeeds = Object.entries(found).map(([name, nodes]) => [
      name,
      nodes.filter((it) => it.endsWith(' 1')).map((it) => it.slice(0, -2)),
    ]);
    expect(Object.fromEntries(onlySeeds)).toEqual(seeds);
  });

  it('adds members of groups, contents of containers, and the units and policies above', async () => {
    const found = await members(
      ad('S-1', 'Domain', { name: 'X' }),
      local('OUTER', 'OU'),
      local('INNER', 'OU', { blocksinheritance: true }),
      local('ASIDE', 'OU'),
      local('BOX', 'Container'),
      local('DEEP-BOX', 'Container'),
      local('PROTECTED-BOX', 'Container'),
      local('S-1-512', 'Group', { isaclprotected: true }),
      local('NESTED', 'Group', { isaclprotected: false }),
      local('U', 'User'),
      local('HOLDER', 'Container', { distinguishedname: 'CN=ADMINSDHOLDER,CN=SYSTEM,DC=X' }),
      local('CONTENT', 'User'),
      ...['DOMAIN', 'ENFORCED', 'OUTER', 'INNER', 'ASIDE'].map((id) => local(`P-${id}`, 'GPO')),
      edge('S-1', 'Contains', 'OUTER'),
      edge('S-1', 'Contains', 'ASIDE'),
      edge('OUTER', 'Contains', 'INNER'),
      edge('INNER', 'Contains', 'S-1-512'),
      edge('PROTECTED-BOX', 'Contains', 'S-1-512'),
      edge('DEEP-BOX', 'Contains', 'BOX'),
      edge('BOX', 'Contains', 'NESTED'),
      edge('PROTECTED-BOX', 'Contains', 'U'),
      edge('HOLDER', 'Contains', 'CONTENT'),
      edge('NESTED', 'MemberOf', 'S-1-512'),
      edge('S-1-512', 'MemberOf', 'NESTED'),
      edge('U', 'MemberOf', 'NESTED'),
      edge('P-DOMAIN', 'GPLink', 'S-1', { enforced: false }),
      edge('P-ENFORCED', 'GPLink', 'OUTER', { enforced: true }),
      edge('P-OUTER', 'GPLink', 'OUTER', { enforced: false }),
      edge('P-INNER', 'GPLink', 'INNER', { enforced: false }),
      edge('P-ASIDE', 'GPLink', 'ASIDE', { enforced: true }),
    );
    expect(found).toEqual(
      ['BOX', 'CONTENT', 'DEEP-BOX', 'HOLDER', 'INNER', 'NESTED', 'OUTER', 'P-DOMAIN', 'P-ENFORCED', 'P-INNER', 'S-1', 'S-1-512', 'U'], // prettier-ignore
    );
    expect(await selected()).toEqual({
      Domains: ['P-DOMAIN 3', 'S-1 1'],
      'Domain Admins': ['BOX 3', 'DEEP-BOX 3', 'INNER 3', 'NESTED 2', 'OUTER 3', 'P-ENFORCED 3', 'P-INNER 3', 'S-1-512 1', 'U 2'], // prettier-ignore
      AdminSDHolder: ['CONTENT 2', 'HOLDER 1'],
    });
  });

  it('adds holders of roles, applications, and cloud containers above', async () => {
    const found = await members(
      az('T', 'AZTenant'),
      role('R', DirectoryRole.PartnerTier2Support),
      role('R-SMALL', DirectoryRole.GuestInviter),
      ...['SP', 'SP-OUT'].map((id) => az(id, 'AZServicePrincipal')),
      ...['APP', 'APP-OUT'].map((id) => az(id, 'AZApp')),
      ...['G', 'G-NESTED'].map((id) => az(id, 'AZGroup')),
      ...['U', 'U-ELIGIBLE', 'U-SMALL'].map((id) => az(id, 'AZUser')),
      az('VM', 'AZVM'),
      az('RG', 'AZResourceGroup'),
      az('SUB', 'AZSubscription'),
      az('MG', 'AZManagementGroup'),
      edge('T', 'AZContains', 'MG'),
      edge('MG', 'AZContains', 'SUB'),
      edge('SUB', 'AZContains', 'RG'),
      edge('RG', 'AZContains', 'VM'),
      edge('VM', 'AZHasRole', 'R'),
      edge('SP', 'AZHasRole', 'R'),
      edge('APP', 'AZRunsAs', 'SP'),
      edge('APP-OUT', 'AZRunsAs', 'SP-OUT'),
      edge('G', 'AZHasRole', 'R'),
      edge('G-NESTED', 'AZMemberOf', 'G'),
      edge('U', 'AZMemberOf', 'G-NESTED'),
      edge('U-ELIGIBLE', 'AZRoleEligible', 'R'),
      edge('U-SMALL', 'AZHasRole', 'R-SMALL'),
    );
    expect(found).toEqual(['APP', 'G', 'G-NESTED', 'MG', 'R', 'RG', 'SP', 'SUB', 'T', 'U', 'U-ELIGIBLE', 'VM']);
  });

  it('expands what users select: tiers in both directions, labels to what is below, and Owned not at all', async () => {
    for (const [group, type] of [
      ['admin_tier_0', 1],
      ['tier_1', 1],
      ['label', 2],
      ['owned', 3],
    ] as const)
      // prettier-ignore
      await addSelector(group, type, 'G', 'GONE');
    await analysis.load(
      local('G', 'Group'),
      local('U', 'User'),
      local('OU', 'OU'),
      edge('OU', 'Contains', 'G'),
      edge('U', 'MemberOf', 'G'),
    );
    expect((await analysis.run()).tierZero).toBe(3);
    expect(await selected()).toEqual({ admin_tier_0: ['OU 3', 'U 2'], tier_1: ['OU 3', 'U 2'], label: ['U 2'] });
  });

  it('finds the node of a seed that a user gave in lower case before the node came', async () => {
    await addSelector('admin_tier_0', 1, 's-1-1104', 'CaSe', 'other');
    await analysis.load(
      local('S-1-1104', 'User'),
      local('CaSe', 'User'),
      local('CASE', 'User'),
      edge('S-1-1104', 'MemberOf', 'S-1-512'),
    );
    await analysis.run();
    const seeds = await query('SELECT object_id FROM asset_group_seed ORDER BY object_id');
    expect(seeds).toEqual([{ object_id: 'CaSe' }, { object_id: 'S-1-1104' }, { object_id: 'other' }]);
  });

  it('keeps the nodes of a rule that is off, but does not count them', async () => {
    await analysis.load(ad('S-1', 'Domain'), local('X-S-1-5-32-548', 'Group'));
    const on = await analysis.run();
    await query("UPDATE asset_group_selector SET disabled_at = now() WHERE name = 'Account Operators'");
    const off = await analysis.run();
    await query('UPDATE asset_group_selector SET disabled_at = NULL');
    expect([on.tierZero, off.tierZero, off.version]).toEqual([2, 1, on.version]);
    expect(await selected()).toMatchObject({ 'Account Operators': ['X-S-1-5-32-548 1'] });
  });

  it('analyses an unchanged graph anew if selectors have changed', async () => {
    await analysis.load(ad('S-1', 'Domain'), local('G', 'Group'), local('U', 'User'), edge('U', 'MemberOf', 'G'));
    const { version, rules, skipped, tierZero, runId } = await analysis.run();
    const known = { version, rules, skipped, tierZero, runId };
    expect(await analysis.service.run({ known })).toMatchObject({ unchanged: true, tierZero: 1 });
    await addSelector('admin_tier_0', 1, 'G');
    expect(await analysis.service.run({ known })).toMatchObject({
      unchanged: false,
      tierZero: 3,
      version: version + 1,
    });
    expect(await selected()).toEqual({ Domains: ['S-1 1'], admin_tier_0: ['U 2'] });
    await query('DELETE FROM asset_group_selector WHERE NOT system_selector');
    expect(await analysis.service.run({ known })).toMatchObject({ tierZero: 1 });
    expect(await selected()).toEqual({ Domains: ['S-1 1'] });
  });

  it('removes what no longer belongs, and makes a new version only if something changes', async () => {
    const admins = local('S-1-512', 'Group');
    await members(ad('S-1', 'Domain'), admins, local('U', 'User'), edge('U', 'MemberOf', 'S-1-512'));
    const before = await analysis.run();
    await analysis.removeEdges('MemberOf');
    const after = await analysis.run();
    expect(after).toMatchObject({ tierZero: before.tierZero - 1, version: before.version + 2 });
    expect((await analysis.run()).version).toBe(after.version);
  });
});
