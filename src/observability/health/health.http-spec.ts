import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { until } from '../../../test/support/until.js';

let app: TestApp;
const clock = new FakeClock(new Date().toISOString());

beforeAll(async () => {
  app = await testApp({ clock });
  // Creates the account of the caller before the database becomes read-only.
  await app.as('user', 'bearer', 'GET', '/api/v2/self');
});
afterAll(() => app.close());

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: app.databaseUrl.replace(/\/[^/]*$/, '/postgres') });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
  // The setting applies to new connections only.
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await admin.end();
  const shown = () => app.database.query('SHOW default_transaction_read_only').catch(() => []);
  await until(async () => JSON.stringify(await shown()) === JSON.stringify([{ default_transaction_read_only: value }]));
}

const ready = async (query = ''): Promise<readonly [status: number, body: Readonly<Record<string, unknown>>]> => {
  clock.advance(5000);
  const response = await fetch(`${app.url}/health/ready${query}`);
  return [response.status, JSON.parse(await response.text())];
};
/** Once the graph is read again: its connections are terminated, too. */
const readyWithGraph = async () => {
  let answer = await ready();
  await until(async () => (answer = await ready())[1]['graph'] === 'up');
  return answer;
};
const up = { status: 'up', database: 'up', starting: false, shutting_down: false, graph: 'up' };

it('is not ready while the database is read-only and still serves reads', async () => {
  expect(await ready()).toEqual([200, up]);
  await setReadOnly('on');
  expect(await readyWithGraph()).toEqual([
    503,
    { ...up, status: 'down', failing: ['writing'], reason: 'the database is read-only' },
  ]);
  expect(await ready('?for=reads')).toEqual([
    200,
    { ...up, failing: ['writing'], reason: 'the database is read-only' },
  ]);
  for (const scheme of ['bearer', 'signature'] as const)
    expect((await app.as('user', scheme, 'GET', '/api/v2/self')).status).toBe(200);
  expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
  await setReadOnly('off');
  expect(await readyWithGraph()).toEqual([200, up]);
});

it('refuses another purpose than reads or writes', async () => {
  expect((await ready('?for=writes'))[0]).toBe(200);
  expect(await ready('?for=nothing')).toMatchObject([
    400,
    { errors: [{ context: 'query.for', message: expect.stringContaining('writes or reads') }] },
  ]);
});
