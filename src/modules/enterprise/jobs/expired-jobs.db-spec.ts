import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { insertJobs } from '../../../../test/support/insert-jobs.js';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { jobStatuses } from './job-status.js';
import { anyVersion, clientId, domainResult, finishedJob } from './job.fixture.js';
import { JobResultsRepository } from './job-results.repository.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

const otherClient = '22222222-2222-4222-8222-222222222222';
const old = new Date('2026-01-01T00:00:00Z');
const limit = new Date('2026-02-01T00:00:00Z');

describe('expired jobs', () => {
  let test: TestDatabase;
  let results: JobResultsRepository;
  let service: JobsService;

  beforeAll(async () => {
    test = await testDatabase();
    results = new JobResultsRepository(test.database);
    service = new JobsService(new JobsRepository(test.database, anyVersion, test.dataSource.getRepository(JobEntity)), {
      now: () => old,
    });
  });
  afterAll(() => test.drop());
  beforeEach(() => test.database.query('TRUNCATE job, upload RESTART IDENTITY CASCADE'));

  const deleteSome = () => results.deleteExpired(limit);
  const record = (changes: Parameters<typeof finishedJob>[0]) =>
    service.record(finishedJob({ startTime: old, endTime: old, results: [domainResult()], ...changes }));

  /** Inserts an upload of job `id` with one file. */
  async function send(id: number, finishedAt: Date | null): Promise<void> {
    await test.database.query(
      `WITH sent AS (
         INSERT INTO upload (kind, account_name, status, started_at, last_activity_at, ended_at, finished_at)
         VALUES ('collection', 'dc-collector', CASE WHEN $2::timestamptz IS NULL THEN 'ingesting' ELSE 'complete' END, $3, $3, $3, $2)
         RETURNING id),
       file AS (
         INSERT INTO upload_file (upload_id, name, media, size, sha256, status, received_at, finished_at)
         SELECT id, 'batch.json', 'json', 1, 'x', 'complete', $3, $3 FROM sent)
       UPDATE job SET upload_id = sent.id FROM sent WHERE job.id = $1`,
      [id, finishedAt, old],
    );
  }

  /** Inserts a job in each of these states. */
  async function add(statuses: readonly string[]): Promise<void> {
    const rows = `SELECT '${clientId}'::uuid, $2::timestamptz, $2::timestamptz, status
      FROM unnest($1::text[]) WITH ORDINALITY u (status, place) ORDER BY place`;
    await test.database.query(insertJobs(rows), [statuses, old]);
  }

  async function rows(table: string): Promise<number> {
    return (await test.database.query(`SELECT FROM ${table}`)).length;
  }

  async function ids(): Promise<number[]> {
    return (await test.database.query<{ id: number }>('SELECT id FROM job ORDER BY id')).map(({ id }) => id);
  }

  it('are deleted with their results, logs and uploads', async () => {
    const [first, second, third] = [
      await record({}),
      await record({ clientId: otherClient, status: 'failed' }),
      await record({ endTime: limit }),
    ];
    for (const id of [first, third]) await send(id, old);
    await test.database.query(`INSERT INTO job_log (job_id, at, line) SELECT id, now(), 'ready' FROM job`);
    expect(await deleteSome()).toBe(2);
    expect(await deleteSome()).toBe(0);
    expect([first, second, await ids()]).toEqual([1, 2, [third]]);
    const tables = ['job_domain_result', 'job_log', 'upload', 'upload_file'];
    expect(await Promise.all(tables.map(rows))).toEqual([1, 1, 1, 1]);
  });

  it('are deleted only in final states', async () => {
    await add(jobStatuses);
    expect(await deleteSome()).toBe(5);
    const left = await test.database.query<{ status: string }>('SELECT status FROM job ORDER BY id');
    expect(left.map(({ status }) => status)).toEqual(['ready', 'running', 'ingesting', 'analyzing']);
  });

  it('are kept while their upload is not finished', async () => {
    const id = await record({ status: 'timed_out' });
    await send(id, null);
    expect([await deleteSome(), await ids()]).toEqual([0, [id]]);
    await test.database.query(`UPDATE upload SET status = 'complete', finished_at = $1`, [old]);
    expect([await deleteSome(), await ids(), await rows('upload')]).toEqual([1, [], 0]);
  });

  it('are deleted a hundred at a time', async () => {
    await add(Array(121).fill('complete'));
    expect([await deleteSome(), await deleteSome(), await deleteSome()]).toEqual([100, 21, 0]);
  });
});
