import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type TestApp, testApp } from '../support/app.js';
import { send } from '../support/signed-client.js';
import { until } from '../support/until.js';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  // Makes the caller, which the outage would keep from being made.
  await app.call('GET', '/api/v2/asset-groups/1');
});
afterAll(() => app.close());

/** Closes all connections, like a restart of the database. */
async function endConnections(allow: boolean): Promise<void> {
  const [row] = await app.database.query<{ name: string }>('SELECT current_database() AS name');
  const admin = new pg.Client({ connectionString: app.databaseUrl.replace(/\/[^/]*$/, '/postgres') });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${row!.name} ALLOW_CONNECTIONS ${allow}`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [row!.name]);
  await admin.end();
}

async function allowConnections(): Promise<void> {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: app.databaseUrl.replace(/\/[^/]*$/, '/postgres') });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await admin.end();
}

describe('a service without its database', () => {
  it('returns 503 with Retry-After, and is not ready', async () => {
    await endConnections(false);
    const response = await app.call('GET', '/api/v2/asset-groups/1');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      http_status: 503,
      errors: [
        {
          code: 'database.unavailable',
          context: 'database',
          message: "the database can't be reached; try again in 5 s",
        },
      ],
    });
    const ready = () => fetch(`${app.url}/health/ready`);
    // The graph is behind once its thread has looked for changes.
    await until(async () => ((await (await ready()).json()) as { graph: string }).graph === 'behind');
    const report = await ready();
    expect([report.status, await report.json()]).toEqual([
      503,
      {
        status: 'down',
        database: 'down',
        starting: false,
        shutting_down: false,
        graph: 'behind',
        failing: ['reading', 'writing', 'ageing', 'graph'],
        reason: 'the database does not answer',
      },
    ]);
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
  });

  it('returns 503 for sessions, tokens, entities and statements', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const login = JSON.stringify({ login_method: 'secret', username: 'nobody', secret: 'wrong' });
    const kind = { custom_types: { Foo: { icon: { type: 'font-awesome', name: 'server' } } } };
    const answers = [
      await send(app.url, 'POST', '/api/v2/login', { headers, body: login }),
      await app.as('administrator', 'bearer', 'GET', '/api/v2/self'),
      await app.call('GET', '/api/v2/saml'),
      await app.call('POST', '/api/v2/custom-nodes', kind),
      await app.call('POST', '/api/v2/file-upload/start'),
      await app.call('DELETE', '/api/v2/tokens/0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  });

  it('recovers when the database is back', async () => {
    await allowConnections();
    expect((await app.call('GET', '/api/v2/asset-groups/1')).status).toBe(200);
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  });

  it('loses only the running requests if the database restarts', async () => {
    await endConnections(true);
    const statuses = [];
    for (let call = 0; call < 10; call++) statuses.push((await app.call('GET', '/api/v2/asset-groups/1')).status);
    expect(statuses.slice(2)).toEqual(Array(8).fill(200));
  });
});
