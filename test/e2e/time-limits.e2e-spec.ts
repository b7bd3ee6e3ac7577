import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedHeaders } from '../support/signed-client.js';
import { type TestApp, testApp } from '../support/app.js';
import { until } from '../support/until.js';

/** A statement of the product that waits for the lock of these tests. */
const target = '/api/v2/custom-nodes';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Number of statements of the service that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await app.database.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%custom_node%'`,
  );
  return Number(row?.count);
}

/** Blocks all readers of custom nodes during `work`. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  return app.database.transaction(async (tx) => {
    await tx.query('LOCK TABLE custom_node IN ACCESS EXCLUSIVE MODE');
    return work();
  });
}

describe('a request that exceeds its time limit', () => {
  it.each(['signature', 'bearer'] as const)(
    'is answered, and its statement is gone from PostgreSQL (%s)',
    async (scheme) => {
      await whileLocked(async () => {
        const answer = app.as('administrator', scheme, 'GET', target, { headers: { Prefer: 'wait=1' } });
        await until(async () => (await waiting()) === 1);
        const response = await answer;
        expect(response.status).toBe(500);
        expect(response.headers.get('preference-applied')).toBe('wait=1');
        expect(await response.json()).toMatchObject({
          http_status: 500,
          request_id: response.headers.get('x-request-id'),
          errors: [{ code: 'request.timed_out', context: 'header.Prefer', message: 'request timed out after 1 s' }],
        });
        await until(async () => (await waiting()) === 0);
      });
      expect((await app.call('GET', target)).status).toBe(200);
    },
  );

  it('rolls back its transaction and keeps the connection usable', async () => {
    const body = { custom_types: { Late: { icon: { type: 'font-awesome', name: 'clock' } } } };
    const options = { body: JSON.stringify(body), headers: { Prefer: 'wait=1' } };
    const response = await whileLocked(() => app.as('administrator', 'signature', 'POST', target, options));
    expect(response.status).toBe(500);
    expect((await app.call('GET', `${target}/Late`)).status).toBe(404);
    expect((await app.call('POST', target, body)).status).toBe(201);
  });
});

describe('a client that disconnects', () => {
  it('cancels its statement', async () => {
    const login = await app.as('administrator', 'bearer', 'GET', '/api/v2/self');
    expect(login.status).toBe(200);
    const token = await app.call('POST', '/api/v2/tokens', { token_name: 'leaver' });
    const { data } = (await token.json()) as { data: { id: string; key: string } };
    await whileLocked(async () => {
      const outgoing = httpRequest(app.url + target, { headers: signedHeaders(data, 'GET', target) });
      outgoing.on('error', () => {});
      outgoing.end();
      await until(async () => (await waiting()) === 1);
      outgoing.destroy();
      await until(async () => (await waiting()) === 0);
    });
    expect((await app.call('GET', target)).status).toBe(200);
  });
});
