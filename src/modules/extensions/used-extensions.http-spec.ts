import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { acme, acmeGraph } from './extensions.fixture.js';

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
    const byName = (one: { metric_name: string }, other: { metric_name: string }) =>
      one.metric_name < other.metric_name ? -1 : 1;
    expect(body.data.toSorted(byName)).toEqual([
      row('relationship', 'ACME_Knows', 1, null),
      row('node', 'ACME_Org', 1, kindId + 1),
      row('relationship', 'ACME_Owns', 1, null),
      row('node', 'ACME_Repo', 1, kindId + 3),
      row('node', 'ACME_User', 2, kindId + 2),
    ]);
    // The same graph again: the counts are copied.
    await analyse();
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
      'data-quality-stats-aggregations?schema_environment_kind_id=7',
      404,
      'resource.not_found query.schema_environment_kind_id',
    ],
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
});
