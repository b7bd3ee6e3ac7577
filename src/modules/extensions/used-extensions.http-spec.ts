import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { TestCompatApi } from '../../compat/compat.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { acme, acmeGraph } from './extensions.fixture.js';

function byName(one: { metric_name: string }, other: { metric_name: string }): number {
  return one.metric_name < other.metric_name ? -1 : 1;
}

describe('an extension', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
    await writeGraph(app.database, acmeGraph);
    await app.call('PUT', '/api/v2/extensions', acme);
  });
  afterAll(() => app.close());

  async function answer(method: string, path: string, body?: unknown) {
    const response = await app.call(method, `/api/v2${path}`, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function ids(): Promise<number[]> {
    const { body } = await answer('GET', '/extensions');
    return body.data.extensions.map(({ id }: { id: number }) => id);
  }

  async function remove(): Promise<void> {
    for (const id of await ids()) await answer('DELETE', `/extensions/${id}`);
  }

  async function analyse(): Promise<void> {
    await app.app.get(AnalysisService).run();
  }

  async function steps(start: string): Promise<number> {
    const path = `/graphs/shortest-path?start_node=${start}&end_node=REPO&only_traversable=true`;
    const { body } = await answer('GET', path);
    return body.data?.edges?.length ?? 0;
  }

  it('says which of its kinds of edges walks follow, until it is replaced or deleted', async () => {
    expect([await steps('EVE'), await steps('ADA')]).toEqual([1, 0]);
    const [owns, knows] = acme.relationship_kinds;
    const turned = [
      { ...owns, is_traversable: false },
      { ...knows, is_traversable: true },
    ];
    const next = { ...acme, relationship_kinds: turned, relationship_findings: [] };
    expect(await answer('PUT', '/extensions', next)).toMatchObject({ status: 200 });
    expect([await steps('EVE'), await steps('ADA')]).toEqual([0, 1]);
    await remove();
    expect([await steps('EVE'), await steps('ADA')]).toEqual([0, 0]);
    expect(await answer('PUT', '/extensions', acme)).toMatchObject({ status: 201 });
    expect([await steps('EVE'), await steps('ADA')]).toEqual([1, 0]);
  });

  it('gives its kinds numbers, and gives those back that nothing has any more', async () => {
    const names = async () => (await answer('GET', '/graphs/kinds')).body.data.kinds as string[];
    const more = [...acme.node_kinds, { name: 'ACME_Team' }];
    await answer('PUT', '/extensions', { ...acme, node_kinds: more });
    expect(await names()).toContain('ACME_Team');
    await answer('PUT', '/extensions', acme);
    expect(await names()).not.toContain('ACME_Team');
    await remove();
    expect((await names()).filter((it) => it.toUpperCase().startsWith('ACME'))).toEqual([
      'ACME_Knows',
      'ACME_Org',
      'ACME_Owns',
      'ACME_Repo',
      'ACME_User',
      'AcmeBase',
    ]);
    await answer('PUT', '/extensions', acme);
  });

  it('has texts about its kinds for the page, as they were sent', async () => {
    const { panels, kinds } = (await answer('GET', '/graphs/kinds?panels=true')).body.data;
    expect(kinds).toContain('ACME_User');
    expect(panels).toEqual([
      { name: 'ACME_User', description: '', panels: [{ title: 'General', content: 'A **user**.' }] },
      { name: 'ACME_Owns', description: 'Owns it', panels: [{ title: 'Abuse', content: 'Push *code*.' }] },
    ]);
    expect((await answer('GET', '/graphs/kinds')).body.data).not.toHaveProperty('panels');
  });

  it('brings environments, as choices of lists too', async () => {
    const { body } = await answer('GET', '/environments');
    expect(body).toEqual({
      count: 1,
      skip: 0,
      limit: 100,
      data: [
        {
          environment_id: 'Org-1',
          name: 'ACME INC',
          kind: 'ACME_Org',
          extension: 'Acme',
          collected: true,
          last_seen: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00.000Z$/),
        },
      ],
    });
    const found = async (environment: string) =>
      (await answer('GET', `/search?q=e&environment=${environment}`)).body.data.map((it: { name: string }) => it.name);
    expect(await found('Org-1')).toEqual(['EVE', 'ACME INC', 'REPO']);
    expect(await found('acme%20inc')).toEqual(['EVE', 'ACME INC', 'REPO']);
    await remove();
    expect((await answer('GET', '/environments')).body.data).toEqual([]);
    expect(await answer('GET', '/search?q=e&environment=acme%20inc')).toMatchObject({ status: 400 });
    await answer('PUT', '/extensions', acme);
  });

  it('has its kinds counted in its environments by each analysis', async () => {
    await analyse();
    const [id] = await ids();
    const { body } = await answer('GET', '/data-quality-stats?environment_id=Org-1');
    const kindId = id! * 10_000;
    const row = (type: string, name: string, value: number, kind: number | null) => ({
      id: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: expect.objectContaining({ valid: false }),
      environment_id: 'Org-1',
      run_id: expect.any(String),
      extension_id: id,
      environment_kind_id: kindId + 1,
      metric_type: type,
      metric_name: name,
      metric_value: value,
      kind_id: kind,
    });
    expect(body.data.toSorted(byName)).toEqual([
      row('relationship', 'ACME_Knows', 1, null),
      row('node', 'ACME_Org', 1, kindId + 1),
      row('relationship', 'ACME_Owns', 1, null),
      row('node', 'ACME_Repo', 1, kindId + 3),
      row('node', 'ACME_User', 2, kindId + 2),
    ]);
    await analyse(); // The same graph again: the counts are copied.
    expect((await answer('GET', '/data-quality-stats?environment_id=Org-1')).body.count).toBe(10);
    const sums = `/data-quality-stats-aggregations?schema_environment_kind_id=${kindId + 1}&schema_extension_id=${id}`;
    const values = (await answer('GET', sums)).body.data.map((it: { metric_value: number }) => it.metric_value);
    expect(values.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
    await answer('PUT', '/extensions', { ...acme, node_kinds: acme.node_kinds.slice(0, 2) });
    expect((await answer('GET', sums)).body.count).toBe(8);
    await remove();
    await answer('PUT', '/extensions', acme);
    expect((await answer('GET', '/data-quality-stats?environment_id=Org-1')).body.count).toBe(0);
  });

  it.each([
    ['data-quality-stats', 400, 'query.missing_parameter query.environment_id'],
    ['data-quality-stats?environment_id=none', 404, 'resource.not_found query.environment_id'],
    ['data-quality-stats-aggregations', 400, 'query.missing_parameter query.schema_environment_kind_id'],
    [
      'data-quality-stats-aggregations?schema_environment_kind_id=7&schema_extension_id=2000000000',
      404,
      'resource.not_found query.schema_extension_id',
    ],
  ])('refuses %s with %d', async (path, status, fault) => {
    const { body, ...refused } = await answer('GET', `/${path}`);
    const [{ code, context }] = body.errors;
    expect([refused.status, `${code} ${context}`]).toEqual([status, fault]);
  });

  describe('with findings', () => {
    const name = 'ACME_OwnsTierZero';

    beforeAll(async () => {
      const selectors = [{ name: 'Repository', selector: 'REPO' }];
      await answer('PUT', '/asset-groups/1/selectors', { selectors });
      await answer('PUT', '/extensions', acme);
      await analyse();
    });

    it('finds edges from outside into tier zero of its environments', async () => {
      const { body } = await answer('GET', '/attack-paths/findings?environment_id=Org-1');
      expect(body.data).toMatchObject([
        {
          finding: name,
          finding_type: 'relationship',
          title: 'Owners from outside',
          platform: 'Acme Cloud',
          environment_id: 'Org-1',
          environment_name: 'ACME INC',
          asset_group_tag_id: 1,
          source_principal_id: 'EVE',
          target_principal_id: 'REPO',
          // EVE of both users, REPO of four nodes.
          exposure_count: 1,
          exposure_percentage: 0.5,
          impact_count: 1,
          impact_percentage: 0.25,
          risk: 37.5,
          severity: 'low',
          freed: 1,
          shared: 0,
        },
      ]);
      expect((await answer('GET', '/attack-path-types?limit=1000')).body.data).toContain(name);
      expect((await answer('GET', '/attack-paths/finding-types')).body.data).toEqual([
        {
          finding: name,
          title: 'Owners from outside',
          relationship_kind: 'ACME_Owns',
          description: 'Owners push code.',
          remediation: 'Take the repository away, and look at its history.',
        },
      ]);
      expect((await answer('GET', '/domains/acme%20inc/available-types')).body.data).toEqual([name]);
      expect((await answer('GET', `/domains/Org-1/details?finding=${name}`)).body.data).toMatchObject([
        { Finding: name, DomainSID: 'Org-1', FromPrincipal: 'EVE', ToPrincipal: 'REPO' },
      ]);
      expect((await answer('GET', `/domains/Org-1/sparkline?finding=${name}`)).body.count).toBe(1);
      expect((await answer('GET', '/attack-paths/finding-trends?environments=Org-1')).body.data.findings).toMatchObject(
        [{ finding: name, display_title: 'Owners from outside', display_type: 'relationship', finding_count_end: 1 }],
      );
      const exposure = (await answer('GET', '/posture-history/exposure?environments=Org-1')).body.data;
      expect(exposure.map((it: { value: number }) => it.value)).toEqual([0.5]);
    });

    it('has the texts of the schema', async () => {
      const texts = ['title', 'type', 'short_description', 'long_description', 'short_remediation', 'long_remediation'];
      const got = texts.map(async (it) => (await fetch(`${app.url}/ui/findings/${name}/${it}.md`)).text());
      const { remediation } = acme.relationship_findings[0]!;
      expect(await Promise.all(got)).toEqual([
        'Owners from outside',
        'relationship',
        remediation.short_description,
        remediation.long_description,
        remediation.short_remediation,
        remediation.long_remediation,
      ]);
      const { body } = await answer('GET', '/attack-paths/details');
      expect(Object.keys(body.finding_assets)).toEqual([name]);
    });

    it('loses the findings that a new version lacks, and the rest when it is deleted', async () => {
      const other = { ...acme.relationship_findings[0]!, name: 'ACME_Other' };
      await answer('PUT', '/extensions', { ...acme, relationship_findings: [other] });
      expect((await answer('GET', '/attack-paths/findings')).body.data).toEqual([]);
      expect((await answer('GET', '/attack-paths/finding-trends')).body.data.findings).toEqual([]);
      expect((await answer('GET', `/domains/Org-1/details?finding=${name}`)).body.errors).toMatchObject([
        { code: 'reference.not_found', context: 'query.finding' },
      ]);
      await analyse();
      expect((await answer('GET', '/attack-paths/findings')).body.data).toMatchObject([{ finding: 'ACME_Other' }]);
      await remove();
      await analyse();
      expect((await answer('GET', '/attack-paths/findings?status=neq:accepted')).body.data).toEqual([]);
      expect((await answer('GET', '/posture-stats')).body.data).toEqual([]);
      expect((await answer('GET', '/attack-path-types?limit=1000')).body.data).not.toContain('ACME_Other');
      await answer('PUT', '/extensions', acme);
    });

    it('finds nothing in the environments of others', async () => {
      const environments = [...acme.environments, { environment_kind: 'ACME_Team', source_kind: 'AcmeBase' }];
      const findings = [{ ...acme.relationship_findings[0]!, environment_kind: 'ACME_Team' }];
      const node_kinds = [...acme.node_kinds, { name: 'ACME_Team' }];
      await answer('PUT', '/extensions', { ...acme, node_kinds, environments, relationship_findings: findings });
      await analyse();
      expect((await answer('GET', '/attack-paths/findings')).body.data).toEqual([]);
    });
  });
});

