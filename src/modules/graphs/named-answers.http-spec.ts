import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { RateLimits } from '../../http/limits/rate-limits.js';
import type { Role } from '../../auth/permissions.js';

let app: TestApp;

const records = [
  described('ADA', ['User', 'Base'], { name: 'ADA@BIRCH', domainsid: 'S-1' }),
  described('PC', ['Computer', 'Base']),
  edge('ADA', 'AdminTo', 'PC'),
];

beforeAll(async () => {
  app = await testApp();
  await writeGraph(app.database, records, { day: '2026-03-01' });
});
afterAll(() => app.close());

const path = '/api/v2/graphs/reachable?node=PC';

async function get(target: string, tag?: string, role: Role = 'read_only', headers: Record<string, string> = {}) {
  const given = tag === undefined ? headers : { ...headers, 'If-None-Match': tag };
  const response = await app.as(role, 'bearer', 'GET', target, { headers: given });
  return {
    status: response.status,
    tag: response.headers.get('etag') ?? '',
    cache: response.headers.get('cache-control'),
    text: await response.text(),
  };
}

/** The name that the answer has now: without `If-None-Match` it may be that of a state a second ago. */
async function tagOf(target: string, role?: Role, headers?: Record<string, string>): Promise<string> {
  return (await get(target, '"none"', role, headers)).tag;
}

describe('answers from the graph', () => {
  it('have a name, and are 304 without a body for a client that has them', async () => {
    // No graph was in memory a second ago.
    await until(async () => (await get(path)).tag !== '');
    const { tag, status, cache } = await get(path);
    expect([status, tag, cache]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{27}"$/), 'no-store']);
    const named = await tagOf(path);
    expect(await get(path, named)).toMatchObject({ status: 304, tag: named, cache: 'no-store', text: '' });
    expect(await get(path, `"other", ${named}`)).toMatchObject({ status: 304 });
    expect(await get(path, '"other"')).toMatchObject({ status: 200, tag: named });
  });

  it('have the name of the state that the first answer named', async () => {
    const { tag } = await get(path);
    expect(await get(path, tag)).toMatchObject({ status: 304 });
  });

  it('count as one call if they are 304, and else as their operation', async () => {
    const tag = await tagOf(path);
    const principal = jest.spyOn(app.app.get(RateLimits), 'principal');
    const callsOf = async (given?: string) => {
      principal.mockClear();
      await get(path, given);
      return principal.mock.calls.map(([, , calls]) => calls);
    };
    expect([await callsOf(), await callsOf(tag), await callsOf('"other"')]).toEqual([[10], [1], [1, 9]]);
  });

  it('have other names for other questions, forms and rights', async () => {
    const names = [
      await tagOf(path),
      await tagOf(`${path}&direction=out`),
      await tagOf(path, 'administrator'),
      await tagOf('/api/v2/graphs/reachable?node=PC&type=list', 'read_only'),
      await tagOf('/api/v2/graphs/reachable?node=PC&type=list', 'read_only', { Accept: 'text/csv' }),
    ];
    expect(new Set(names).size).toBe(5);
    expect(names).not.toContain('');
  });

  it('are checked before: credentials, rights and inputs', async () => {
    const tag = await tagOf(path);
    expect((await fetch(app.url + path, { headers: { 'If-None-Match': tag } })).status).toBe(401);
    expect(await get(path, tag, 'upload_only')).toMatchObject({ status: 403, tag: '' });
    expect(await get(`${path}&nonsense=1`, tag)).toMatchObject({ status: 400, tag: '' });
    expect(await get('/api/v2/graphs/reachable?node=GONE', tag)).toMatchObject({ status: 404, tag: '' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a change of the graph', () => writeGraph(app.database, [described('NEW', ['User', 'Base'])])],
    ['a later collection of the same', () => writeGraph(app.database, records, { day: '2026-03-09' })],
    [
      'an analysis',
      async () => app.app.get(AnalysisRuns).record('test', new Date(), await app.app.get(AnalysisService).run()),
    ],
    [
      'a change of a tag',
      () => app.call('PUT', '/api/v2/asset-groups/2/selectors', { add: [{ name: 'one', selector: 'PC' }], remove: [] }),
    ],
  ])('have another name after %s', async (_, change) => {
    const former = await tagOf(path);
    await change();
    const now = await get(path, former);
    expect(now.status).toBe(200);
    expect([now.tag === former, (await get(path, now.tag)).status]).toEqual([false, 304]);
  });

  it('have no name while an analysis runs', async () => {
    const tag = await tagOf(path);
    await app.database.query(
      "INSERT INTO analysis_run (id, status, requested_at, requested_by, started_at) VALUES (gen_random_uuid(), 'running', now(), 'test', now())",
    );
    expect(await get(path, tag)).toMatchObject({ status: 200, tag: '' });
    await app.database.query("DELETE FROM analysis_run WHERE status = 'running'");
    expect(await get(path, tag)).toMatchObject({ status: 304 });
  });

  it('are named in the OpenAPI document', async () => {
    const judge = await OpenApiJudge.of(app.url);
    const response = await app.as('read_only', 'bearer', 'GET', path, {
      headers: { 'If-None-Match': await tagOf(path) },
    });
    expect([response.status, await judge.faultsOf('GET', path.split('?')[0] ?? '', response)]).toEqual([304, []]);
  });
});
