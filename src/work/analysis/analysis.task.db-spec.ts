import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { Logger } from '@nestjs/common';
import { until } from '../../../test/support/until.js';
import type { Database } from '../../database/database.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { type AnalysisInstance, TestAnalysisTask } from './analysis-task.fixture.js';

describe('AnalysisTask', () => {
  let analysis: TestAnalysisTask;
  let database: Database;
  let one: AnalysisInstance;
  let other: AnalysisInstance;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    analysis = await TestAnalysisTask.start();
    ({ database } = analysis.test);
  });
  afterAll(() => analysis.drop());
  beforeEach(async () => {
    await analysis.reset();
    one = analysis.instance();
    other = analysis.instance();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const countedRuns = async () => {
    const rows = await database.query<{ id: string }>('SELECT run_id AS id FROM data_quality_domain d ORDER BY d.id');
    return rows.map(({ id }) => id);
  };

  it('runs the waiting analysis, records it and finishes its uploads', async () => {
    const id = await one.runs.request('ada');
    await one.run();
    expect(one.uploads.ended).toEqual([[id, null]]);
    expect(await countedRuns()).toEqual([id]);
    const last = await one.runs.last();
    expect(last).toMatchObject({ id, status: 'complete', stage: 5, failures: 0 });
    expect(last?.summary).toEqual({
      version: expect.any(Number),
      repeatableVersion: last?.summary?.version,
      rules: expect.any(String),
      rulesVersion: 4,
      unchanged: false,
      edges: [
        { kind: 'MemberOf', created: 3, removed: 0 },
        { kind: 'AdminTo', created: 1, removed: 0 },
        { kind: 'ClaimSpecialIdentity', created: 8, removed: 0 },
      ],
      skipped: [],
      tierZero: 1,
      dataQuality: { tenants: 0, domains: 1 },
    });
  });

  it('does nothing if no run waits', async () => {
    await one.run();
    expect([await analysis.statuses(), one.uploads.ended]).toEqual([[], []]);
  });

  it('derives no edges if the graph has not changed, but stores data quality', async () => {
    const first = await one.runs.request('ada');
    await one.run();
    analysis.clock.advance(1_000);
    const second = await other.runs.request('bob');
    await other.run();
    expect((await one.runs.last())?.summary).toMatchObject({
      unchanged: true,
      edges: [],
      skipped: [],
      tierZero: 1,
      dataQuality: { tenants: 0, domains: 1 },
    });
    expect(await countedRuns()).toEqual([first, second]);
    const rows = await database.query<{ row: object }>(
      "SELECT to_jsonb(d) - '{id,run_id,created_at,updated_at}'::text[] AS row FROM data_quality_domain d ORDER BY id",
    );
    expect(rows[1]).toEqual(rows[0]);
  });

  it('derives edges again after the graph has changed', async () => {
    await one.runs.request('ada');
    await one.run();
    await writeGraph(database, [described('V', ['User', 'Base']), edge('V', 'MemberOfLocalGroup', 'C-544')], {
      day: analysis.clock.now().toISOString().slice(0, 10),
    });
    analysis.clock.advance(1_000);
    await one.runs.request('ada');
    await one.run();
    expect((await one.runs.last())?.summary).toMatchObject({
      unchanged: false,
      edges: [{ kind: 'AdminTo', created: 1, removed: 0 }],
    });
  });

  it('waits for unread files, for ANALYSIS_MAX_WAIT at most', async () => {
    const id = await one.runs.request('ada');
    await analysis.forgetTasks();
    one.uploads.filesLeft = true;
    analysis.clock.advance(99_999);
    await one.run();
    expect([await analysis.statuses(), await analysis.tasks()]).toEqual([['waiting'], [{ later: true }]]);
    analysis.clock.advance(1);
    await one.run();
    expect(one.uploads.ended).toEqual([[id, null]]);
  });

  it('leaves a run to the process that runs it, and checks again', async () => {
    const id = await one.runs.request('ada');
    await analysis.forgetTasks();
    const held = new EventEmitter();
    const released = once(held, 'release');
    const original = one.service.run.bind(one.service);
    const atIt = jest.spyOn(one.service, 'run').mockImplementation(async (options) => {
      await released;
      return original(options);
    });
    const running = one.run();
    await until(() => atIt.mock.calls.length === 1);
    await other.run();
    expect([await analysis.statuses(), await analysis.tasks(), other.uploads.ended]).toEqual([
      ['running'],
      [{ later: true }],
      [],
    ]);
    held.emit('release');
    await running;
    expect(one.uploads.ended).toEqual([[id, null]]);
  });

  it('runs one analysis at a time for ten requests in two instances', async () => {
    const peak = { now: 0, most: 0 };
    for (const { service } of [one, other]) {
      const original = service.run.bind(service);
      jest.spyOn(service, 'run').mockImplementation(async (options) => {
        peak.most = Math.max(peak.most, ++peak.now);
        try {
          return await original(options);
        } finally {
          peak.now--;
        }
      });
    }
    one.start();
    other.start();
    try {
      const ids = new Set(
        await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? one : other).runs.request('ada'))),
      );
      await until(async () => one.uploads.ended.length + other.uploads.ended.length === ids.size);
      expect(new Set([...one.uploads.ended, ...other.uploads.ended])).toEqual(
        new Set([...ids].map((id) => [id, null])),
      );
      expect(ids.size).toBeLessThanOrEqual(3);
      expect(peak.most).toBe(1);
    } finally {
      await Promise.all([one.runner.onModuleDestroy(), other.runner.onModuleDestroy()]);
    }
  });
});
