import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';

describe('Database', () => {
  let test: TestDatabase;
  beforeAll(async () => (test = await testDatabase({ STATEMENT_TIMEOUT: '1', DATABASE_POOL_SIZE: '1' })));
  afterAll(() => test.drop());

  it('maintains without the time limit of requests, which holds again afterwards', async () => {
    await test.database.maintain('SELECT pg_sleep(1.3)');
    await expect(test.database.query('SELECT pg_sleep(1.3)')).rejects.toThrow('statement timeout');
  });

  it('gives nobody a connection whose maintenance failed', async () => {
    const pid = () => test.database.query('SELECT pg_backend_pid() AS pid');
    const [before] = await pid();
    await expect(test.database.maintain('VACUUM nothing')).rejects.toThrow('does not exist');
    expect(await pid()).not.toEqual([before]);
    await expect(test.database.query('SELECT pg_sleep(1.3)')).rejects.toThrow('statement timeout');
  });
});
