import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import type { Role } from '../../src/auth/permissions.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { type TestApp, schemes, testApp } from '../support/app.js';
import { bearerFetch, login, send, signedFetch, signedHeaders, type SigningToken } from '../support/signed-client.js';
import { until } from '../support/until.js';

const password = 'correct horse battery staple';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface Made {
  readonly id: string;
  readonly name: string;
}

async function makeAccount(role: Role = 'user'): Promise<Made> {
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  const { id } = await app.app.get(AccountsService).create({ name, email: null, role, password });
  return { id, name };
}

async function makeToken(accountId: string): Promise<SigningToken> {
  const { token, key } = await app.app.get(ApiTokensService).create({ accountId, name: 'test', expiresAt: null });
  return { id: token.id, key };
}

function post(target: string, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return send(app.url, 'POST', target, { headers, body: JSON.stringify(body) });
}

async function json(answer: Response | Promise<Response>): Promise<unknown> {
  return (await answer).json();
}

const refusal = {
  http_status: 401,
  timestamp: expect.any(String),
  request_id: expect.any(String),
  errors: [
    {
      context: 'header.Authorization',
      message: 'authentication is required or the credentials are not valid',
    },
  ],
};

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(401);
  expect(await json(answer)).toEqual(refusal);
  expect(answer.headers.get('www-authenticate')).toMatch(/Bearer .*svcsignature/);
}

