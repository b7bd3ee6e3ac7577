import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bareDatabase } from '../../test/support/test-database.js';
import { SequentialClient } from './sequential-client.js';

describe('statements sent at once on one connection', () => {
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

  it('go out one after another, so that pg has none to queue, and a fault of one is its own', async () => {
    const answers = ['SELECT 1 AS n', 'SELECT oops', 'SELECT 3 AS n'].map((sql) => client.query(sql));

    expect(Reflect.get(client, '_queryQueue')).toEqual([]);
    expect(await Promise.allSettled(answers)).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ n: 1 }] } },
      { status: 'rejected', reason: { code: '42703' } },
      { status: 'fulfilled', value: { rows: [{ n: 3 }] } },
    ]);
  });
});
