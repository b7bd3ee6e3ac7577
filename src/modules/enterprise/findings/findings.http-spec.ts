import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../../test/support/app.js';
import { OpenApiJudge } from '../../../../test/support/openapi.js';
import { local } from '../../../analysis/analysis.fixture.js';
import { AnalysisService } from '../../../analysis/analysis.service.js';
import { findingTypes } from '../../../analysis/findings/finding-types.js';
import { edge } from '../../../graph/graph-records.fixture.js';
import { writeGraph } from '../../../graph/graph.fixture.js';
import { FindingsRepository } from './findings.repository.js';
import { PostureRepository } from './posture.repository.js';

interface Row {
  readonly id: number;
  readonly finding: string;
  readonly title: string;
  readonly status: string;
}

interface Body {
  readonly count: number;
  readonly data: readonly Row[] & Row;
  readonly errors: readonly { readonly code: string; readonly context: string }[];
}

let app: TestApp;
let judge: OpenApiJudge;

beforeAll(async () => {
  app = await testApp();
  judge = await OpenApiJudge.of(app.url);
  await writeGraph(app.database, [
    local('S-1', 'Domain', { name: 'BIRCH.LOCAL' }),
    local('S-1-512', 'Group', { name: 'DOMAIN ADMINS' }),
    local('ADMIN', 'User', { name: 'ADMIN' }),
    local('ADA', 'User', { name: 'ADA', hasspn: true }),
    local('HELPDESK', 'Group', { name: 'HELPDESK' }),
    local('PC', 'Computer', { name: 'PC' }),
    edge('ADMIN', 'MemberOf', 'S-1-512'),
    edge('S-1-512', 'GenericAll', 'S-1'),
    edge('ADA', 'MemberOf', 'HELPDESK'),
    edge('HELPDESK', 'AddMember', 'S-1-512'),
    edge('PC', 'HasSession', 'ADMIN'),
  ]);
  await analyse();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.query("UPDATE finding SET accepted_until = NULL, accepted_by = NULL, accept_reason = ''");
});

async function analyse(): Promise<string> {
  return (await app.app.get(AnalysisService).run()).runId;
}

async function call(method: string, target: string, body?: unknown): Promise<{ status: number; body: Body }> {
  const response = await app.call(method, `/api/v2${target}`, body);
  const path = target
    .split('?', 1)[0]!
    .replace(/^\/domains\/[^/]+/, '/domains/{domain_id}')
    .replace(/^\/attack-paths\/\d+/, '/attack-paths/{attack_path_id}')
    .replace(/^\/posture-history\/.+/, '/posture-history/{data_type}');
  const form = response.status === 200 && /[?&](?:cursor|since)=/.test(target) ? 'cursor or since' : undefined;
  expect(await judge.faultsOf(method, `/api/v2${path}`, response.clone(), form)).toEqual([]);
  return { status: response.status, body: (await response.json()) as Body };
}

