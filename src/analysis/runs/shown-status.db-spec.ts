import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { shownState } from './shown-status.js';

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

/** The status and the message. */
async function shown(status: string, run: string | null, version: number, obstacle = ''): Promise<unknown[]> {
  const stored = { status: 'stored.status', message: `'all read'`, runId: 'stored.run' };
  const state = shownState(stored, { version: '$3::bigint', obstacle: '$4::text' });
  const [row] = await test.database.query<{ shown: unknown[] }>(
    `SELECT ARRAY[${state.status}, ${state.message}] AS shown FROM (SELECT $1::text AS status, $2::uuid AS run) stored`,
    [status, run, version, obstacle],
  );
  return row?.shown ?? [];
}

it.each(['complete', 'partially_complete'])(
  'shows %s files as analyzing until the graph has the version',
  async (it) => {
    expect(await shown(it, runId, 6)).toEqual(['analyzing', 'all read']);
    expect(await shown(it, runId, 7)).toEqual([it, 'all read']);
    expect(await shown(it, runId, 9)).toEqual([it, 'all read']);
  },
);

it('shows files as partially complete if the graph cannot have the version', async () => {
  expect(await shown('complete', runId, 6, 'too large')).toEqual(['partially_complete', 'all read; too large']);
  expect(await shown('complete', runId, 7, 'too large')).toEqual(['complete', 'all read']);
});

it('shows other files as they are', async () => {
  expect(await shown('failed', runId, 6, 'too large')).toEqual(['failed', 'all read']);
  expect(await shown('complete', null, 6)).toEqual(['complete', 'all read']);
});
