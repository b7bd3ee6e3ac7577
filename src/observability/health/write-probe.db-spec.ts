import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { Database } from '../../database/database.js';
import { type WriteFailures, WriteProbe } from './write-probe.js';

describe(WriteProbe.name, () => {
  let test: TestDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  /** Runs the probe on a connection with these settings. */
  async function failuresWith(options: string): Promise<WriteFailures> {
    const pool = new pg.Pool({ connectionString: test.url, options });
    try {
      return await new WriteProbe(new Database(pool), new FakeClock()).failures();
    } finally {
      await pool.end();
    }
  }

  it('writes one row on repeated calls', async () => {
    expect(await failuresWith('')).toEqual({});
    expect(await failuresWith('')).toEqual({});
    expect(await test.database.query('SELECT one FROM write_probe')).toEqual([{ one: true }]);
  });

  it('writes a temporary file, which fails on a full disk before a row update fails', async () => {
    expect(await failuresWith('-c temp_file_limit=0')).toEqual({ writing: 'the database failed a write' });
  });

  it.each([
    ['-c default_transaction_read_only=on', 'the database is read-only'],
    ['-c role=pg_monitor', 'the user of the database may not write'],
  ])('reports the reason of %s', async (options, reason) => {
    expect(await failuresWith(options)).toEqual({ writing: reason });
  });

  it('names a table that the user may not write to or delete from', async () => {
    const role = `probe_${randomBytes(6).toString('hex')}`;
    const { database } = test;
    await database.query(`CREATE ROLE ${role}; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    try {
      expect(await failuresWith(`-c role=${role}`)).toEqual({});
      await database.query(`REVOKE DELETE ON edge_list FROM ${role}; REVOKE UPDATE ON audit_log FROM ${role}`);
      expect(await failuresWith(`-c role=${role}`)).toEqual({
        writing: 'the user of the database may not write to the table audit_log',
        ageing: 'the user of the database may not delete from the table edge_list',
      });
    } finally {
      await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('names the time at which old data should have been removed', async () => {
    await test.database.query(`INSERT INTO retention_turn (looked_at, due_at) VALUES (now(), '2026-01-02T03:04:05Z')`);
    expect(await failuresWith('')).toEqual({
      ageing:
        'old data should have been removed at 2026-01-02T03:04:05Z: no process runs tasks, or their log has the reason',
    });
    await test.database.query(`UPDATE retention_turn SET due_at = now() - interval '20 minutes'`);
    expect(await failuresWith('')).toEqual({});
  });
});
