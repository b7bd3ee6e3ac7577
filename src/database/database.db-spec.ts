import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { until } from '../../test/support/until.js';
import { Cancellation, runInScope, Snapshot } from '../base/scope/request-scope.js';
import { sqlIn } from './database.js';
import { mayHaveCommitted } from './driver-errors.js';

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

  it.each([
    ['the work fails', `RAISE 'no'`, '', false],
    ['PostgreSQL refuses to commit', `RAISE 'no'`, 'INITIALLY DEFERRED', false],
    ['the connection breaks before', 'PERFORM pg_terminate_backend(pg_backend_pid())', '', false],
    [
      'the connection breaks while PostgreSQL commits',
      'PERFORM pg_terminate_backend(pg_backend_pid())',
      'INITIALLY DEFERRED',
      true,
    ],
  ])('knows whether a failed transaction may have been committed if %s', async (_, statement, when, expected) => {
    await test.database.query(
      `CREATE TABLE doubtful (id int);
       CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON doubtful DEFERRABLE ${when} FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    const failing = test.database.transaction((tx) => tx.query('INSERT INTO doubtful VALUES (1)'));
    expect(mayHaveCommitted(await failing.catch((error: unknown) => error))).toBe(expected);
    await test.database.query('DROP TABLE doubtful; DROP FUNCTION fail');
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

  it('sends the statements of a snapshot one after another, on one connection', async () => {
    const isFree: boolean[] = [];
    const send = jest.spyOn(pg.Client.prototype, 'query');
    const original = send.getMockImplementation()!;
    send.mockImplementation(function (this: unknown, ...sent: unknown[]) {
      isFree.push((this as { readyForQuery: boolean }).readyForQuery);
      return Reflect.apply(original, this, sent);
    });
    const snapshot = new Snapshot();
    const scope = { requestId: '', signal: new Cancellation(), snapshot };
    const statements = ['SELECT 1 AS it', 'SELECT 2 AS it', 'COMMIT'];
    const rows = await runInScope(scope, () => Promise.all(statements.map((text) => test.database.query(text))));
    await snapshot.end();
    jest.restoreAllMocks();
    expect([rows.flat(), isFree]).toEqual([
      [{ it: 1 }, { it: 2 }],
      [true, true, true, true, true],
    ]);
  });

  it('gives the connection of a snapshot back that ended while it waited for it', async () => {
    const snapshot = new Snapshot();
    const scope = { requestId: '', signal: new Cancellation(), snapshot };
    await test.database.transaction(async () => {
      void runInScope(scope, () => test.database.query('SELECT 1'));
      void snapshot.end();
    });
    await until(() => test.database.connections().busy === 0);
    expect(await test.database.query('SELECT 1 AS it')).toEqual([{ it: 1 }]);
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
