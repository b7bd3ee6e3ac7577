import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { schemes, type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { until } from '../../../test/support/until.js';
import type { AnalysisReport } from '../../analysis/runs/analysis-report.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { TaskRunner } from '../../queue/task-runner.js';

const reportOf = (runId: string): AnalysisReport => ({
  runId,
  version: 7,
  repeatableVersion: 7,
  rules: 'r1',
  unchanged: false,
  edges: [{ kind: 'AdminTo', created: 2, removed: 1 }],
  skipped: [{ kind: 'ADCSESC1', property: 'schemaversion', objects: 4 }],
  tierZero: 3,
  dataQuality: { tenants: 0, domains: 1 },
});

const summary = {
  graph_version: 7,
  failed_selectors: [],
  notes: [],
  unchanged: false,
  edges: [{ kind: 'AdminTo', created: 2, removed: 1 }],
  skipped: [{ kind: 'ADCSESC1', property: 'schemaversion', objects: 4 }],
  tier_zero: 3,
  data_quality: { tenants: 0, domains: 1 },
};

interface Run {
  readonly id: string;
  readonly status: string;
}

describe.each(['community', 'enterprise'] as const)('the analysis in the %s edition', (edition) => {
  let app: TestApp;
  let judge: OpenApiJudge;
  let runs: AnalysisRuns;
  // The verification of signatures uses this clock too.
  const clock = new FakeClock(new Date().toISOString());
  const time = () => clock.now().toISOString();

  beforeAll(async () => {
    app = await testApp({ edition, clock });
    judge = await OpenApiJudge.of(app.url);
    runs = app.app.get(AnalysisRuns);
  });
  beforeEach(async () => {
    await app.database.query('TRUNCATE analysis_run, graphile_worker._private_jobs');
  });
  afterAll(() => app.close());

  async function ask(scheme: (typeof schemes)[number] = 'signature'): Promise<Run> {
    const response = await app.as('administrator', scheme, 'PUT', '/api/v2/analysis');
    expect(response.status).toBe(202);
    expect(await judge.faultsOf('PUT', '/api/v2/analysis', response)).toEqual([]);
    return ((await response.json()) as { data: Run }).data;
  }

  async function get<T>(target: string, template = target, status = 200): Promise<T> {
    const response = await app.as('read_only', 'bearer', 'GET', `/api/v2/analysis${target}`);
    expect(response.status).toBe(status);
    expect(await judge.faultsOf('GET', `/api/v2/analysis${template}`, response)).toEqual([]);
    return (await response.json()) as T;
  }
  const waitingRun = (id: string, requestedAt = time()) => ({
    id,
    status: 'waiting',
    requested_at: requestedAt,
    requested_by: 'a-administrator',
    started_at: null,
    finished_at: null,
    duration: null,
    progress: null,
    summary: null,
    reason: null,
  });

  it('is idle before the first request', async () => {
    expect(await get('/status')).toEqual({
      data: { status: 'idle', current: null, waiting: null, last: null, graph_version: 0 },
    });
  });

  it.each(schemes)('returns the same waiting run to every request before it starts, by %s', async (scheme) => {
    const first = await ask(scheme);
    expect(first).toEqual(waitingRun(first.id));
    expect(await Promise.all(Array.from({ length: 10 }, () => ask(scheme)))).toEqual(Array(10).fill(first));
    expect(await get('/status')).toEqual({
      data: { status: 'waiting', current: null, waiting: first, last: null, graph_version: 0 },
    });
  });

  it('returns the progress and the summary of a run', async () => {
    const requestedAt = time();
    const { id } = await ask();
    clock.advance(1_000);
    await runs.claimNext();
    await runs.saveStage(id, 'memberships');
    const next = await ask();
    const current = {
      ...waitingRun(id, requestedAt),
      status: 'running',
      started_at: time(),
      progress: { done: 2, of: 5, stage: 'rights' },
    };
    expect(await get('/status')).toEqual({
      data: { status: 'running', current, waiting: next, last: null, graph_version: 0 },
    });
    await runs.saveStage(id, 'data quality');
    expect(await get(`/runs/${id}`, '/runs/{run_id}')).toMatchObject({
      data: { progress: { done: 5, of: 5, stage: null } },
    });
    clock.advance(2_500);
    await runs.complete(reportOf(id));
    const last = {
      ...current,
      status: 'complete',
      finished_at: time(),
      duration: 2.5,
      progress: null,
      summary,
    };
    expect(await get('/status')).toEqual({
      data: { status: 'waiting', current: null, waiting: next, last, graph_version: 0 },
    });
    expect(await get('/runs')).toEqual({ count: 2, skip: 0, limit: 100, data: [next, last] });
    expect(await get('/runs?status=complete', '/runs')).toMatchObject({ count: 1, data: [{ id }] });
  });

  it('returns the reason of a failed run', async () => {
    const { id } = await ask();
    await runs.claimNext();
    for (let i = 0; i < 3; i++) await runs.fail(id, 'no "space" left\non device');
    expect(await get(`/runs/${id}`, '/runs/{run_id}')).toMatchObject({
      data: { status: 'failed', reason: 'no "space" left\non device', summary: null, duration: 0 },
    });
  });

  it('returns 404 for an unknown run', async () => {
    const id = '6f1c2a34-0000-4000-8000-000000000009';
    expect(await get(`/runs/${id}`, '/runs/{run_id}', 404)).toMatchObject({
      errors: [
        { code: 'resource.not_found', context: 'path.run_id', message: `there is no run ${id} of the analysis` },
      ],
    });
  });

  it('returns 403 to a request without the permission graph:write', async () => {
    const response = await app.as('read_only', 'signature', 'PUT', '/api/v2/analysis');
    expect([response.status, await runs.waiting()]).toEqual([403, null]);
  });

  it('runs a requested analysis in a process that runs tasks', async () => {
    const { id } = await ask();
    app.app.get(TaskRunner).start();
    await until(async () => (await runs.last())?.id === id);
    expect(await get('/status')).toMatchObject({
      data: { status: 'idle', last: { id, status: 'complete', summary: { unchanged: false, tier_zero: 0 } } },
    });
  });
});
