import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { shownStatus } from './shown-status.js';

const runId = '11111111-1111-4111-8111-111111111111';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
  await test.database.query(
    `INSERT INTO analysis_run (id, status, requested_at, requested_by, finished_at, summary)
     VALUES ('${runId}', 'complete', now(), 'a', now(), '{"version": 7}'); UPDATE graph_state SET version = 9`,
  );
});
afterAll(() => test.drop());

async function shown(status: string, run: string | null, version: number): Promise<string | undefined> {
  const sql = `SELECT ${shownStatus('stored.status', 'stored.run', '$3::bigint')} AS status FROM (SELECT $1::text AS status, $2::uuid AS run) stored`;
  const [row] = await test.database.query<{ status: string }>(sql, [status, run, version]);
  return row?.status;
}

it.each(['complete', 'partially_complete'])(
  'shows %s files as analyzing until the graph has the version',
  async (it) => {
    expect(await shown(it, runId, 6)).toBe('analyzing');
    expect(await shown(it, runId, 7)).toBe(it);
    expect(await shown(it, runId, 9)).toBe(it);
  },
);

it('shows other files as they are', async () => {
  expect(await shown('failed', runId, 6)).toBe('failed');
  expect(await shown('complete', null, 6)).toBe('complete');
});
