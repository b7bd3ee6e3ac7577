import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send, signedFetch, signedHeaders } from '../support/signed-client.js';
import { until } from '../support/until.js';
import { expectRefused, refusal, TestAccounts } from './authentication.fixture.js';

let accounts: TestAccounts;

beforeAll(async () => {
  accounts = await TestAccounts.start();
});
afterAll(() => accounts.close());

describe('a signed request', () => {
  it('is refused if its body, its target or its method differs from the signed one', async () => {
    const token = await accounts.tokenOf('power_user');
    const headers = { ...signedHeaders(token, 'GET', '/api/v2/self'), 'Content-Type': 'application/json' };
    await expectRefused(await send(accounts.url, 'GET', '/api/v2/self?', { headers }));
    await expectRefused(await send(accounts.url, 'GET', '/api/v2/self/', { headers }));
    await expectRefused(await send(accounts.url, 'HEAD', '/api/v2/self', { headers }).then(withRefusal));
    await expectRefused(await send(accounts.url, 'GET', '/api/v2/self', { headers, body: '{}' }));
    expect((await send(accounts.url, 'GET', '/api/v2/self', { headers })).status).toBe(200);
    expect((await send(accounts.url, 'GET', '/api/v2/self', { headers })).status).toBe(200);
  });

  it('is refused if the body was signed before its compression', async () => {
    const token = await accounts.tokenOf('power_user');
    const text = '{"custom_types":{}}';
    const headers = {
      ...signedHeaders(token, 'POST', '/api/v2/custom-nodes', { body: text }),
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    };
    await expectRefused(await send(accounts.url, 'POST', '/api/v2/custom-nodes', { headers, body: gzipSync(text) }));
  });

  it('is accepted with any time offset, and refused if it is too old', async () => {
    const token = await accounts.tokenOf();
    const now = new Date(Date.now() + 5.5 * 3_600_000).toISOString().replace('Z', '123456+05:30');
    const old = new Date(Date.now() - 3_605_000).toISOString();
    expect((await signedFetch(accounts.url, token, 'GET', '/api/v2/self', { requestDate: now })).status).toBe(200);
    await expectRefused(await signedFetch(accounts.url, token, 'GET', '/api/v2/self', { requestDate: old }));
  });

  it('stores when its token was used', async () => {
    const token = await accounts.tokenOf();
    await signedFetch(accounts.url, token, 'GET', '/api/v2/self');
    const noted = () =>
      accounts.app.database.query('SELECT FROM api_token WHERE id = $1 AND last_access IS NOT NULL', [token.id]);
    // The use is stored after the response.
    await until(async () => (await noted()).length === 1);
    const listed = await signedFetch(accounts.url, token, 'GET', `/api/v2/tokens?id=${token.id}`);
    expect(await listed.json()).toMatchObject({ count: 1, data: [{ id: token.id, last_access: { valid: true } }] });
  });
});

/** A response to HEAD has no body, so the test compares its status and headers. */
function withRefusal(answer: Response): Response {
  const body = JSON.stringify({ ...refusal, timestamp: '', request_id: '' });
  return new Response(body, { status: answer.status, headers: answer.headers });
}
