import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { until } from '../../test/support/until.js';
import { loadSettings } from '../base/config/load-settings.js';
import { BackgroundWork, taskEnded, type TaskHandler } from './background-work.js';
import { PeriodicTask } from './periodic-task.js';
import { TaskQueue } from './task-queue.js';
import { TaskRunner } from './task-runner.js';

interface Handlers {
  readonly 'ingest-file'?: TaskHandler<'ingest-file'>;
  readonly analysis?: TaskHandler<'analysis'>;
}

const nothing = async () => {};

/** Runs until it is told to stop. */
const endless =
  (begun: () => void) =>
  (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((_resolve, reject) => {
      begun();
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });

describe('TaskRunner', () => {
  let test: TestDatabase;
  let queue: TaskQueue;
  let runners: TaskRunner[];
  let outcomes: string[];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
    queue = new TaskQueue(test.database);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    runners = [];
    outcomes = [];
    await test.database.query('TRUNCATE graphile_worker._private_jobs');
  });
  afterEach(async () => {
    for (const runner of runners) await runner.onModuleDestroy();
  });

  function start({ 'ingest-file': ingestFile = nothing, analysis = nothing }: Handlers, workers = '2'): TaskRunner {
    const background = new BackgroundWork();
    background.handle('ingest-file', ingestFile);
    background.handle('analysis', analysis);
    background.on(taskEnded, ({ name, outcome }) => void outcomes.push(`${name} ${outcome}`));
    return run(background, workers);
  }

  function run(background: BackgroundWork, workers = '2'): TaskRunner {
    const runner = new TaskRunner(loadSettings({ INGEST_WORKERS: workers }), test.database, queue, background);
    runners.push(runner);
    runner.start();
    return runner;
  }

  const waiting = () =>
    test.database.query<{ name: string; locked: boolean }>(
      `SELECT task_identifier AS name, locked_by IS NOT NULL AS locked FROM graphile_worker.jobs ORDER BY id`,
    );

  /** The tasks that wait for their time. */
  const queued = () =>
    test.database.query<{ key: string; seconds: number }>(
      `SELECT key, extract(epoch FROM run_at - now())::int AS seconds FROM graphile_worker.jobs
       WHERE key IS NOT NULL AND attempts = 0 AND run_at > now() ORDER BY key`,
    );

  it('runs tasks that were added before and after its start', async () => {
    const done: string[] = [];
    await queue.add('ingest-file', { fileId: '1' });
    start({ 'ingest-file': async ({ fileId }) => void done.push(fileId) });
    await until(() => done.length === 1);
    await queue.add('ingest-file', { fileId: '2' });
    await until(() => done.length === 2);
    await until(async () => (await waiting()).length === 0);
    expect(done).toEqual(['1', '2']);
  });

  it('runs INGEST_WORKERS files at a time', async () => {
    let now = 0;
    let most = 0;
    let ended = 0;
    for (let file = 0; file < 6; file++) await queue.add('ingest-file', { fileId: String(file) });
    const gate = new AbortController();
    start({
      'ingest-file': async () => {
        most = Math.max(most, ++now);
        if (now === 2) gate.abort();
        await until(() => gate.signal.aborted);
        now--;
        ended++;
      },
    });
    await until(() => ended === 6);
    expect(most).toBe(2);
  });

  it('repeats a failed task', async () => {
    let tries = 0;
    await queue.add('analysis', {});
    start({
      analysis: async () => {
        if (++tries < 2) throw new Error('not today');
      },
    });
    await until(() => outcomes.length === 2);
    expect(outcomes).toEqual(['analysis failed', 'analysis done']);
  });

  it('releases its running task when it is stopped', async () => {
    let begun = 0;
    await queue.add('analysis', {});
    const first = start({ analysis: endless(() => begun++) });
    await until(() => begun === 1);
    await first.onModuleDestroy();
    expect(await waiting()).toEqual([{ name: 'analysis', locked: false }]);
    let done = 0;
    start({ analysis: async () => void done++ });
    await until(() => done === 1);
  });

  it('takes the tasks of a dead process, not of a living one', async () => {
    let begun = 0;
    start({ 'ingest-file': endless(() => begun++) }, '1');
    await queue.add('ingest-file', { fileId: '1' });
    await until(() => begun === 1);
    await test.database.transaction(async (tx) => {
      await queue.add('analysis', {}, {}, tx);
      await tx.query(
        `UPDATE graphile_worker._private_jobs SET locked_by = 'worker-dead', locked_at = now()
         FROM graphile_worker._private_tasks t WHERE t.id = task_id AND t.identifier = 'analysis'`,
      );
    });
    let done = 0;
    start({ 'ingest-file': async () => void done++ }, '1');
    await until(async () => (await waiting()).length === 1);
    expect(await waiting()).toEqual([{ name: 'ingest-file', locked: true }]);
    expect(done).toBe(0);
  });

  it('runs delayed tasks at once if they have started before, not tasks for later', async () => {
    const later = new Date(Date.now() + 6 * 3_600_000);
    await queue.add('ingest-file', { fileId: 'begun' }, { runAt: later });
    await test.database.query('UPDATE graphile_worker._private_jobs SET attempts = 20');
    await queue.add('ingest-file', { fileId: 'for later' }, { runAt: later });
    const done: string[] = [];
    start({ 'ingest-file': async ({ fileId }) => void done.push(fileId) });
    await until(async () => (await waiting()).length === 1);
    expect(done).toEqual(['begun']);
  });

  it('starts every periodic work, also if one fails, and queues the next runs', async () => {
    const background = new BackgroundWork();
    const ran: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        ran.push(name);
        if (fails) throw new Error('the disk is on fire');
      };
    background.periodic.push({ name: 'one', everySeconds: 60, run: work('one', true) });
    background.periodic.push({ name: 'two', everySeconds: 60, run: work('two') });
    background.register(new PeriodicTask(background, queue, { now: () => new Date() }));
    run(background);
    await until(async () => (await queued()).length === 2);
    const next = await queued();
    expect(next.map(({ key }) => key)).toEqual(['periodic:one', 'periodic:two']);
    expect(ran.toSorted()).toEqual(['one', 'two']);
    for (const { seconds } of next) expect(seconds).toBeGreaterThan(50);
  });

  it('continues after a loss of the database, and repeats the interrupted task', async () => {
    let begun = 0;
    await queue.add('analysis', {});
    start({ analysis: endless(() => begun++) });
    await until(() => begun === 1);
    const admin = new pg.Client({ connectionString: test.url.replace(/\/[^/]*$/, '/postgres') });
    await admin.connect();
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      new URL(test.url).pathname.slice(1),
    ]);
    await admin.end();
    await until(() => begun === 2);
    expect(await waiting()).toEqual([{ name: 'analysis', locked: true }]);
  });
});
