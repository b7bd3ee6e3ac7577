import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../graph/graph-records.fixture.js';
import type { NodeRecord, EdgeRecord, Properties } from '../../graph/records.js';
import { ad, TestAnalysis, az, local } from '../analysis.fixture.js';
import { weaknesses } from '../weaknesses/weaknesses.js';
import { rulesVersion } from '../runs/rules-version.js';
import { findingTypes, listFindingTypes } from './finding-types.js';

const domain = local('S-1', 'Domain', { name: 'BIRCH.LOCAL' });
const admins = local('S-1-512', 'Group', { name: 'DOMAIN ADMINS' });

describe('findings', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  async function rows(columns: string, order = 'finding, source, target', table = 'finding'): Promise<unknown[][]> {
    const found = await analysis.test.database.query<{ row: unknown[] }>(
      `SELECT jsonb_build_array(${columns}) AS row FROM ${table} ORDER BY ${order}`,
    );
    return found.map(({ row }) => row);
  }

  const analysed = async (...records: readonly (NodeRecord | EdgeRecord)[]) => {
    await analysis.load(...records);
    await analysis.run();
  };

  /** ADA and BO may reach DOMAIN ADMINS by HELPDESK; CY is disabled; PC has a session of ADMIN. */
  const estate = [
    domain,
    admins,
    local('ADMIN', 'User', { name: 'ADMIN', enabled: true }),
    local('ADA', 'User', { name: 'ADA' }),
    local('BO', 'User', { name: 'BO', enabled: true, hasspn: true }),
    local('CY', 'User', { name: 'CY', enabled: false, hasspn: true }),
    local('HELPDESK', 'Group', { name: 'HELPDESK' }),
    local('PC', 'Computer', { name: 'PC', operatingsystem: 'WINDOWS SERVER 2008 R2 STANDARD' }),
    edge('ADMIN', 'MemberOf', 'S-1-512'),
    edge('S-1-512', 'GenericAll', 'S-1'),
    edge('ADA', 'MemberOf', 'HELPDESK'),
    edge('CY', 'MemberOf', 'HELPDESK'),
    edge('BO', 'ForceChangePassword', 'ADA'),
    edge('HELPDESK', 'AddMember', 'S-1-512'),
    edge('HELPDESK', 'GenericAll', 'PC'),
    edge('PC', 'HasSession', 'ADMIN'),
  ];

  it('counts what a unit gives by the states of containers: no protected group, but a protected user', async () => {
    await analysed(
      domain,
      local('S-1-512', 'Group', { name: 'DOMAIN ADMINS', isaclprotected: true }),
      local('ADMIN', 'User', { name: 'ADMIN', enabled: true, isaclprotected: true }),
      local('ADA', 'User', { name: 'ADA', enabled: true }),
      local('SAFE', 'OU', { name: 'SAFE' }),
      edge('ADMIN', 'MemberOf', 'S-1-512'),
      edge('SAFE', 'Contains', 'S-1-512'),
      edge('ADA', 'GenericAll', 'SAFE'),
      edge('ADA', 'GenericAll', 'S-1-512'),
    );
    const columns = 'finding, source, target, exposure_count, impact_count, freed';
    const direct = ['T0GenericAll', 'ADA', 'S-1-512', 1, 1, 0];
    expect(await rows(columns)).toEqual([direct, ['T0GenericAll', 'ADA', 'SAFE', 1, 1, 0]]);
    await analysed(edge('SAFE', 'Contains', 'ADMIN'));
    expect(await rows(columns)).toEqual([direct, ['T0GenericAll', 'ADA', 'SAFE', 1, 3, 0]]);
  });

  it('ends findings by new rules of the product without resolving them, and adds none, in a run that the history marks', async () => {
    const { database } = analysis.test;
    await analysed(...estate);
    /** As a finding that the next run does not find, and one that it has not found before. */
    const rename = () => database.query(`UPDATE finding SET source = 'GONE' WHERE source = 'PC'`);
    const lastRun = (version: string) =>
      database.query(
        `INSERT INTO analysis_run (id, status, requested_at, requested_by, finished_at, graph_version, summary)
         VALUES (gen_random_uuid(), 'complete', now(), 'test', now(), 1, $1)`,
        [version],
      );
    const afterRun = async () => {
      await rename();
      const { runId, rulesChanged = false } = await analysis.run();
      const [counts] = await rows(
        'sum(added), sum(archived)',
        '1',
        `(SELECT * FROM finding_count WHERE run_id = '${runId}') c`,
      );
      const left = await rows('resolved_at IS NOT NULL', 'id', `(SELECT * FROM finding WHERE source = 'GONE') f`);
      const marks = await rows('count(*)', '1', `(SELECT * FROM change_log WHERE reason = 'rules') l`);
      return { rulesChanged, counts, left: left.flat(), marks: marks.flat() };
    };
    await lastRun('{}');
    expect(await afterRun()).toEqual({ rulesChanged: true, counts: [0, 0], left: [], marks: [1] });
    await lastRun(JSON.stringify({ rulesVersion }));
    expect(await afterRun()).toEqual({ rulesChanged: false, counts: [1, 1], left: [true], marks: [1] });
    await database.query('DELETE FROM analysis_run');
  });

  it('finds edges into tier zero and weak nodes, with the accounts that reach them and the nodes that they reach', async () => {
    await analysed(...estate);
    expect(
      await rows(
        'finding, source, source_kind, source_name, target, target_kind, target_name, environment, asset_group_tag_id',
      ),
    ).toEqual([
      ['Kerberoasting', '', '', '', 'BO', 'User', 'BO', 'S-1', 0],
      ['LegacyOperatingSystem', '', '', '', 'PC', 'Computer', 'PC', 'S-1', 0],
      ['T0AddMember', 'HELPDESK', 'Group', 'HELPDESK', 'S-1-512', 'Group', 'DOMAIN ADMINS', 'S-1', 1],
      ['T0HasSession', 'PC', 'Computer', 'PC', 'ADMIN', 'User', 'ADMIN', 'S-1', 1],
    ]);
    // 8 nodes; 4 accounts: ADMIN, ADA, BO and PC.
    expect(
      await rows('finding, exposure_count, exposure_share, impact_count, round(impact_share::numeric, 4), severity'),
    ).toEqual([
      ['Kerberoasting', 1, 0.25, 7, 0.875, 'high'],
      ['LegacyOperatingSystem', 3, 0.75, 4, 0.5, 'moderate'],
      ['T0AddMember', 2, 0.5, 2, 0.25, 'low'],
      ['T0HasSession', 3, 0.75, 3, 0.375, 'moderate'],
    ]);
    // HELPDESK has two ways. Without the session, PC has none.
    expect(await rows('finding, freed, shared')).toEqual([
      ['Kerberoasting', null, null],
      ['LegacyOperatingSystem', null, null],
      ['T0AddMember', 0, 2],
      ['T0HasSession', 1, 2],
    ]);
  });

  it('keeps when a finding was first and last seen, resolves it, and opens it again', async () => {
    const states = () =>
      rows(`finding, first_run_id = '${first}', run_id = '${last}', resolved_at IS NOT NULL`, 'finding');
    let [first, last] = ['', ''];
    await analysis.load(...estate);
    last = first = (await analysis.run()).runId;
    expect(await states()).toEqual([
      ['Kerberoasting', true, true, false],
      ['LegacyOperatingSystem', true, true, false],
      ['T0AddMember', true, true, false],
      ['T0HasSession', true, true, false],
    ]);
    await analysis.removeEdges('HasSession');
    last = (await analysis.run()).runId;
    expect((await states()).at(-1)).toEqual(['T0HasSession', true, true, true]);
    await analysis.load(edge('PC', 'HasSession', 'ADMIN'));
    last = (await analysis.run()).runId;
    expect((await states()).slice(2)).toEqual([
      ['T0AddMember', true, true, false],
      ['T0HasSession', false, true, false],
    ]);
  });

  it('adds the counts of each run to the history, also if the graph has not changed', async () => {
    await analysis.load(...estate);
    const known = await analysis.run();
    await analysis.service.run({
      known: {
        runId: known.runId,
        version: known.repeatableVersion ?? -1,
        rules: known.rules,
        skipped: known.skipped,
        tierZero: known.tierZero,
      },
    });
    await analysis.removeEdges('HasSession');
    await analysis.run();
    const counts = await rows(
      'finding, asset_group_tag_id, finding_count, impacted_asset_count, exposure_count, impact_count, round(composite_risk), added, archived',
      'id',
      'finding_count',
    );
    const first = [
      ['Kerberoasting', 0, 1, 1, 1, 7, 88, 1, 0],
      ['LegacyOperatingSystem', 0, 1, 1, 3, 4, 50, 1, 0],
      ['T0AddMember', 1, 1, 1, 2, 2, 38, 1, 0],
      ['T0HasSession', 1, 1, 1, 3, 3, 56, 1, 0],
    ];
    expect(counts.slice(0, 4)).toEqual(first);
    expect(counts.slice(4, 8)).toEqual(first.map((row) => [...row.slice(0, 7), 0, 0]));
    expect(counts.slice(8)).toEqual([
      ['Kerberoasting', 0, 1, 1, 1, 6, 75, 0, 0],
      ['LegacyOperatingSystem', 0, 1, 1, 3, 1, 12, 0, 0],
      ['T0AddMember', 1, 1, 1, 2, 2, 38, 0, 0],
      ['T0HasSession', 1, 0, 0, 0, 0, 0, 0, 1],
    ]);
    // ADA, BO and PC of three accounts outside of tier zero reach it; PC does by its session alone.
    expect(
      await rows('domain_sid, asset_group_tag_id, round(exposure_index::numeric, 4), tier_zero_count, critical_risk_count', 'id', 'posture_stat'), // prettier-ignore
    ).toEqual([
      ['S-1', 1, 1, 3, 0],
      ['S-1', 1, 1, 3, 0],
      ['S-1', 1, 0.6667, 3, 0],
    ]);
  });

  it('counts the accounts of an environment alone in its posture', async () => {
    await analysed(
      domain,
      admins,
      local('ADA', 'User'),
      local('BO', 'User'),
      az('T', 'AZTenant'),
      az('VISITOR', 'AZUser'),
      edge('ADA', 'GenericAll', 'S-1-512'),
      edge('VISITOR', 'AddMember', 'S-1-512'),
    );
    expect(await rows('domain_sid, exposure_index', 'id', 'posture_stat')).toContainEqual(['S-1', 0.5]);
    expect(await rows('source, exposure_count')).toEqual([
      ['VISITOR', 1],
      ['ADA', 1],
    ]);
  });

  it('frees accounts of all rights of a source on a target, and follows kinds that files declare traversable', async () => {
    await analysed(
      domain,
      admins,
      local('HELPDESK', 'Group'),
      local('ADA', 'User'),
      local('BO', 'User'),
      edge('HELPDESK', 'AddMember', 'S-1-512'),
      edge('HELPDESK', 'GenericAll', 'S-1-512'),
      edge('ADA', 'MemberOf', 'HELPDESK'),
      edge('BO', 'MemberOf', 'HELPDESK'),
      edge('BO', 'Rules', 'S-1'),
    );
    expect(await rows('finding, freed, shared')).toEqual([
      ['T0AddMember', 2, 0],
      ['T0GenericAll', 2, 0],
    ]);
    await analysis.test.database.query("UPDATE kind SET traversable = true WHERE name = 'Rules'");
    await analysed(edge('ADA', 'AddKeyCredentialLink', 'BO'));
    expect(await rows('finding, freed, shared')).toEqual([
      ['T0AddMember', 0, 2],
      ['T0GenericAll', 0, 2],
    ]);
  });

  it('finds an edge once that is both stated and derived', async () => {
    await analysed(
      domain,
      admins,
      local('G', 'Group'),
      local('PC', 'Computer'),
      local('L', 'ADLocalGroup'),
      edge('G', 'AdminTo', 'PC'),
      edge('PC', 'MemberOf', 'S-1-512'),
    );
    expect(await rows('finding, source, target')).toEqual([['T0AdminTo', 'G', 'PC']]);
  });

  it.each<[keyof typeof weaknesses, string, Properties, Properties]>([
    ['Kerberoasting', 'User', { hasspn: true }, { hasspn: false }],
    ['ASREPRoasting', 'User', { dontreqpreauth: true }, { dontreqpreauth: true, enabled: false }],
    ['UnconstrainedDelegation', 'Computer', { unconstraineddelegation: true }, { unconstraineddelegation: true, isdc: true }], // prettier-ignore
    ['UnconstrainedDelegation', 'User', { unconstraineddelegation: true }, { unconstraineddelegation: false }],
    ['LegacyOperatingSystem', 'Computer', { operatingsystem: 'WINDOWS 7 PROFESSIONAL' }, { operatingsystem: 'WINDOWS 10 ENTERPRISE' }], // prettier-ignore
    ['LegacyOperatingSystem', 'Computer', { operatingsystem: 'WINDOWS 8.1 PRO' }, { operatingsystem: 'WINDOWS SERVER 2016' }], // prettier-ignore
    ['LegacyOperatingSystem', 'Computer', { operatingsystem: 'WINDOWS SERVER® 2008 STANDARD' }, { operatingsystem: 'SAMBA 2012' }], // prettier-ignore
    ['LegacyOperatingSystem', 'Computer', { operatingsystem: 'WINDOWS 2000 SERVER' }, { operatingsystem: 'WINDOWS SERVER 2022 7' }], // prettier-ignore
    ['PasswordNotRequired', 'User', { passwordnotreqd: true }, { passwordnotreqd: 'true' }],
    ['ReversiblePassword', 'User', { encryptedtextpwdallowed: true }, {}],
    ['PasswordInAttribute', 'User', { unixpassword: true }, { unixpassword: false }],
    ['DESEncryption', 'User', { usedeskeyonly: true }, { usedeskeyonly: false }],
    ['SMBSigningNotRequired', 'Computer', { smbsigning: false }, { smbsigning: true }],
    ['MachineAccountQuota', 'Domain', { machineaccountquota: 10 }, { machineaccountquota: 0 }],
  ])('finds %s of a %s with %j, but not with %j', async (name, kind, weak, strong) => {
    await analysed(domain, local('WEAK', kind, weak), local('STRONG', kind, strong));
    expect(await rows('finding, target')).toEqual([[name, 'WEAK']]);
  });

  it('finds some weaknesses in tier zero alone', async () => {
    await analysed(
      domain,
      admins,
      local('IN', 'User', { pwdneverexpires: true }),
      local('OUT', 'User', { pwdneverexpires: true }),
      edge('IN', 'MemberOf', 'S-1-512'),
      az('T', 'AZTenant'),
      az('R', 'AZRole', { templateid: '62e90394-69f5-4237-9190-012177145e10' }),
      az('GUEST', 'AZUser', { usertype: 'Guest', onpremsyncenabled: true }),
      az('VISITOR', 'AZUser', { usertype: 'Guest', onpremsyncenabled: true }),
      edge('GUEST', 'AZHasRole', 'R'),
    );
    expect(await rows('finding, target, environment')).toEqual([
      ['GuestInTierZero', 'GUEST', 'T'],
      ['PasswordNeverExpires', 'IN', 'S-1'],
      ['SyncedTierZeroUser', 'GUEST', 'T'],
    ]);
  });

  it('leaves krbtgt and members of Domain Controllers out', async () => {
    await analysed(
      domain,
      ad('S-1-516', 'Group', { domainsid: 'S-1' }),
      local('S-1-502', 'User', { hasspn: true }),
      local('DC', 'Computer', { unconstraineddelegation: true }),
      edge('DC', 'MemberOf', 'S-1-516'),
    );
    expect(await rows('finding, target')).toEqual([]);
  });

  it('has a type of its own for each weakness', async () => {
    expect([...findingTypes.values()].filter(({ kind }) => kind === 'list').map(({ name }) => name)).toEqual(
      [...listFindingTypes.keys()].toSorted(),
    );
  });
});
