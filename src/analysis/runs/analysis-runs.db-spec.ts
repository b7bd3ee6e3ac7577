import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { AnalysisReport } from '../analysis-interface.js';
import { AnalysisRuns } from './analysis-runs.js';

const clock = new FakeClock();

const reportOf = (runId: string, repeatableVersion: number | null = 7): AnalysisReport => ({
  runId,
  version: 7,
  repeatableVersion,
  rules: 'r1',
  unchanged: false,
  edges: [{ kind: 'AdminTo', created: 2, removed: 1 }],
  tierZero: 3,
  dataQuality: { tenants: 0, domains: 1 },
});

describe('AnalysisRuns', () => {
  let test: TestDatabase;
  let runs: AnalysisRuns;
  let others: AnalysisRuns;

  beforeAll(async () => {
    test = await testDatabase();
    runs = new AnalysisRuns(test.database, new TaskQueue(test.database), clock);
    others = new AnalysisRuns(test.database, new TaskQueue(test.database), clock);
  });
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00.000Z');
    await test.database.query('TRUNCATE analysis_run, graphile_worker._private_jobs');
  });
  afterAll(() => test.drop());

  const tasks = () => test.database.query<{ key: string | null }>('SELECT key FROM graphile_worker._private_jobs');
  const begun = async () => {
    const id = await runs.ask('ada');
    await runs.take();
    return id;
  };

  it('makes one run wait and one task, however many ask at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? runs : others).ask(`account ${i}`)));
    expect(new Set(ids).size).toBe(1);
    expect(await tasks()).toEqual([{ key: 'analysis' }]);
    expect(await runs.waiting()).toEqual({
      id: ids[0],
      status: 'waiting',
      requestedAt: clock.now(),
      requestedBy: expect.stringMatching(/^account \d$/),
      startedAt: null,
      finishedAt: null,
      stage: 0,
      failures: 0,
      begun: 0,
      summary: null,
      reason: null,
    });
  });

  it('gives those who ask while one runs the next, together', async () => {
    const first = await begun();
    const [second, third] = [await runs.ask('bob'), await others.ask('eve')];
    expect(second).toBe(third);
    expect(second).not.toBe(first);
    expect([(await runs.current())?.id, (await runs.waiting())?.id]).toEqual([first, second]);
  });

  it('asks in the transaction that it is given, and so not where that is rolled back', async () => {
    const work = test.database.transaction(async (tx) => {
      await runs.ask('ada', tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect([await runs.waiting(), await tasks()]).toEqual([null, []]);
  });

  it('begins no run before those who asked for it have committed', async () => {
    await runs.ask('ada');
    let taken = false;
    let taking: Promise<unknown> = Promise.resolve();
    await test.database.transaction(async (tx) => {
      await runs.ask('bob', tx);
      taking = others.take().then(() => (taken = true));
      await until(async () => {
        const rows = await test.database.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        return rows.length > 0;
      });
      expect(taken).toBe(false);
    });
    await taking;
    expect((await runs.current())?.status).toBe('running');
  });

  it('follows a run to its end', async () => {
    const id = await runs.ask('ada');
    clock.advance(5_000);
    expect(await runs.take()).toMatchObject({ id, status: 'running', startedAt: clock.now(), stage: 0 });
    await runs.reach(id, 3);
    expect(await runs.current()).toMatchObject({ id, stage: 3 });
    clock.advance(60_000);
    expect(await runs.complete(reportOf(id))).toBe(true);
    const { runId: _, ...summary } = reportOf(id);
    expect(await runs.last()).toMatchObject({ id, status: 'complete', finishedAt: clock.now(), summary, reason: null });
    expect(await runs.current()).toBeNull();
    expect(await runs.complete(reportOf(id))).toBe(false);
    expect(await runs.take()).toBeNull();
  });

  it('takes one that was left behind before the one that waits', async () => {
    const left = await begun();
    const startedAt = clock.now();
    await runs.reach(left, 2);
    const waiting = await runs.ask('bob');
    clock.advance(60_000);
    expect(await others.take()).toMatchObject({ id: left, startedAt, stage: 0 });
    await others.complete(reportOf(left));
    expect(await others.take()).toMatchObject({ id: waiting });
  });

  it('gives a run up that fails for the third time', async () => {
    const id = await begun();
    expect(await runs.fail(id, 'disk full')).toMatchObject({ status: 'running', failures: 1, reason: 'disk full' });
    expect(await runs.fail(id, 'disk full')).toMatchObject({ status: 'running', failures: 2, finishedAt: null });
    expect(await runs.fail(id, 'still full')).toMatchObject({
      status: 'failed',
      failures: 3,
      reason: 'still full',
      finishedAt: clock.now(),
    });
    expect(await runs.last()).toMatchObject({ id, status: 'failed' });
    expect(await runs.take()).toBeNull();
  });

  it('knows what the last complete run has seen, unless others wrote meanwhile', async () => {
    expect(await runs.known()).toBeNull();
    const first = await begun();
    await runs.complete(reportOf(first));
    expect(await runs.known()).toEqual({ runId: first, version: 7, rules: 'r1' });
    clock.advance(1_000);
    await runs.complete(reportOf(await begun(), null));
    expect(await runs.known()).toBeNull();
  });

  it('notes a run that was made without being asked for', async () => {
    const id = '6f1c2a34-0000-4000-8000-000000000002';
    const startedAt = clock.now();
    clock.advance(2_000);
    await runs.record('command line', startedAt, reportOf(id));
    expect(await runs.last()).toMatchObject({ id, requestedBy: 'command line', startedAt, finishedAt: clock.now() });
  });
});
