import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { until } from '../../test/support/until.js';
import { workerPool } from './graphile.js';

describe('connections of workers', () => {
  let test: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(() => {
    pool = workerPool(test.url, 1);
  });
  afterEach(() => pool.end());

  it('may be released twice', async () => {
    const release = await new Promise<() => void>((resolve, reject) => {
      pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)));
    });
    release();
    expect(release).not.toThrow();
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('may be asked for after the end, as graphile-worker does if it lost its listening connection meanwhile', async () => {
    await pool.end();
    const [message, release] = await new Promise<[string | undefined, unknown]>((resolve) => {
      pool.connect((error, _client, done) => resolve([error?.message, done]));
    });
    expect([message, release]).toEqual(['Cannot use a pool after calling end on the pool', undefined]);
    pool = workerPool(test.url, 1);
  });

  it('may be lost while they are in use', async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    let isLost = false;
    client.once('end', () => (isLost = true));
    await test.database.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await until(() => isLost);
    client.release();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
