import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { TaskQueue } from './task-queue.js';
import { migrateQueue } from './graphile.js';

const from = (seconds: number) => ({ runAt: new Date(Date.now() + seconds * 1000) });

describe('TaskQueue', () => {
  let test: TestDatabase;
  let queue: TaskQueue;

  beforeAll(async () => {
    test = await testDatabase();
    queue = new TaskQueue(test.database);
  });
  afterAll(() => test.drop());
  beforeEach(() => test.database.query('TRUNCATE graphile_worker._private_jobs'));

  const tasks = () =>
    test.database.query<{ name: string; payload: unknown; key: string | null; attempts: number; max: number }>(`
      SELECT t.identifier AS name, j.payload, j.key, j.attempts, j.max_attempts AS max
      FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`);

  it('adds a task with its arguments', async () => {
    await queue.add('ingest-file', { fileId: '7' });
    expect(await tasks()).toEqual([
      { name: 'ingest-file', payload: { fileId: '7' }, key: null, attempts: 0, max: 32_767 },
    ]);
  });

  it('adds no task if the transaction rolls back', async () => {
    const work = test.database.transaction(async (tx) => {
      await queue.add('ingest-file', { fileId: '7' }, {}, tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await tasks()).toEqual([]);
  });

  it('keeps the last of several waiting tasks with one key', async () => {
    const first = new Date('2026-10-01T12:00:00Z');
    const last = new Date('2026-10-01T13:00:00Z');
    await queue.add('analysis', {}, { key: 'analysis', runAt: first, priority: 5 });
    await queue.add('analysis', {}, { key: 'analysis', runAt: last, priority: 3 });
    expect(await test.database.query('SELECT key, run_at, priority FROM graphile_worker.jobs')).toEqual([
      { key: 'analysis', run_at: last, priority: 3 },
    ]);
  });

  it('adds another task if the one with the key runs', async () => {
    await queue.add('analysis', {}, { key: 'analysis' });
    await test.database.query("UPDATE graphile_worker._private_jobs SET locked_by = 'a worker', locked_at = now()");
    await queue.add('analysis', {}, { key: 'analysis' });
    expect((await tasks()).map(({ key }) => key)).toEqual([null, 'analysis']);
  });

  it('keeps one waiting task for a key if tasks are added and taken concurrently', async () => {
    const added = new AbortController();
    const taking = (async () => {
      while (!added.signal.aborted)
        await test.database.query("UPDATE graphile_worker._private_jobs SET locked_by = 'a worker', locked_at = now()");
    })();
    await Promise.all(Array.from({ length: 200 }, () => queue.add('analysis', {}, { key: 'analysis' })));
    added.abort();
    await taking;
    await queue.add('analysis', {}, { key: 'analysis' });
    expect((await tasks()).filter(({ key }) => key !== null)).toHaveLength(1);
  });

  it('counts waiting and running tasks, and how late the oldest one is that is due and that nobody runs', async () => {
    expect(await queue.state()).toEqual({ waiting: 0, running: 0, failing: 0, lateSeconds: 0 });
    await queue.add('ingest-file', { fileId: '1' }, from(3600));
    await queue.add('ingest-file', { fileId: '2' }, from(-600));
    await queue.add('ingest-file', { fileId: '3' }, from(-6000));
    await test.database.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'a worker', locked_at = now() WHERE payload->>'fileId' = '3'`,
    );
    const { lateSeconds, ...counts } = await queue.state();
    expect(counts).toEqual({ waiting: 2, running: 1, failing: 0 });
    expect([lateSeconds >= 600, lateSeconds < 3600]).toEqual([true, true]);
  });

  it('migrates again without an error', async () => {
    await expect(migrateQueue(test.url)).resolves.toBeUndefined();
  });
});
