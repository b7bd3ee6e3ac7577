import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { bareDatabase, testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { runInScope } from '../../base/scope/request-scope.js';
import { SequentialClient } from './pg-clients.js';

const NOTE = "INSERT INTO note VALUES ('written before the request ended')";
const SLEEP = 'SELECT pg_sleep(60)';

describe('CancellableClient', () => {
  let test: TestDatabase;
  let observer: pg.Client;

  beforeAll(async () => {
    // One connection, so that one that is lost or not given back fails the test.
    test = await testDatabase({ DATABASE_POOL_SIZE: '1' });
    observer = new pg.Client(test.url);
    await observer.connect();
    await observer.query('CREATE TABLE note (text text)');
  });

  afterAll(async () => {
    await observer.end();
    await test.drop();
  });

  const ways: readonly [string, () => Promise<unknown>][] = [
    ['a direct query', () => test.database.query(SLEEP)],
    ['a prepared query', () => test.database.prepared(SLEEP)],
    ['a query of TypeORM', () => test.dataSource.query(SLEEP)],
    [
      'a direct transaction',
      () =>
        test.database.transaction(async (tx) => {
          await tx.query(NOTE);
          await tx.query(SLEEP);
        }),
    ],
    [
      'a transaction of TypeORM',
      () =>
        test.dataSource.transaction(async (manager) => {
          await manager.query(NOTE);
          await manager.query(SLEEP);
        }),
    ],
  ];

  it.each(ways)('cancels %s in PostgreSQL when its request ends', async (_, work) => {
    const { answer, end, reason } = request(work);
    await sleepersToBe(1);

    end();

    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    // TypeORM wraps whatever its driver throws.
    expect(error instanceof QueryFailedError ? error.driverError : error).toBe(reason);
    expect(await sleepers()).toBe(0);
    expect(await test.database.query('SELECT count(*)::int AS notes FROM note')).toEqual([{ notes: 0 }]);
    expect(test.database.connections()).toEqual({ busy: 0, idle: 1, waiting: 0 });
  });

  it('sends no statement after the request has ended', async () => {
    const { answer, reason } = request(async () => {
      await sleep(20);
      await test.database.query(NOTE);
    }, 0);

    await expect(answer).rejects.toBe(reason);
    expect(await test.database.query('SELECT count(*)::int AS notes FROM note')).toEqual([{ notes: 0 }]);
  });

  it('does not commit if the request ends after the last statement', async () => {
    const { answer, end, reason } = request(() =>
      test.database.transaction(async (tx) => {
        await tx.query(NOTE);
        end();
      }),
    );

    await expect(answer).rejects.toBe(reason);
    expect(await test.database.query('SELECT count(*)::int AS notes FROM note')).toEqual([{ notes: 0 }]);
  });

  it('does not cancel a statement if the previous user of its connection ends', async () => {
    const first = request(() => test.database.query('SELECT pg_sleep(0.2)'));
    const second = request(() => test.database.query("SELECT pg_sleep(0.2), 'mine' AS whose"));
    await first.answer;
    await sleepersToBe(1);

    first.end();

    expect(await second.answer).toMatchObject([{ whose: 'mine' }]);
  });

  it('cancels a statement that waited for the connection of another request', async () => {
    const first = request(() => test.database.query('SELECT pg_sleep(0.2)'));
    const second = request(() => test.database.query(SLEEP));
    await first.answer;
    await sleepersToBe(1);

    second.end();

    await expect(second.answer).rejects.toBe(second.reason);
  });

  it('runs statements without a request to their end', async () => {
    expect(await test.database.query("SELECT pg_sleep(0.05), 'done' AS state")).toMatchObject([{ state: 'done' }]);
  });

  it('keeps the connection of a statement that fails', async () => {
    const process = () => test.database.query('SELECT pg_backend_pid() AS pid');
    const before = await process();

    await expect(test.database.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });

    expect(await process()).toEqual(before);
  });

  async function sleepers(): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE state = 'active' AND wait_event = 'PgSleep' AND datname = current_database()`,
    );
    return rows[0]?.n ?? 0;
  }

  async function sleepersToBe(expected: number): Promise<void> {
    while ((await sleepers()) !== expected) await sleep(5);
  }
});

describe('SequentialClient', () => {
  let bare: Awaited<ReturnType<typeof bareDatabase>>;
  let client: SequentialClient;

  beforeAll(async () => {
    bare = await bareDatabase();
    client = new SequentialClient({ connectionString: bare.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await bare.drop();
  });

  it('sends statements one after another, and an error affects only its own statement', async () => {
    const answers = ['SELECT 1 AS n', 'SELECT oops', 'SELECT 3 AS n'].map((sql) => client.query(sql));

    expect(Reflect.get(client, '_queryQueue')).toEqual([]);
    expect(await Promise.allSettled(answers)).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ n: 1 }] } },
      { status: 'rejected', reason: { code: '42703' } },
      { status: 'fulfilled', value: { rows: [{ n: 3 }] } },
    ]);
  });
});

function request<T>(work: () => Promise<T>, lifeMs?: number) {
  const caller = new AbortController();
  const reason = new Error('the request is over');
  const end = () => caller.abort(reason);
  if (lifeMs !== undefined) setTimeout(end, lifeMs);
  return { reason, end, answer: runInScope({ requestId: 'r1', signal: caller.signal }, work) };
}