describe('an extension in the form of the reference product', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open('enterprise');
    await writeGraph(api.app.database, acmeGraph);
    await api.call('PUT', '/extensions', acme);
    await api.call('PUT', '/asset-groups/1/selectors', [{ selector_name: 'Repo', sid: 'REPO', action: 'add' }]);
    await api.app.app.get(AnalysisService).run();
  });
  afterAll(() => api.close());

  const data = async (path: string) => ((await api.call('GET', path)).body as { data: never[] }).data;

  it('brings findings and counts', async () => {
    expect(await data('/domains/Org-1/available-types')).toEqual(['ACME_OwnsTierZero']);
    expect(await data('/domains/Org-1/details?finding=ACME_OwnsTierZero')).toMatchObject([
      { Finding: 'ACME_OwnsTierZero', DomainSID: 'Org-1', FromPrincipal: 'EVE', ToPrincipal: 'REPO' },
    ]);
    const counts = await data('/data-quality-stats?environment_id=Org-1');
    const users = counts.filter(({ metric_name: it }) => it === 'ACME_User');
    expect(users).toMatchObject([
      { metric_type: 'node', metric_value: 2, deleted_at: { Time: '0001-01-01T00:00:00Z', Valid: false } },
    ]);
    const [{ environment_kind_id: kind }] = users as unknown as [{ environment_kind_id: number }];
    expect(await data(`/data-quality-stats-aggregations?schema_environment_kind_id=${kind}`)).toHaveLength(5);
  });
});
