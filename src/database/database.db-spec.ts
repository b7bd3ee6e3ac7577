import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { sqlIn } from './database.js';

describe('Database', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await testDatabase({ STATEMENT_TIMEOUT: '1', DATABASE_POOL_SIZE: '1' })));
  afterAll(() => test.drop());

  it('runs maintenance without the time limit of requests and restores the limit', async () => {
    await test.database.maintain('SELECT pg_sleep(1.3)');
    await expect(test.database.query('SELECT pg_sleep(1.3)')).rejects.toThrow('statement timeout');
  });

  it('closes a connection if its maintenance failed', async () => {
    const pid = () => test.database.query('SELECT pg_backend_pid() AS pid');
    const [before] = await pid();
    await expect(test.database.maintain('VACUUM nothing')).rejects.toThrow('does not exist');
    expect(await pid()).not.toEqual([before]);
    await expect(test.database.query('SELECT pg_sleep(1.3)')).rejects.toThrow('statement timeout');
  });

  const pid = async (): Promise<number | undefined> =>
    (await test.database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;

  it('runs `afterwards` on the connection of a committed transaction', async () => {
    const before = await pid();
    const seen: unknown[] = [];
    const result = await test.database.transaction(
      async (tx) => {
        await tx.query('CREATE TEMP TABLE scratch ON COMMIT DROP AS SELECT 1 AS one');
        return 'done';
      },
      'BEGIN',
      async (on, done) => {
        seen.push(done, ...(await on.query(`SELECT pg_backend_pid() AS pid, to_regclass('scratch') AS scratch`)));
      },
    );
    expect(result).toBe('done');
    expect(seen).toEqual(['done', { pid: before, scratch: null }]);
  });

  it('keeps the committed data and the connection if `afterwards` fails', async () => {
    const before = await pid();
    const result = await test.database.transaction(
      () => Promise.resolve('done'),
      'BEGIN',
      async (on) => {
        await on.query('BEGIN; SELECT 1 / 0; COMMIT');
      },
    );
    expect(result).toBe('done');
    expect(await pid()).toBe(before);
  });

  it('does not run `afterwards` if the transaction failed', async () => {
    let calls = 0;
    const failing = test.database.transaction(
      (tx) => tx.query('SELECT 1 / 0'),
      'BEGIN',
      () => Promise.resolve(void calls++),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(calls).toBe(0);
  });

  describe('sqlIn', () => {
    it('runs SQL in a transaction of TypeORM, which is rolled back with it', async () => {
      const seen: unknown[] = [];
      const failing = test.dataSource.transaction(async (manager) => {
        await manager.query('CREATE TABLE passed_on (id int)');
        const sql = sqlIn(manager);
        await sql.query('INSERT INTO passed_on VALUES ($1)', [1]);
        seen.push(...(await sql.prepared('UPDATE passed_on SET id = 2 RETURNING id')));
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(seen).toEqual([{ id: 2 }]);
      expect(await test.database.query(`SELECT to_regclass('passed_on') AS name`)).toEqual([{ name: null }]);
    });

    it('runs SQL in a transaction of its own kind', async () => {
      expect(await test.database.transaction((tx) => sqlIn(tx).query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    });

    it('refuses an entity manager outside of a transaction', () => {
      expect(() => sqlIn(test.dataSource.manager)).toThrow('this is no transaction');
    });
  });
});
