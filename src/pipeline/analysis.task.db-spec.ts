import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { Logger } from '@nestjs/common';
import { clearGraph } from '../../test/support/clear-graph.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { until } from '../../test/support/until.js';
import { AnalysisService } from '../analysis/analysis.service.js';
import { AnalysisRuns, mostBegun } from '../analysis/runs/analysis-runs.js';
import { AnalysisTurn } from '../analysis/runs/analysis-turn.js';
import { loadSettings } from '../config/load-settings.js';
import { described, edge, producing } from '../graph/graph-records.fixture.js';
import { GraphLoader } from '../graph/loader/graph-loader.js';
import { GraphileTaskQueue } from '../queue/graphile-task-queue.js';
import { TaskRunner } from '../queue/runner/task-runner.js';
import { AnalysedWork } from './analysed-work.js';
import { AnalysisTask } from './analysis.task.js';

const clock = new FakeClock();
const settings = loadSettings({ ANALYSIS_MAX_WAIT: '100' });

class FakeWork extends AnalysedWork {
  filesLeft = false;
  readonly ended: [string, string | null][] = [];

  async isFilesLeft(): Promise<boolean> {
    return this.filesLeft;
  }

  async analysed(runId: string, { failure }: { failure: string | null }): Promise<void> {
    this.ended.push([runId, failure]);
  }
}

const idle = async () => {};

/** What one process has. */
class Instance {
  readonly work = new FakeWork();
  readonly queue: GraphileTaskQueue;
  readonly runs: AnalysisRuns;
  readonly service: AnalysisService;
  readonly task: AnalysisTask;
  readonly runner: TaskRunner;

  constructor({ database }: TestDatabase) {
    this.queue = new GraphileTaskQueue(database);
    this.runs = new AnalysisRuns(database, this.queue, clock);
    this.service = new AnalysisService(database, new GraphLoader(database, clock), clock);
    const turn = new AnalysisTurn(database);
    this.task = new AnalysisTask(this.runs, turn, this.service, this.work, database, settings);
    this.runner = new TaskRunner(settings, database, this.queue);
  }

  /** As when the queue has it. */
  run(signal = new AbortController().signal): Promise<void> {
    return this.task.run({}, { signal });
  }

  start(): void {
    this.runner.start({ analysis: this.task.run, 'ingest-file': idle, sweep: idle, schedule: idle });
  }
}

