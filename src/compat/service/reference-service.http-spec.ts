import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { send } from '../../../test/support/signed-client.js';
import type { SqlValue } from '../../database/database.js';
import { notDeleted, refusal, TestCompatApi, zero } from '../compat.fixture.js';

const fixed = { created_at: zero, updated_at: zero, deleted_at: notDeleted };

const domainCounts = {
  users: 1,
  groups: 2,
  computers: 3,
  ous: 4,
  containers: 5,
  gpos: 6,
  aiacas: 7,
  rootcas: 8,
  enterprisecas: 9,
  ntauthstores: 10,
  certtemplates: 11,
  issuancepolicies: 12,
  sites: 16,
  siteservers: 17,
  sitesubnets: 18,
  acls: 13,
  sessions: 14,
  relationships: 15,
};

const tenantCounts = {
  users: 1,
  groups: 2,
  apps: 3,
  service_principals: 4,
  devices: 5,
  management_groups: 6,
  subscriptions: 7,
  resource_groups: 8,
  vms: 9,
  key_vaults: 10,
  relationships: 11,
};

function times(factor: number, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * factor]));
}

function shares(session_completeness: number, local_group_completeness: number): Record<string, number> {
  return { session_completeness, local_group_completeness };
}

/** An hour of the day on which everything happens. */
function at(hour: string): string {
  return `2026-05-01T${hour}:00.000Z`;
}

function withMilliseconds(time: string): string {
  return time.replace('Z', '.000Z');
}