async function get(target: string): Promise<Body> {
  const { status, body } = await call('GET', target);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

async function refusals(target: string): Promise<unknown[]> {
  const { status, body } = await call('GET', target);
  return [status, ...body.errors.map(({ code, context }) => `${code} ${context}`)];
}

async function idOf(finding: string): Promise<number> {
  const [row] = (await get(`/attack-paths/findings?finding=${finding}`)).data;
  return row?.id ?? 0;
}

const addMember = {
  id: expect.any(Number),
  severity: 'moderate',
  finding_type: 'relationship',
  finding: 'T0AddMember',
  title: 'AddMember from outside into tier zero',
  platform: 'Active Directory',
  environment_id: 'S-1',
  environment_name: 'BIRCH.LOCAL',
  asset_group_tag_id: 1,
  zone_name: 'Admin Tier Zero',
  source_principal_id: 'HELPDESK',
  source_principal_kind: 'Group',
  source_principal_name: 'HELPDESK',
  target_principal_id: 'S-1-512',
  target_principal_kind: 'Group',
  target_principal_name: 'DOMAIN ADMINS',
  status: 'active',
  first_seen: expect.any(String),
  last_seen: expect.any(String),
  risk: 0,
  exposure_count: 1,
  exposure_percentage: 1 / 3,
  freed: 1,
  shared: 0,
  impact_count: 2,
  impact_percentage: 1 / 3,
  accepted_until: { time: null, valid: false },
  accept_reason: '',
};

describe('GET /api/v2/attack-paths/findings', () => {
  it('lists active findings, those that free most accounts first', async () => {
    const { data, count } = await get('/attack-paths/findings');
    expect([count, data.map(({ finding }) => finding)]).toEqual([3, ['T0AddMember', 'T0HasSession', 'Kerberoasting']]);
    expect(data[0]).toEqual({ ...addMember, severity: 'low', risk: expect.closeTo(33.333, 2) });
    expect(data[2]).toMatchObject({ finding_type: 'list', freed: null, shared: null, asset_group_tag_id: 0, zone_name: '', source_principal_id: '' }); // prettier-ignore
  });

  it.each([
    ['severity=moderate', ['T0HasSession', 'Kerberoasting']],
    ['finding_type=list', ['Kerberoasting']],
    ['asset_group_tag_id=1&sort_by=-finding', ['T0HasSession', 'T0AddMember']],
    ['environment_id=s-1&environment_id=other&limit=1', ['T0AddMember']],
    ['freed=gte:1&shared=0&sort_by=-finding', ['T0HasSession', 'T0AddMember']],
    ['freed=null', ['Kerberoasting']],
    ['environment_id=other', []],
    ['environment_name=~eq:birch&source_principal_kind=Group', ['T0AddMember']],
    ['sort_by=severity&sort_by=finding', ['T0AddMember', 'Kerberoasting', 'T0HasSession']],
    ['status=remediated', []],
  ])('filters and sorts by %s', async (query, expected) => {
    expect((await get(`/attack-paths/findings?${query}`)).data.map(({ finding }) => finding)).toEqual(expected);
  });

  it('is CSV if the client asks for it', async () => {
    const response = await app.as('auditor', 'bearer', 'GET', '/api/v2/attack-paths/findings?finding=T0AddMember', {
      headers: { Accept: 'text/csv' },
    });
    const [head, ...lines] = (await response.text()).trim().split('\r\n');
    expect(head?.startsWith('id,severity,finding_type,finding,title,')).toBe(true);
    expect(lines.map((line) => line.includes('T0AddMember,AddMember from outside into tier zero'))).toEqual([true]);
  });

  it('refuses unknown values', async () => {
    expect(await refusals('/attack-paths/findings?severity=awful&status=gone')).toEqual([
      400,
      'filter.invalid_value query.severity',
      'filter.invalid_value query.status',
    ]);
  });
});

describe('types of findings', () => {
  it('are listed: all, of present findings, and of a domain', async () => {
    expect((await get('/attack-path-types?limit=1000')).data).toEqual([...findingTypes.keys()]);
    expect((await get('/attack-path-types?finding=~eq:roasting&sort_by=-finding')).data).toEqual([
      'Kerberoasting',
      'ASREPRoasting',
    ]);
    expect((await get('/attack-paths/finding-types?asset_group_tag_id=eq:1&environment_id=S-1')).data).toEqual([
      { finding: 'T0AddMember', title: 'AddMember from outside into tier zero' },
      { finding: 'T0HasSession', title: 'HasSession from outside into tier zero' },
    ]);
    expect((await get('/domains/birch.local/available-types?sort_by=-finding')).data).toEqual([
      'T0HasSession',
      'T0AddMember',
      'Kerberoasting',
    ]);
    expect((await get('/domains/S-1/available-types?asset_group_tag_id=0')).data).toEqual(['Kerberoasting']);
    expect(await refusals('/domains/NONE/available-types')).toEqual([404, 'resource.not_found path.domain_id']);
    expect(await refusals('/domains/S-1/available-types?asset_group_tag_id=x')).toEqual([
      400,
      'query.invalid_value query.asset_group_tag_id',
    ]);
  });
});

describe('the findings of a type', () => {
  it('have the properties of both ends', async () => {
    expect((await get('/domains/S-1/details?finding=T0AddMember')).data).toEqual([
      {
        id: expect.any(Number),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        deleted_at: { time: null, valid: false },
        Finding: 'T0AddMember',
        DomainSID: 'S-1',
        AcceptedUntil: '0001-01-01T00:00:00.000Z',
        Accepted: false,
        AcceptReason: '',
        ImpactPercentage: 1 / 3,
        ImpactCount: 2,
        ExposurePercentage: 1 / 3,
        ExposureCount: 1,
        Severity: 'low',
        FromPrincipal: 'HELPDESK',
        FromPrincipalKind: 'Group',
        FromPrincipalName: 'HELPDESK',
        FromPrincipalProps: { objectid: 'HELPDESK', name: 'HELPDESK', domainsid: 'S-1' },
        ToPrincipal: 'S-1-512',
        ToPrincipalKind: 'Group',
        ToPrincipalName: 'DOMAIN ADMINS',
        ToPrincipalProps: { objectid: 'S-1-512', name: 'DOMAIN ADMINS', domainsid: 'S-1' },
        PrincipalHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect((await get('/domains/S-1/details?finding=eq:Kerberoasting')).data).toMatchObject([
      { Principal: 'ADA', PrincipalKind: 'User', Props: { hasspn: true }, ImpactCount: 4, Severity: 'moderate' },
    ]);
    expect((await get('/domains/S-1/details?finding=T0AddMember&from_principal=ADA')).data).toEqual([]);
    expect((await get('/domains/S-1/details?finding=Kerberoasting&asset_group_tag_id=1')).data).toEqual([]);
    expect(await refusals('/domains/S-1/details')).toEqual([400, 'query.missing_parameter query.finding']);
    expect(await refusals('/domains/S-1/details?finding=Kerberosting')).toEqual([
      400,
      'reference.not_found query.finding',
    ]);
  });

  it('are a document with the texts of their types', async () => {
    const response = await app.call('GET', '/api/v2/attack-paths/details');
    expect(await judge.faultsOf('GET', '/api/v2/attack-paths/details', response.clone())).toEqual([]);
    const {
      findings,
      finding_assets: assets,
      data,
    } = (await response.json()) as {
      findings: readonly object[];
      finding_assets: Record<string, Record<string, string>>;
      data: unknown;
    };
    expect(data).toEqual({ findings, finding_assets: assets });
    expect(findings).toHaveLength(3);
    expect(findings[1]).toEqual({
      target_id: 'S-1-512',
      target_kind: 'Group',
      target_properties: { name: 'DOMAIN ADMINS', domainsid: 'S-1' },
      source_id: 'HELPDESK',
      source_kind: 'Group',
      source_properties: { name: 'HELPDESK', domainsid: 'S-1' },
      finding_name: 'T0AddMember',
      environment_id: 'S-1',
      impact_percentage: 1 / 3,
      impact_count: 2,
      exposure_percentage: 1 / 3,
      exposure_count: 1,
      accepted_until: 0,
      asset_group: 'admin_tier_0',
    });
    expect(Object.keys(assets)).toEqual(['Kerberoasting', 'T0AddMember', 'T0HasSession']);
    expect(Buffer.from(assets['Kerberoasting']?.['title.md'] ?? '', 'base64').toString()).toBe(
      'Kerberoastable user accounts',
    );
    const head = await app.call('HEAD', '/api/v2/attack-paths/details');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('has the documents of a type for programs without credentials, and nothing else', async () => {
    const answer = await fetch(`${app.url}/ui/findings/Kerberoasting/title.md`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'Kerberoastable user accounts',
    ]);
    for (const name of [
      'type',
      'short_description',
      'long_description',
      'short_remediation',
      'long_remediation',
      'references',
    ])
      expect((await fetch(`${app.url}/ui/findings/T0AddMember/${name}.md`)).status).toBe(200);
    for (const path of [
      'Kerberoasting/nothing.md',
      'Nothing/title.md',
      'Kerberoasting/constructor',
      'Kerberoasting/a/b.md',
    ])
      expect((await fetch(`${app.url}/ui/findings/${path}`)).status).toBe(404);
  });

  it('are an empty document without findings', async () => {
    await app.database.query("UPDATE finding SET resolved_at = '2026-01-01'");
    const response = await app.call('GET', '/api/v2/attack-paths/details');
    await app.database.query('UPDATE finding SET resolved_at = NULL');
    expect(await response.json()).toEqual({
      findings: [],
      finding_assets: {},
      data: { findings: [], finding_assets: {} },
      analysed_at: null,
      stale_since: null,
      notes: ['no analysis has run: derived edges and findings are missing'],
    });
  });
});

describe('FindingsRepository', () => {
  it.each([1, 2, 3, 4])('reads all findings, %d at once', async (atOnce) => {
    const read: string[][] = [];
    for await (const rows of app.app.get(FindingsRepository).eachUnified(atOnce))
      read.push(rows.map(({ finding }) => finding));
    expect(read.map(({ length }) => length)).toEqual([[1, 1, 1], [2, 1], [3], [3]][atOnce - 1]);
    expect(read.flat()).toEqual(['Kerberoasting', 'T0AddMember', 'T0HasSession']);
  });
});

describe('PUT /api/v2/attack-paths/{id}/acceptance', () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();

  it('accepts a risk until a time with a reason, and writes the audit log', async () => {
    const id = await idOf('T0AddMember');
    const body = { accepted: true, accept_until: until, risk_type: 'T0AddMember', reason: 'Ends with the migration' };
    expect(await call('PUT', `/attack-paths/${id}/acceptance`, body)).toMatchObject({
      status: 200,
      body: { data: { id, Accepted: true, AcceptedUntil: until, AcceptReason: body.reason } },
    });
    expect((await get('/attack-paths/findings')).data.map(({ finding }) => finding)).toEqual([
      'T0HasSession',
      'Kerberoasting',
    ]);
    expect((await get('/attack-paths/findings?status=accepted')).data).toMatchObject([
      { status: 'accepted', accept_reason: body.reason, accepted_until: { time: until, valid: true } },
    ]);
    const names = async (query: string) =>
      (await get(`/domains/S-1/attack-path-findings?finding=T0AddMember&filterAccepted=${query}`)).count;
    expect([await names('accepted'), await names('unaccepted'), await names('all')]).toEqual([1, 0, 1]);
    const [entry] = (await get('/audit?action=finding.accept')).data as unknown as readonly object[];
    expect(entry).toMatchObject({
      resource: `attack-paths/${id}`,
      outcome: 'success',
      details: { finding: 'T0AddMember', until, reason: body.reason },
    });
  });

  it('is kept by later analyses, ends at its time, and can be taken back', async () => {
    const id = await idOf('T0AddMember');
    const acceptance = `/attack-paths/${id}/acceptance`;
    await call('PUT', acceptance, { accepted: true, accept_until: until });
    await analyse();
    expect((await get('/attack-paths/findings?status=accepted')).data).toMatchObject([{ id }]);
    await app.database.query("UPDATE finding SET accepted_until = now() - interval '1 s' WHERE id = $1", [id]);
    expect((await get('/attack-paths/findings?finding=T0AddMember')).data).toMatchObject([{ status: 'active' }]);
    await call('PUT', acceptance, { accepted: true, accept_until: until });
    expect((await call('PUT', acceptance, { accepted: false })).body.data).toMatchObject({ Accepted: false });
    expect((await get('/attack-paths/findings?status=accepted')).count).toBe(0);
  });

  it('refuses a time that is missing or past, another type, and an unknown finding', async () => {
    const id = await idOf('T0AddMember');
    const refused = async (body: object, of = id) => {
      const { status, body: answer } = await call('PUT', `/attack-paths/${of}/acceptance`, body);
      return [status, ...answer.errors.map(({ code, context }) => `${code} ${context}`)];
    };
    expect(await refused({ accepted: true })).toEqual([400, 'body.missing_property body.accept_until']);
    expect(await refused({ accepted: true, accept_until: '2020-01-01T00:00:00Z' })).toEqual([
      400,
      'body.invalid_value body.accept_until',
    ]);
    expect(await refused({ accepted: false, risk_type: 'T0Owns' })).toEqual([400, 'body.invalid_value body.risk_type']);
    expect(await refused({ accepted: false }, 999_999)).toEqual([404, 'resource.not_found path.attack_path_id']);
  });
});

describe('PUT /api/v2/attack-paths', () => {
  it('requests an analysis', async () => {
    const response = await app.call('PUT', '/api/v2/attack-paths');
    expect([response.status, await response.text()]).toEqual([202, '']);
    const runs = await app.database.query('SELECT requested_by FROM analysis_run');
    expect(runs).toEqual([{ requested_by: expect.any(String) }]);
  });
});

function trend(finding: string, ...[start, end, increase, decrease]: readonly number[]): unknown {
  return expect.objectContaining({
    finding,
    environment_ids: ['S-1'],
    finding_count_start: start,
    finding_count_end: end,
    finding_count_increase: increase,
    finding_count_decrease: decrease,
    archived_count: decrease,
  });
}

describe('the history', () => {
  it('has trends, a sparkline and the posture at each analysis', async () => {
    await app.database.query('DELETE FROM finding; DELETE FROM finding_count; DELETE FROM posture_stat');
    await analyse();
    await app.database.query("DELETE FROM edge_list WHERE list = (SELECT id FROM kind WHERE name = 'HasSession')");
    await app.database.query('UPDATE graph_state SET version = version + 1');
    await analyse();
    const [times] = await app.database.query<{ first: Date; last: Date }>(
      'SELECT min(created_at) AS first, max(created_at) AS last FROM posture_stat',
    );
    const [first, last] = [times!.first.toISOString(), times!.last.toISOString()];
    expect((await get('/attack-paths/findings?status=remediated')).data).toMatchObject([
      { finding: 'T0HasSession', status: 'remediated', last_seen: first },
    ]);

    const before = new Date(times!.first.getTime() - 1000).toISOString();
    expect(await get(`/attack-paths/finding-trends?environments=S-1&start=${before}`)).toMatchObject({
      environments: ['S-1'],
      data: {
        findings: [
          trend('Kerberoasting', 0, 1, 1, 0),
          trend('T0AddMember', 0, 1, 1, 0),
          trend('T0HasSession', 0, 0, 1, 1),
        ],
        total_finding_count_start: 0,
        total_finding_count_end: 2,
      },
    });
    expect(await get(`/attack-paths/finding-trends?start=${last}&asset_group_tag_id=1`)).toMatchObject({
      data: { findings: [trend('T0AddMember', 1, 1, 0, 0), trend('T0HasSession', 1, 0, 0, 1)] },
    });

    await app.database.query(
      ['posture_stat', 'finding_count']
        .map(
          (table) =>
            `UPDATE ${table} SET created_at = now() - CASE created_at WHEN '${first}' THEN interval '10 d' ELSE interval '2 d' END`,
        )
        .join('; '),
    );
    // The later half of ten days begins five days ago. The first analysis is no news.
    const recent = await get('/attack-paths/finding-trends?asset_group_tag_id=1');
    const { start, end } = recent as unknown as { start: string; end: string };
    const [moved] = await app.database.query<{ first: Date }>('SELECT min(created_at) AS first FROM posture_stat');
    expect(Date.parse(start)).toBe(Math.floor((moved!.first.getTime() + Date.parse(end)) / 2));
    expect(recent).toMatchObject({
      data: { findings: [trend('T0AddMember', 1, 1, 0, 0), trend('T0HasSession', 1, 0, 0, 1)] },
    });
    await app.database.query(
      ['posture_stat', 'finding_count']
        .map(
          (table) =>
            `UPDATE ${table} SET created_at = CASE WHEN created_at < now() - interval '5 d' THEN '${first}'::timestamptz ELSE '${last}' END`,
        )
        .join('; '),
    );

    expect(await get('/domains/S-1/sparkline?finding=T0HasSession')).toMatchObject({
      data: [
        {
          FindingCount: 1,
          ImpactedAssetCount: 1,
          CompositeRisk: expect.closeTo(41.6667, 3),
          DomainSID: 'S-1',
          created_at: first,
        },
        { FindingCount: 0, ImpactedAssetCount: 0, CompositeRisk: 0, Finding: 'T0HasSession', created_at: last },
      ],
    });
    expect(await get(`/posture-stats?to=${last}`)).toMatchObject({
      end: last,
      count: 1,
      data: [{ domain_sid: 'S-1', asset_group_tag_id: 1, exposure_index: 1, tier_zero_count: 3, critical_risk_count: 0 }], // prettier-ignore
    });
    const values = async (type: string, query = '') =>
      ((await get(`/posture-history/${type}?environments=S-1${query}`)).data as unknown as { value: number }[]).map(
        ({ value }) => value,
      );
    expect(await values('findings')).toEqual([3, 2]);
    expect(await values('findings', '&asset_group_tag_id=0')).toEqual([1, 1]);
    expect(await values('exposure')).toEqual([1, 0.5]);
    expect(await values('assets')).toEqual([3, 3]);
    expect(await values('attack-paths')).toEqual([3, 2]);
    expect(await values('archived-findings')).toEqual([0, 1]);
    expect(await values('session-completeness')).toEqual([]);
    expect(await refusals('/posture-history/mood')).toEqual([404, 'resource.not_found path.data_type']);
    expect(await refusals('/posture-stats?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).toEqual([
      400,
      'query.invalid_value query.from',
    ]);

    expect(await app.app.get(FindingsRepository).deleteExpired(new Date(Date.now() + 1000))).toBe(1);
    expect(await app.app.get(PostureRepository).deleteExpired(times!.last)).toBe(4);
    expect((await get('/posture-stats')).count).toBe(1);
  });
});

describe('polls of GET /api/v2/attack-paths/findings', () => {
  it('return a finding after each change of its status, and not because it was found again', async () => {
    let cursor = '0';
    const poll = async () => {
      const page = (await get(`/attack-paths/findings?cursor=${cursor}`)) as Body & { readonly cursor: string };
      ({ cursor } = page);
      return page.data.map(({ finding, status }) => `${finding} ${status}`);
    };
    expect((await poll()).toSorted()).toEqual(['Kerberoasting active', 'T0AddMember active']);
    await analyse();
    expect(await poll()).toEqual([]);
    await writeGraph(app.database, [edge('PC', 'HasSession', 'ADMIN')]);
    await analyse();
    expect(await poll()).toEqual(['T0HasSession active']);
    const accepted = { accepted: true, accept_until: new Date(Date.now() + 86_400_000).toISOString() };
    await call('PUT', `/attack-paths/${await idOf('T0AddMember')}/acceptance`, accepted);
    expect(await poll()).toEqual(['T0AddMember accepted']);
    await app.database.query("DELETE FROM edge_list WHERE list = (SELECT id FROM kind WHERE name = 'HasSession')");
    await app.database.query('UPDATE graph_state SET version = version + 1');
    await analyse();
    expect(await poll()).toEqual(['T0HasSession remediated']);
    expect(await poll()).toEqual([]);
  });

  it('begin with a time, and refuse what has another order', async () => {
    const future = await get('/attack-paths/findings?since=2999-01-01');
    expect([future.data, future]).toEqual([[], expect.objectContaining({ cursor: expect.stringMatching(/^\d{16}$/) })]);
    expect((await get('/attack-paths/findings?since=-P1D&status=remediated')).data).toMatchObject([
      { finding: 'T0HasSession' },
    ]);
    expect(await refusals('/attack-paths/findings?cursor=1&sort_by=risk&skip=1&since=-P1D')).toEqual([
      400,
      'query.conflicting_parameters query.sort_by',
      'query.conflicting_parameters query.skip',
      'query.conflicting_parameters query.since',
    ]);
    expect(await refusals('/attack-paths/findings?cursor=1234567890123456789')).toEqual([
      400,
      'query.invalid_value query.cursor',
    ]);
  });
});