describe('AnalysisTask', () => {
  let test: TestDatabase;
  let one: Instance;
  let other: Instance;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
  });
  beforeEach(async () => {
    await clearGraph(test.database);
    await test.database.query('TRUNCATE analysis_run, data_quality_domain, graphile_worker._private_jobs');
    clock.set('2026-10-01T12:00:00.000Z');
    one = new Instance(test);
    other = new Instance(test);
    await new GraphLoader(test.database, clock).load(
      producing(
        described('S-1', ['Domain', 'Base'], { name: 'X', collected: true, domainsid: 'S-1' }),
        described('U', ['User', 'Base']),
        described('C', ['Computer', 'Base']),
        described('C-544', ['ADLocalGroup', 'Base']),
        edge('C-544', 'LocalToComputer', 'C'),
        edge('U', 'MemberOfLocalGroup', 'C-544'),
      ),
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => test.drop());

  const tasks = () =>
    test.database.query<{ later: boolean }>(
      'SELECT run_at > now() AS later FROM graphile_worker._private_jobs WHERE key = $1',
      ['analysis'],
    );
  const statuses = async () => {
    const rows = await test.database.query<{ status: string }>(
      'SELECT status FROM analysis_run ORDER BY started_at, requested_at',
    );
    return rows.map(({ status }) => status);
  };
  const countedRuns = async () => {
    const rows = await test.database.query<{ id: string }>(
      'SELECT run_id AS id FROM data_quality_domain d ORDER BY d.id',
    );
    return rows.map(({ id }) => id);
  };

  it('runs what waits, records it and tells who waited for it', async () => {
    const id = await one.runs.ask('ada');
    await one.run();
    expect(one.work.ended).toEqual([[id, null]]);
    expect(await countedRuns()).toEqual([id]);
    const last = await one.runs.last();
    expect(last).toMatchObject({ id, status: 'complete', stage: 5, failures: 0 });
    expect(last?.summary).toEqual({
      version: expect.any(Number),
      wholeVersion: last?.summary?.version,
      rules: expect.any(String),
      unchanged: false,
      edges: [
        { kind: 'MemberOf', created: 3, removed: 0 },
        { kind: 'AdminTo', created: 1, removed: 0 },
      ],
      tierZero: 1,
      dataQuality: { tenants: 0, domains: 1 },
    });
  });

  it('does nothing where nothing waits', async () => {
    await one.run();
    expect([await statuses(), one.work.ended]).toEqual([[], []]);
  });

  it('derives nothing anew where the graph is as the last run left it, but has rows of data quality', async () => {
    const first = await one.runs.ask('ada');
    await one.run();
    clock.advance(1_000);
    const second = await other.runs.ask('bob');
    await other.run();
    expect((await one.runs.last())?.summary).toMatchObject({
      unchanged: true,
      edges: [],
      tierZero: 1,
      dataQuality: { tenants: 0, domains: 1 },
    });
    expect(await countedRuns()).toEqual([first, second]);
    const rows = await test.database.query<{ row: object }>(
      "SELECT to_jsonb(d) - '{id,run_id,created_at,updated_at}'::text[] AS row FROM data_quality_domain d ORDER BY id",
    );
    expect(rows[1]).toEqual(rows[0]);
  });

  it('derives anew once the graph has changed', async () => {
    await one.runs.ask('ada');
    await one.run();
    await new GraphLoader(test.database, clock).load(
      producing(described('V', ['User', 'Base']), edge('V', 'MemberOfLocalGroup', 'C-544')),
    );
    clock.advance(1_000);
    await one.runs.ask('ada');
    await one.run();
    expect((await one.runs.last())?.summary).toMatchObject({
      unchanged: false,
      edges: [{ kind: 'AdminTo', created: 1, removed: 0 }],
    });
  });

  it('waits while files are left, and no longer than it may', async () => {
    const id = await one.runs.ask('ada');
    await test.database.query('TRUNCATE graphile_worker._private_jobs');
    one.work.filesLeft = true;
    clock.advance(99_999);
    await one.run();
    expect([await statuses(), await tasks()]).toEqual([['waiting'], [{ later: true }]]);
    clock.advance(1);
    await one.run();
    expect(one.work.ended).toEqual([[id, null]]);
  });

  it('takes up a run whose process died, at once, and then the one that waits', async () => {
    const left = await one.runs.ask('ada');
    await one.runs.take();
    const next = await one.runs.ask('bob');
    await test.database.query('TRUNCATE graphile_worker._private_jobs');
    other.work.filesLeft = true;
    await other.run();
    expect([await statuses(), await tasks()]).toEqual([['complete', 'waiting'], [{ later: true }]]);
    other.work.filesLeft = false;
    await other.run();
    expect(other.work.ended).toEqual([
      [left, null],
      [next, null],
    ]);
  });

  it('leaves a run to the process that is at it, and looks again', async () => {
    const id = await one.runs.ask('ada');
    await test.database.query('TRUNCATE graphile_worker._private_jobs');
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
    expect([await statuses(), await tasks(), other.work.ended]).toEqual([['running'], [{ later: true }], []]);
    held.emit('release');
    await running;
    expect(one.work.ended).toEqual([[id, null]]);
  });

  it('tries a run that fails again, and gives it up with its reason in the end', async () => {
    const id = await one.runs.ask('ada');
    jest.spyOn(one.service, 'run').mockRejectedValue(new Error('no space left on device'));
    await expect(one.run()).rejects.toThrow('no space left on device');
    await expect(one.run()).rejects.toThrow('no space left on device');
    expect([await statuses(), one.work.ended]).toEqual([['running'], []]);
    await one.run();
    expect(one.work.ended).toEqual([[id, 'no space left on device']]);
    expect(await one.runs.last()).toMatchObject({
      id,
      status: 'failed',
      reason: 'no space left on device',
      failures: 3,
    });
  });

  it('does not blame a run for the end of its connection or of its process', async () => {
    await one.runs.ask('ada');
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    jest.spyOn(one.service, 'run').mockRejectedValue(lost);
    await expect(one.run()).rejects.toThrow('terminating connection');
    const stopping = new AbortController();
    jest.spyOn(one.service, 'run').mockImplementation(async () => {
      stopping.abort();
      throw new Error('canceled');
    });
    await expect(one.run(stopping.signal)).rejects.toThrow('canceled');
    expect(await one.runs.current()).toMatchObject({ status: 'running', failures: 0, reason: null });
  });

  it('gives a run up that ends its connection each time, with its reason, and goes on with the next', async () => {
    const id = await one.runs.ask('ada');
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const crashing = jest.spyOn(one.service, 'run').mockRejectedValue(lost);
    for (let time = 0; time < mostBegun; time++) await expect(one.run()).rejects.toThrow('terminating connection');
    expect(await one.runs.current()).toMatchObject({ id, begun: mostBegun, failures: 0 });
    const next = await one.runs.ask('bob');
    await one.run();
    expect(crashing).toHaveBeenCalledTimes(mostBegun);
    const reason = `it was begun ${mostBegun} times, and each time its process or the database ended or the connection broke`;
    expect(one.work.ended).toEqual([[id, reason]]);
    expect(await one.runs.last()).toMatchObject({ id, status: 'failed', reason, finishedAt: clock.now() });
    crashing.mockRestore();
    await one.run();
    expect(one.work.ended.at(-1)).toEqual([next, null]);
  });

  it('gives up a run whose process dies each time, but not one whose process stops in good order', async () => {
    const id = await one.runs.ask('ada');
    for (let time = 0; time < mostBegun - 1; time++) await one.runs.take();
    const stopping = new AbortController();
    const stopped = jest.spyOn(one.service, 'run').mockImplementation(async () => {
      stopping.abort();
      throw new Error('canceled');
    });
    for (let time = 0; time < 3; time++) await expect(one.run(stopping.signal)).rejects.toThrow('canceled');
    stopped.mockRestore();
    await one.run();
    expect(one.work.ended).toEqual([[id, null]]);
  });

  it('ends its statement when its process stops', async () => {
    await one.runs.ask('ada');
    const stopping = new AbortController();
    await test.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE edge IN ACCESS EXCLUSIVE MODE');
      const running = one.run(stopping.signal);
      await until(async () => {
        const rows = await test.database.query(
          "SELECT FROM pg_locks WHERE relation = 'edge'::regclass AND NOT granted",
        );
        return rows.length > 0;
      });
      stopping.abort();
      await expect(running).rejects.toThrow('aborted');
    });
    expect(await statuses()).toEqual(['running']);
  });

  it('runs one at a time over two instances whose queues have ten asked for', async () => {
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
        await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? one : other).runs.ask('ada'))),
      );
      await until(async () => one.work.ended.length + other.work.ended.length === ids.size);
      expect(new Set([...one.work.ended, ...other.work.ended])).toEqual(new Set([...ids].map((id) => [id, null])));
      expect(ids.size).toBeLessThanOrEqual(3);
      expect(peak.most).toBe(1);
    } finally {
      await Promise.all([one.runner.onModuleDestroy(), other.runner.onModuleDestroy()]);
    }
  });
});
