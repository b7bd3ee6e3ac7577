import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { Database } from '../../database/database.js';
import { WriteProbe } from './write-probe.js';

describe(WriteProbe.name, () => {
  let test: TestDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  /** Runs the probe on a connection with these settings. */
  async function failureWith(options: string): Promise<string | undefined> {
    const pool = new pg.Pool({ connectionString: test.url, options });
    try {
      return await new WriteProbe(new Database(pool), new FakeClock()).failure();
    } finally {
      await pool.end();
    }
  }

  it('writes one row on repeated calls', async () => {
    expect(await failureWith('')).toBeUndefined();
    expect(await failureWith('')).toBeUndefined();
    expect(await test.database.query('SELECT one FROM write_probe')).toEqual([{ one: true }]);
  });

  it('writes a temporary file, which fails on a full disk before a row update fails', async () => {
    expect(await failureWith('-c temp_file_limit=0')).toBe('the database failed a write');
  });

  it.each([
    ['-c default_transaction_read_only=on', 'the database is read-only'],
    ['-c role=pg_monitor', 'the user of the database may not write'],
  ])('reports the reason of %s', async (options, reason) => {
    expect(await failureWith(options)).toBe(reason);
  });
});