describe('login', () => {
  it('gives a bearer token that works, for a name in any case', async () => {
    const { id, name } = await makeAccount();
    const answer = await post('/api/v2/login', {
      login_method: 'secret',
      username: name.toUpperCase(),
      secret: password,
    });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { data: { session_token: string } };
    expect(body).toEqual({ data: { user_id: id, auth_expired: false, session_token: expect.any(String) } });
    const self = await bearerFetch(app.url, body.data.session_token, 'GET', '/api/v2/self');
    expect(await json(self)).toEqual({
      data: {
        id,
        name,
        email: null,
        role: 'user',
        is_disabled: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_login: { time: expect.any(String), valid: true },
        permissions: ['self:manage', 'graph:read', 'collection:read', 'ingest:write', 'tokens:manage-own'],
      },
    });
  });

  it('refuses a wrong password, an unknown name and a disabled account alike', async () => {
    const { name } = await makeAccount();
    const disabled = await makeAccount();
    await app.app.get(AccountsService).update(disabled.id, { isDisabled: true });
    const tries = [
      [name, 'not the password'],
      ['nobody', password],
      ["' OR 1=1 --\0", password],
      [disabled.name, password],
    ];
    for (const [username, secret] of tries) {
      await expectRefused(await post('/api/v2/login', { login_method: 'secret', username, secret }));
    }
  });

  it('names every fault of its body', async () => {
    const answer = await post('/api/v2/login', { login_method: 'magic', username: 1, otp: 'x' });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { context: string }[] };
    const contexts = new Set(errors.map(({ context }) => context));
    expect(contexts).toEqual(new Set(['body.otp', 'body.login_method', 'body.username', 'body.secret']));
  });

  it('is limited per user name', async () => {
    const limited = await testApp({ environment: { RATE_LIMIT_PER_SECOND: '1000', LOGIN_LIMIT_PER_MINUTE: '2' } });
    try {
      const body = JSON.stringify({ login_method: 'secret', username: 'nobody', secret: 'wrong' });
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) {
        const options = { headers: { 'Content-Type': 'application/json' }, body };
        statuses.push((await send(limited.url, 'POST', '/api/v2/login', options)).status);
      }
      expect(statuses).toEqual([401, 401, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('logout', () => {
  it('ends the session at once, and only that one', async () => {
    const { name } = await makeAccount();
    const [first, second] = [await login(app.url, name, password), await login(app.url, name, password)];
    expect((await bearerFetch(app.url, first, 'GET', '/api/v2/self')).status).toBe(200);
    expect((await bearerFetch(app.url, first, 'POST', '/api/v2/logout')).status).toBe(204);
    await expectRefused(await bearerFetch(app.url, first, 'GET', '/api/v2/self'));
    expect((await bearerFetch(app.url, second, 'GET', '/api/v2/self')).status).toBe(200);
  });

  it('needs a session', async () => {
    expect((await app.as('user', 'signature', 'POST', '/api/v2/logout')).status).toBe(400);
  });
});

/** Straight in the database, as an instance that shares nothing else would. */
async function statusesAfter(sql: string): Promise<number[]> {
  const { id, name } = await makeAccount('power_user');
  const token = await makeToken(id);
  const bearer = await login(app.url, name, password);
  const calls = () => [
    bearerFetch(app.url, bearer, 'GET', '/api/v2/custom-nodes'),
    signedFetch(app.url, token, 'GET', '/api/v2/custom-nodes'),
  ];
  expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([200, 200]);
  await app.database.query(sql, [id]);
  await sleep(2500);
  return (await Promise.all(calls())).map(({ status }) => status);
}

describe('what another instance changes', () => {
  it('holds here within five seconds', async () => {
    const results = await Promise.all([
      statusesAfter('UPDATE account SET is_disabled = true WHERE id = $1'),
      statusesAfter(`UPDATE account SET role = 'upload_only' WHERE id = $1`),
      statusesAfter('UPDATE session SET ended_at = now() WHERE account_id = $1'),
      statusesAfter('DELETE FROM api_token WHERE account_id = $1'),
      statusesAfter('DELETE FROM account WHERE id = $1'),
    ]);
    expect(results).toEqual([
      [401, 401],
      [403, 403],
      [401, 200],
      [200, 401],
      [401, 401],
    ]);
  });
});

describe('credentials', () => {
  it.each([
    [{}],
    [{ Authorization: '' }],
    [{ Authorization: 'Bearer' }],
    [{ Authorization: 'Bearer x.y.z' }],
    [{ Authorization: 'Basic YWRtaW46YWRtaW4=' }],
    [{ Authorization: 'Bearer a b c' }],
    [{ Authorization: `svcsignature ${randomUUID()}` }],
    [{ Authorization: 'svcsignature 1', RequestDate: 'yesterday', Signature: 'x' }],
  ])('of %p are refused with one generic answer', async (headers) => {
    await expectRefused(await send(app.url, 'GET', '/api/v2/self', { headers }));
  });

  it('of a token that does not exist are refused as a wrong signature is', async () => {
    const { id } = await makeAccount();
    const token = await makeToken(id);
    await expectRefused(await signedFetch(app.url, { ...token, key: 'wrong' }, 'GET', '/api/v2/self'));
    await expectRefused(await signedFetch(app.url, { ...token, id: randomUUID() }, 'GET', '/api/v2/self'));
  });

  it('that are wrong count against their address', async () => {
    const limited = await testApp({ environment: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' } });
    try {
      const options = { headers: { Authorization: 'Bearer x.y.z' } };
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await send(limited.url, 'GET', '/api/v2/self', options)).status);
      expect(statuses).toContain(429);
    } finally {
      await limited.close();
    }
  });
});

const kind = (name: string) => JSON.stringify({ custom_types: { [name]: { icon: { type: 'x', name: 'y' } } } });

describe.each(schemes)('the scheme %s', (scheme) => {
  it('takes bodies, also empty ones and compressed ones', async () => {
    const plain = await app.as('power_user', scheme, 'POST', '/api/v2/custom-nodes', { body: kind(`Plain-${scheme}`) });
    const gzip = await app.as('power_user', scheme, 'POST', '/api/v2/custom-nodes', {
      body: gzipSync(kind(`Gzip-${scheme}`)),
      headers: { 'Content-Encoding': 'gzip' },
    });
    const empty = await app.as('power_user', scheme, 'POST', '/api/v2/custom-nodes');
    expect([plain.status, gzip.status, empty.status]).toEqual([201, 201, 400]);
  });

  it('takes encoded characters in paths and queries as they are sent', async () => {
    await app.call('POST', '/api/v2/custom-nodes', { custom_types: { Encoded: { icon: { type: 'x', name: 'y' } } } });
    const targets = [
      '/api/v2/custom-nodes?kindName=%7eeq:P%6cain&sort_by=-id&limit=1',
      '/api/v2/custom-nodes?kindName=~eq:%C3%A4%20%2B%3F%26',
      '/api/v2/custom-nodes?kindName=a+b&kindName=c%2Fd',
      '/api/v2/custom-nodes/%45ncoded',
      '/api/v2/custom-nodes/?',
    ];
    for (const target of targets)
      expect([target, (await app.as('user', scheme, 'GET', target)).status]).toEqual([target, 200]);
    const missing = await app.as('user', scheme, 'GET', '/api/v2/custom-nodes/%E4%B8%AD%2F%25');
    expect(missing.status).toBe(404);
  });

  it('answers 403 and names the permission that is missing', async () => {
    const answer = await app.as('read_only', scheme, 'GET', '/api/v2/accounts');
    expect(answer.status).toBe(403);
    expect(await json(answer)).toMatchObject({
      http_status: 403,
      errors: [{ context: 'permission', message: 'this operation needs the permission users:manage' }],
    });
  });

  it('works for HEAD', async () => {
    expect((await app.as('user', scheme, 'HEAD', '/api/v2/self')).status).toBe(200);
  });
});

describe('a signed request', () => {
  it('is refused where its body, its target or its method is not what was signed', async () => {
    const { id } = await makeAccount('power_user');
    const token = await makeToken(id);
    const headers = { ...signedHeaders(token, 'GET', '/api/v2/self'), 'Content-Type': 'application/json' };
    await expectRefused(await send(app.url, 'GET', '/api/v2/self?', { headers }));
    await expectRefused(await send(app.url, 'GET', '/api/v2/self/', { headers }));
    await expectRefused(await send(app.url, 'HEAD', '/api/v2/self', { headers }).then(withRefusal));
    await expectRefused(await send(app.url, 'GET', '/api/v2/self', { headers, body: '{}' }));
    expect((await send(app.url, 'GET', '/api/v2/self', { headers })).status).toBe(200);
    expect((await send(app.url, 'GET', '/api/v2/self', { headers })).status).toBe(200);
  });

  it('is refused where the body was signed after its compression was undone', async () => {
    const { id } = await makeAccount('power_user');
    const token = await makeToken(id);
    const text = '{"custom_types":{}}';
    const headers = {
      ...signedHeaders(token, 'POST', '/api/v2/custom-nodes', { body: text }),
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    };
    await expectRefused(await send(app.url, 'POST', '/api/v2/custom-nodes', { headers, body: gzipSync(text) }));
  });

  it('is accepted with any offset, and refused when it is too old', async () => {
    const { id } = await makeAccount();
    const token = await makeToken(id);
    const now = new Date(Date.now() + 5.5 * 3_600_000).toISOString().replace('Z', '123456+05:30');
    const old = new Date(Date.now() - 3_605_000).toISOString();
    expect((await signedFetch(app.url, token, 'GET', '/api/v2/self', { requestDate: now })).status).toBe(200);
    await expectRefused(await signedFetch(app.url, token, 'GET', '/api/v2/self', { requestDate: old }));
  });

  it('leaves a note of when its token was used', async () => {
    const { id } = await makeAccount();
    const token = await makeToken(id);
    await signedFetch(app.url, token, 'GET', '/api/v2/self');
    const noted = () =>
      app.database.query('SELECT FROM api_token WHERE id = $1 AND last_access IS NOT NULL', [token.id]);
    // It is noted beside the answer, not before it.
    await until(async () => (await noted()).length === 1);
    const body = await json(await signedFetch(app.url, token, 'GET', `/api/v2/tokens?id=${token.id}`));
    expect(body).toMatchObject({ count: 1, data: [{ id: token.id, last_access: { valid: true } }] });
  });
});

/** An answer to HEAD has no body; its status and headers are what can be told. */
function withRefusal(answer: Response): Response {
  const body = JSON.stringify({ ...refusal, timestamp: '', request_id: '' });
  return new Response(body, { status: answer.status, headers: answer.headers });
}