describe('the service, as the reference product describes itself', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open('enterprise');
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.app.database.query('TRUNCATE analysis_run, upload, data_quality_domain, data_quality_tenant CASCADE');
  });

  async function insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
    const names = Object.keys(row);
    await api.app.database.query(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  function run(id: string, status: string, startedAt: string | null, finishedAt: string | null): Promise<void> {
    const requested = { requested_at: '2026-05-01T00:00:00Z', requested_by: 'ada' };
    return insert('analysis_run', { id, status, ...requested, started_at: startedAt, finished_at: finishedAt });
  }

  async function data(path: string): Promise<unknown> {
    const { status, body } = await api.call('GET', path);
    return status === 200 ? (body as { data: unknown }).data : [status, body];
  }

  /** The runs of a page of data quality. */
  async function runsOf(query: string): Promise<string[]> {
    const { body } = await api.call('GET', `/platform/ad/data-quality-stats?${query}`);
    return (body as { data: { run_id: string }[] }).data.map(({ run_id: id }) => id);
  }

  it('lists features, which nobody can switch', async () => {
    const features = (await data('/features')) as { key: string; enabled: boolean }[];
    expect(features[0]).toEqual({
      id: 1,
      ...fixed,
      key: 'azure_support',
      name: 'Azure',
      description: 'Entra ID and Azure are collected and analysed.',
      enabled: true,
      user_updatable: false,
    });
    expect(features.filter(({ enabled }) => enabled).map(({ key }) => key)).toEqual([
      'azure_support',
      'adcs',
      'clear_graph_data',
      'tier_management_engine',
      'scope_collection_by_ou',
      'enable_saml_sso',
      'oidc_support',
      'environment_targeted_access_control',
      'opengraph_extension_management',
      'open_graph_phase_2',
      'opengraph_search',
      'back_button_support',
      'dark_mode',
      'ntlm_post_processing',
      'auto_tag_t0_parent_objects',
      'updated_posture_page',
    ]);
    // The page of the reference product shows an error for a missing one.
    expect(features.filter(({ enabled }) => !enabled).map(({ key }) => key)).toEqual([
      'butterfly_analysis',
      'opengraph_findings',
      'opengraph_entity_panel',
      'opengraph_data_quality',
      'entity_panel_cache',
      'risk_exposure_new_calculation',
      'changelog',
      'client_bearer_auth',
      'fedramp_eula',
    ]);
    expect((await api.call('PUT', '/features/1/toggle')).status).toBe(501);
  });

  it('shows settings as parameters', async () => {
    expect(await data('/config?parameter=eq:prune.ttl')).toEqual([
      {
        id: 4,
        ...fixed,
        key: 'prune.ttl',
        name: 'Retention',
        description: 'RETENTION_DATA and RETENTION_SESSIONS. Null if data do not expire.',
        value: { base_ttl: 'P7D', has_session_edge_ttl: 'P3D' },
      },
    ]);
    const all = (await data('/config')) as { key: string; value: unknown }[];
    expect(all.map(({ key, value }) => [key, value])).toEqual([
      ['auth.session_ttl_hours', { hours: 8 }],
      ['auth.api_tokens', { enabled: true }],
      ['api.timeout_limit', { enabled: true }],
      ['prune.ttl', { base_ttl: 'P7D', has_session_edge_ttl: 'P3D' }],
      ['analysis.scheduled', { enabled: false, rrule: '' }],
      ['analysis.retain_ingest_files', { enabled: false }],
      [
        'analysis.tiering',
        { tier_limit: 2_147_483_647, label_limit: 2_147_483_647, multi_tier_analysis_enabled: true },
      ],
    ]);
    expect(refusal(await api.call('GET', '/config?parameter=eq:x'))).toEqual([
      400,
      [expect.objectContaining({ context: 'query.parameter' })],
    ]);
    expect((await api.call('PUT', '/config', { key: 'prune.ttl', value: {} })).status).toBe(501);
  });

  it.each([
    ['/dog-tags', {}],
    [
      '/graphs/source-kinds',
      {
        kinds: [
          { id: 0, name: 'Sourceless' },
          { id: 1, name: 'Base' },
          { id: 2, name: 'AZBase' },
        ],
      },
    ],
    ['/kennel/enterprise-manifest', { sharphound_enterprise: [], azurehound_enterprise: [], openhound: [] }],
    ['/graph-schema/edges?schemas=none', []],
  ])('answers %s, which its page reads', async (path, answer) => {
    expect(await data(path)).toEqual(answer);
  });

  it('accepts the agreement that does not exist', async () => {
    expect(await api.call('PUT', '/accept-eula')).toEqual({ status: 202, body: undefined });
  });

  it('reports the state of reading and analysis', async () => {
    const never = { last_complete_analysis_at: zero, last_analysis_run_at: zero, next_scheduled_analysis_at: zero };
    expect(await data('/datapipe/status')).toEqual({ status: 'idle', updated_at: zero, ...never });
    await run(randomUUID(), 'complete', at('01:00'), at('02:00'));
    await run(randomUUID(), 'failed', at('03:00'), at('04:00'));
    const ended = { ...never, last_complete_analysis_at: at('02:00'), last_analysis_run_at: at('04:00') };
    expect(await data('/datapipe/status')).toEqual({ status: 'idle', updated_at: at('04:00'), ...ended });
    await run(randomUUID(), 'waiting', null, null);
    expect(await data('/datapipe/status')).toEqual({ status: 'analyzing', updated_at: at('00:00'), ...ended });
    await unreadFile();
    expect(await data('/datapipe/status')).toEqual({ status: 'ingesting', updated_at: at('00:00'), ...ended });
    await run(randomUUID(), 'running', at('05:00'), null);
    expect(await data('/datapipe/status')).toEqual({ status: 'analyzing', updated_at: at('05:00'), ...ended });
  });

  async function unreadFile(): Promise<void> {
    const { body } = await api.call('POST', '/file-upload/start');
    const { id } = (body as { data: { id: number } }).data;
    expect((await api.call('POST', `/file-upload/${id}`, { meta: { type: 'users' }, data: [] })).status).toBe(202);
  }

  it('returns the requested analysis', async () => {
    const nothing = { delete_all_graph: false, delete_sourceless_graph: false };
    const lists = { delete_source_kinds: null, delete_relationships: null };
    expect(await data('/analysis')).toEqual({
      requested_by: '',
      request_type: '',
      requested_at: zero,
      ...nothing,
      ...lists,
    });
    await run(randomUUID(), 'waiting', null, null);
    expect(await data('/analysis')).toEqual({
      requested_by: 'ada',
      request_type: 'analysis',
      requested_at: '2026-05-01T00:00:00.000Z',
      ...nothing,
      ...lists,
    });
    expect((await api.call('DELETE', '/analysis')).status).toBe(501);
  });

  describe('data quality of a platform', () => {
    const older = { run_id: randomUUID(), created_at: '2026-05-01T00:00:00Z', updated_at: '2026-05-01T00:00:00Z' };
    const newer = { run_id: randomUUID(), created_at: '2026-05-02T00:00:00Z', updated_at: '2026-05-02T00:00:00Z' };
    const range = 'start=2026-05-01T00:00:00Z&end=2026-05-03T00:00:00Z';
    const record = (it: typeof older) => ({
      id: expect.any(Number),
      run_id: it.run_id,
      created_at: withMilliseconds(it.created_at),
      updated_at: withMilliseconds(it.updated_at),
      deleted_at: notDeleted,
    });

    beforeEach(async () => {
      await insert('data_quality_domain', { ...older, ...domainCounts, ...shares(1, 1), domainsid: 'S-1' });
      await insert('data_quality_domain', { ...newer, ...domainCounts, ...shares(0.25, 1), domainsid: 'S-1' });
      await insert('data_quality_domain', {
        ...newer,
        ...times(2, domainCounts),
        ...shares(0.75, 0),
        domainsid: 'S-2',
      });
      await insert('data_quality_tenant', { ...newer, ...tenantCounts, tenantid: 'T' });
      await insert('data_quality_tenant', { ...newer, ...times(9, tenantCounts), tenantid: 'U' });
    });

    it('sums up domains and takes the mean of shares, for each analysis', async () => {
      expect(await api.call('GET', `/platform/ad/data-quality-stats?${range}`)).toEqual({
        status: 200,
        body: {
          count: 2,
          skip: 0,
          limit: 1000,
          start: '2026-05-01T00:00:00.000Z',
          end: '2026-05-03T00:00:00.000Z',
          data: [
            {
              ...record(newer),
              domains: 2,
              ...times(3, domainCounts),
              session_completeness: 0.5,
              local_group_completeness: 0.5,
            },
            { ...record(older), domains: 1, ...domainCounts, session_completeness: 1, local_group_completeness: 1 },
          ],
        },
      });
    });

    it('sums up tenants', async () => {
      const { body } = await api.call('GET', `/platform/azure/data-quality-stats?${range}&sort_by=created_at`);
      expect((body as { data: unknown }).data).toEqual([{ ...record(newer), tenants: 2, ...times(10, tenantCounts) }]);
    });

    it('has pages and a range without its end', async () => {
      expect(await runsOf(`${range}&skip=1&limit=1`)).toEqual([older.run_id]);
      expect(await runsOf('start=2026-05-01T00:00:00Z&end=2026-05-02T00:00:00Z')).toEqual([older.run_id]);
      expect(await runsOf('')).toEqual([]);
    });

    it('refuses other platforms and ranges that end before they start', async () => {
      expect(refusal(await api.call('GET', '/platform/github/data-quality-stats'))).toEqual([
        400,
        [{ context: 'path.platform_id', message: '"github" is not valid; it takes one of ad, azure' }],
      ]);
      const reversed = 'start=2026-05-02T00:00:00Z&end=2026-05-01T00:00:00Z';
      expect(refusal(await api.call('GET', `/platform/ad/data-quality-stats?${reversed}`))).toEqual([
        400,
        [expect.objectContaining({ context: 'query.start' })],
      ]);
    });

    it('has the completeness of the last complete analysis', async () => {
      expect(await data('/completeness')).toEqual({ LocalGroupCompleteness: 0, SessionCompleteness: 0 });
      await run(older.run_id, 'complete', older.created_at, older.created_at);
      expect(await data('/completeness')).toEqual({ LocalGroupCompleteness: 1, SessionCompleteness: 1 });
      await insert('data_quality_domain', {
        ...newer,
        ...domainCounts,
        ...shares(0.5, 0),
        domainsid: 'S-3',
      });
      await run(newer.run_id, 'complete', newer.created_at, newer.created_at);
      expect(await data('/completeness')).toEqual({ LocalGroupCompleteness: 1 / 3, SessionCompleteness: 0.5 });
      await run(randomUUID(), 'complete', '2026-05-03T00:00:00Z', '2026-05-03T00:00:00Z');
      expect(await data('/completeness')).toEqual({ LocalGroupCompleteness: 0, SessionCompleteness: 0 });
    });
  });

  it('lists SAML providers as identity providers', async () => {
    const metadata = `<EntityDescriptor entityID="https://idp.example/id"><IDPSSODescriptor><SingleSignOnService
      Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;
    const parts = { name: 'corp', metadata };
    const text = Object.entries(parts)
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const options = { body: `${text}--x--\r\n`, headers };
    await api.app.as('administrator', 'signature', 'POST', '/api/v2/saml/providers', options);
    const [provider] = ((await data('/saml')) as { saml_providers: { id: number }[] }).saml_providers;
    const toStrangers = await send(api.app.url, 'GET', '/api/v2/sso-providers');
    expect(await toStrangers.json()).toEqual({
      data: [{ id: provider?.id, name: 'corp', slug: 'corp', type: 'SAML' }],
    });
    expect(provider).toMatchObject({ name: 'corp', deleted_at: notDeleted, sso_provider_id: null });
    const deletion = await api.call('DELETE', `/sso-providers/${provider?.id}`);
    expect([deletion.status, deletion.body]).toEqual([200, { data: { affected_users: [] } }]);
  });
});
