import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { sqlIn } from './database.js';

describe('Database', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await testDatabase({ DATABASE_POOL_SIZE: '1' })));
  afterAll(() => test.drop());

  it('commits what a transaction did, rolls back what failed, and keeps the connection', async () => {
    const pid = () => test.database.query('SELECT pg_backend_pid() AS pid');
    const before = await pid();
    await test.database.transaction((tx) => tx.query('CREATE TABLE committed AS SELECT 1 AS one'));
    const failing = test.database.transaction(async (tx) => {
      await tx.query('UPDATE committed SET one = 2');
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await test.database.query('SELECT one FROM committed')).toEqual([{ one: 1 }]);
    expect(await pid()).toEqual(before);
  });

  it('sends and reads arrays of all types', async () => {
    const texts = ['a', 'with "quotes", \\ and {braces}', '', 'NULL', null, ' line\nbreak ', '\u{1F600}'];
    const numbers = [1, -2, null, 32_767];
    const [row] = await test.database.prepared(
      'SELECT $1::text[] AS texts, $2::int[] AS integers, $2::smallint[] AS small, $3::float8[] AS floats, $4::boolean[] AS flags, $5::int[] AS none',
      [texts, numbers, [0.5, 1e300], [true, false, null], []],
    );
    expect(row).toEqual({
      texts,
      integers: numbers,
      small: numbers,
      floats: [0.5, 1e300],
      flags: [true, false, null],
      none: [],
    });
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
