import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { insertJobs } from '../../../../test/support/insert-jobs.js';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { Database } from '../../../database/database.js';
import { anyVersion, clientId } from './job.fixture.js';
import type { JobListRequest } from './jobs.fields.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

const hour = 3_600_000;
const begin = Date.UTC(2026, 0, 1);
const days = 10;

const newest: JobListRequest = {
  filters: [],
  order: [{ column: 'end_time', descending: true }],
  skip: 0,
  limit: 20,
  flags: { hydrate_domains: true, hydrate_ous: true },
};

/** Jobs over ten days. Several end at the same time; a tenth is not finished. */
const someJobs = insertJobs(`
  SELECT '${clientId}'::uuid, at, at + n % 7 * interval '5 hours', CASE n % 10 WHEN 3 THEN 'ready' ELSE 'complete' END
  FROM (SELECT n, '2026-01-01'::timestamptz + n * 7919 % $1::int * interval '1 hour' AS at FROM generate_series(1, $2::int) n) made`);

const predicates = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const predicate = fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const);
const hours = fc.integer({ min: -30, max: days * 24 + 60 });
const time = hours.map((count) => new Date(begin + count * hour).toISOString());
const bounds = fc.oneof(...(['start_time', 'end_time'] as const).map((column) => bound(fc.constant(column))), bound());

/** One to three bounds of one column, or of both. */
function bound(column: fc.Arbitrary<'start_time' | 'end_time'> = fc.constantFrom('start_time', 'end_time')) {
  return fc.array(fc.record({ column, predicate, value: time }), { minLength: 1, maxLength: 3 });
}

/** Counts its statements. */
class CountingDatabase extends Database {
  statements = 0;

  override query<Row>(...given: Parameters<Database['query']>): Promise<Row[]> {
    this.statements++;
    return super.query<Row>(...given);
  }

  override prepared<Row>(...given: Parameters<Database['prepared']>): Promise<Row[]> {
    this.statements++;
    return super.prepared<Row>(...given);
  }
}

describe('pages of finished jobs', () => {
  let test: TestDatabase;
  let repository: JobsRepository;

  beforeAll(async () => {
    test = await testDatabase();
    repository = new JobsRepository(test.database, anyVersion, test.dataSource.getRepository(JobEntity));
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.database.query('TRUNCATE job RESTART IDENTITY CASCADE');
  });

  async function page(changes: Partial<JobListRequest>): Promise<{ count: number; ids: number[] }> {
    const { text } = await repository.listFinished({ ...newest, ...changes });
    const { count, data } = JSON.parse(text) as { count: number; data: { id: number }[] };
    return { count, ids: data.map(({ id }) => id) };
  }

  it('contain and count exactly the jobs of every range of time', async () => {
    await test.database.query(someJobs, [days * 24, 600]);
    await fc.assert(
      fc.asyncProperty(bounds, async (filters) => {
        const where = filters.map((it) => `${it.column} ${predicates[it.predicate]} '${it.value}'`).join(' AND ');
        const expected = await test.database.query<{ id: number }>(
          `SELECT id FROM job WHERE status <> 'ready' AND ${where} ORDER BY end_time DESC, id`,
        );
        expect(await page({ filters, limit: 600 })).toEqual({
          count: expected.length,
          ids: expected.map(({ id }) => id),
        });
      }),
      { numRuns: 200 },
    );
  });

  it('follow on each other far down the list', async () => {
    await test.database.query(someJobs, [days * 24, 2600]);
    const all = await test.database.query<{ id: number }>(
      `SELECT id FROM job WHERE status <> 'ready' ORDER BY end_time DESC, id`,
    );
    const ids = all.map(({ id }) => id);
    expect(ids.length).toBe(2340);
    const skip = fc.oneof(fc.integer({ min: 1000, max: 2400 }), fc.constantFrom(999, 1000, 1001, 2339, 2340, 1e12));
    await fc.assert(
      fc.asyncProperty(skip, fc.integer({ min: 0, max: 700 }), async (skip, limit) => {
        expect(await page({ skip, limit })).toEqual({ count: 2340, ids: ids.slice(skip, skip + limit) });
      }),
      { numRuns: 60 },
    );
  });

  it('are empty past the end', async () => {
    expect(await page({ skip: 5000 })).toEqual({ count: 0, ids: [] });
  });

  it('take one statement each, with the results and all objects that jobs name', async () => {
    await test.database.query(someJobs, [days * 24, 1500]);
    await test.database.query(`UPDATE job SET ous = ARRAY['OU-1', 'OU-2'], domains = ARRAY['S-1-5-21-1']`);
    const pool = new pg.Pool({ connectionString: test.url, max: 1 });
    const counting = new CountingDatabase(pool);
    const counted = new JobsRepository(counting, anyVersion, test.dataSource.getRepository(JobEntity));
    try {
      for (const skip of [0, 1000]) {
        counting.statements = 0;
        const { text } = await counted.listFinished({ ...newest, skip });
        const { data } = JSON.parse(text) as { data: { ous: object[]; domains: object[] }[] };
        expect([data.length, data[0]?.ous.length, data[0]?.domains.length, counting.statements]).toEqual([20, 2, 1, 1]);
      }
    } finally {
      await pool.end();
    }
  });
});
