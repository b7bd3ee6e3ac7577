import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testApp, type TestApp } from '../../../test/support/app.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { BackgroundWork } from '../../queue/background-work.js';

const limit = new Date('2026-02-01T00:00:00Z');

describe('expired rows', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());
  beforeEach(() =>
    test.database.query('TRUNCATE analysis_run, audit_log, upload, data_quality_domain, data_quality_tenant CASCADE'),
  );

  const expiring = () => test.app.get(BackgroundWork, { strict: false }).expiring;

  const days = (environment: Readonly<Record<string, string>>) =>
    Object.fromEntries(expiring().map((rows) => [rows.name, rows.days(loadSettings(environment))]));

  /** Deletes all batches. @returns the number of rows of each batch */
  async function deleteAll(name: string): Promise<number[]> {
    const counts: number[] = [];
    const rows = expiring().find((it) => it.name === name);
    if (!rows) throw new Error(`no rows are registered as ${name}`);
    do counts.push(await rows.deleteSome(limit));
    while (counts.at(-1) !== 0);
    return counts;
  }

  it('are kept for the days of the settings', () => {
    expect(days({})).toEqual({
      alerts: 90,
      'alerts of digests': 90,
      'documents of reports': 365,
      uploads: 90,
      'analysis runs': 91,
      'changes of the graph': 90,
      'audit entries': 365,
      'audit entries of queries': 30,
      'resolved findings': 365,
      'history of findings': 365,
      'history of exposure': 365,
      'unnamed pictures': 30,
      jobs: 0,
      'token proofs': 1,
      'failed logins': 1,
      'requests with a key': 1,
      'logins of programs': 1,
      'used challenges': 1,
    });
    expect(
      days({
        RETENTION_UPLOADS: '1',
        RETENTION_AUDIT: '2',
        RETENTION_JOBS: '3',
        RETENTION_FINDINGS: '4',
        RETENTION_CHANGES: '5',
        RETENTION_QUERIES: '6',
        RETENTION_ALERTS: '7',
        RETENTION_REPORTS: '8',
      }),
    ).toEqual({
      alerts: 7,
      'alerts of digests': 7,
      'documents of reports': 8,
      uploads: 1,
      'analysis runs': 6,
      'changes of the graph': 5,
      'audit entries': 2,
      'audit entries of queries': 6,
      'resolved findings': 4,
      'history of findings': 4,
      'history of exposure': 4,
      'unnamed pictures': 30,
      jobs: 3,
      'token proofs': 1,
      'failed logins': 1,
      'requests with a key': 1,
      'logins of programs': 1,
      'used challenges': 1,
    });
    expect(days({ RETENTION_UPLOADS: '0' })).toMatchObject({ uploads: 0, 'analysis runs': 0 });
  });

  it('include uploads, a hundred at a time', async () => {
    await test.database.query(
      `INSERT INTO upload (account_name, status, started_at, last_activity_at, ended_at, finished_at)
       SELECT 'ada', 'complete', at, at, at, at
       FROM (SELECT $1::timestamptz - interval '1 ms' FROM generate_series(1, 250) UNION ALL SELECT $1) v (at)`,
      [limit],
    );
    await test.database.query(`INSERT INTO upload (account_name, status, started_at, last_activity_at)
      VALUES ('ada', 'running', '2025-01-01', '2025-01-01')`);
    expect(await deleteAll('uploads')).toEqual([100, 100, 50, 0]);
    const left = await test.database.query('SELECT status, finished_at FROM upload ORDER BY id');
    expect(left).toEqual([
      { status: 'complete', finished_at: limit },
      { status: 'running', finished_at: null },
    ]);
  });

  it('include audit entries, ten thousand at a time', async () => {
    await test.database.query(
      `INSERT INTO audit_log (at, account_name, action, resource, outcome)
       SELECT at, 'ada', 'login', 'login', 'success'
       FROM (SELECT $1::timestamptz - interval '1 ms' FROM generate_series(1, 10001) UNION ALL SELECT $1) v (at)`,
      [limit],
    );
    expect(await deleteAll('audit entries')).toEqual([10_000, 1, 0]);
    expect(await test.database.query('SELECT at FROM audit_log')).toEqual([{ at: limit }]);
  });

  it('include proofs of tokens that were not renewed', async () => {
    await test.database.query(
      `WITH owner AS (INSERT INTO account (id, name, role, password_hash) VALUES ($1, 'ada', 'user', 'x') RETURNING id),
       token AS (INSERT INTO api_token (id, account_id, name, key_encrypted) SELECT id, id, 'test', '' FROM owner RETURNING id)
       SELECT`,
      [run(1)],
    );
    await test.database.query(
      `INSERT INTO token_proof (token_id, address, proven_at)
       VALUES ($1, '192.0.2.1', $2::timestamptz - interval '1 ms'), ($1, '192.0.2.2', $2)`,
      [run(1), limit],
    );
    expect(await deleteAll('token proofs')).toEqual([1, 0]);
    expect(await test.database.query('SELECT address FROM token_proof')).toEqual([{ address: '192.0.2.2' }]);
  });

  /** A row of data quality as a run writes it. */
  async function countNothing(table: string, environment: string, runId: string): Promise<void> {
    const columns = await test.database.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = $1 AND is_identity = 'NO' AND data_type IN ('integer', 'double precision')`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    await test.database.query(
      `INSERT INTO ${table} (created_at, updated_at, run_id, ${environment}, ${names.join(', ')})
       VALUES (now(), now(), $1, 'X', ${names.map(() => 0).join(', ')})`,
      [runId],
    );
  }

  it('include analysis runs, except those with statistics and the last of each status', async () => {
    await test.database.query(
      `INSERT INTO analysis_run (id, status, requested_at, requested_by, finished_at)
       SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, status, at, 'ada', CASE WHEN status <> 'running' THEN at END
       FROM (VALUES (1, 'complete', '2026-01-01'::timestamptz), (2, 'failed', '2026-01-02'), (3, 'complete', '2026-01-03'),
         (4, 'complete', '2026-01-04'), (5, 'complete', '2026-01-05'), (6, 'failed', '2026-01-06'), (7, 'running', '2026-01-07'),
         (8, 'complete', '2026-01-08')) v (n, status, at)`,
    );
    await countNothing('data_quality_tenant', 'tenantid', run(3));
    await countNothing('data_quality_domain', 'domainsid', run(4));
    expect(await deleteAll('analysis runs')).toEqual([3, 0]);
    const left = await test.database.query<{ id: string }>('SELECT id FROM analysis_run ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual([3, 4, 6, 7, 8].map(run));
  });
});

function run(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}
