import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { schemes, testApp } from '../support/app.js';
import { bearerFetch, login, send, signedFetch } from '../support/signed-client.js';
import { expectRefused, loginRefusal, password, TestAccounts } from './authentication.fixture.js';

let accounts: TestAccounts;

beforeAll(async () => {
  accounts = await TestAccounts.start();
});
afterAll(() => accounts.close());

function post(target: string, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return send(accounts.url, 'POST', target, { headers, body: JSON.stringify(body) });
}

describe('login', () => {
  it('returns a bearer token that works, for a name in any case', async () => {
    const { id, name } = await accounts.makeAccount();
    const answer = await post('/api/v2/login', {
      login_method: 'secret',
      username: name.toUpperCase(),
      secret: password,
    });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { data: { session_token: string } };
    const factors = { factor_missing: false, codes_blocked_at: null };
    expect(body).toEqual({ data: { user_id: id, auth_expired: false, ...factors, session_token: expect.any(String) } });
    const self = await bearerFetch(accounts.url, body.data.session_token, 'GET', '/api/v2/self');
    expect(await self.json()).toEqual({
      data: {
        id,
        name,
        email: null,
        role: 'user',
        is_disabled: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_login: { time: expect.any(String), valid: true },
        sso_provider_id: { int32: 0, valid: false },
        sso_slug: null,
        totp_active: false,
        passkeys: 0,
        factor_missing: false,
        first_name: null,
        last_name: null,
        permissions: [
          'self:manage',
          'graph:read',
          'collection:read',
          'ingest:write',
          'tokens:manage-own',
          'queries:run',
          'queries:read',
          'queries:write',
          'plans:write',
          'reports:write',
        ],
        environments: null,
        sees_nodes_of_none: false,
      },
    });
  });

  it('refuses a wrong password, an unknown name and a disabled account with the same error', async () => {
    const { name } = await accounts.makeAccount();
    const disabled = await accounts.makeAccount();
    await accounts.app.app.get(AccountsService).update(disabled.id, { isDisabled: true });
    const tries = [
      [name, 'not the password'],
      ['nobody', password],
      ["' OR 1=1 --\0", password],
      [disabled.name, password],
    ];
    for (const [username, secret] of tries) {
      await expectRefused(await post('/api/v2/login', { login_method: 'secret', username, secret }), loginRefusal);
    }
  });

  it('reports every error in its body', async () => {
    const answer = await post('/api/v2/login', { login_method: 'magic', username: 1, otp: 1, code: 'x' });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { context: string }[] };
    const contexts = new Set(errors.map(({ context }) => context));
    expect(contexts).toEqual(new Set(['body.otp', 'body.code', 'body.login_method', 'body.username', 'body.secret']));
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
  it('ends this session at once and no other', async () => {
    const { name } = await accounts.makeAccount();
    const [first, second] = [await login(accounts.url, name, password), await login(accounts.url, name, password)];
    expect((await bearerFetch(accounts.url, first, 'GET', '/api/v2/self')).status).toBe(200);
    expect((await bearerFetch(accounts.url, first, 'POST', '/api/v2/logout')).status).toBe(204);
    await expectRefused(await bearerFetch(accounts.url, first, 'GET', '/api/v2/self'));
    expect((await bearerFetch(accounts.url, second, 'GET', '/api/v2/self')).status).toBe(200);
  });

  it('needs a session', async () => {
    expect((await accounts.app.as('user', 'signature', 'POST', '/api/v2/logout')).status).toBe(400);
  });
});

/** Changes the database directly, as another instance would. */
async function statusesAfter(sql: string): Promise<number[]> {
  const { id, name } = await accounts.makeAccount('power_user');
  const token = await accounts.makeToken(id);
  const bearer = await login(accounts.url, name, password);
  const calls = () => [
    bearerFetch(accounts.url, bearer, 'GET', '/api/v2/custom-nodes'),
    signedFetch(accounts.url, token, 'GET', '/api/v2/custom-nodes'),
  ];
  expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([200, 200]);
  await accounts.app.database.query(sql, [id]);
  await sleep(2500);
  return (await Promise.all(calls())).map(({ status }) => status);
}

describe('a change on another instance', () => {
  it('takes effect within five seconds', async () => {
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
    await expectRefused(await send(accounts.url, 'GET', '/api/v2/self', { headers }));
  });

  it('with an unknown token are refused like a wrong signature', async () => {
    const token = await accounts.tokenOf();
    await expectRefused(await signedFetch(accounts.url, { ...token, key: 'wrong' }, 'GET', '/api/v2/self'));
    await expectRefused(await signedFetch(accounts.url, { ...token, id: randomUUID() }, 'GET', '/api/v2/self'));
  });

  it('that are wrong count against the address', async () => {
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
  it('accepts bodies, including empty and compressed ones', async () => {
    const plain = await accounts.app.as('power_user', scheme, 'POST', '/api/v2/custom-nodes', {
      body: kind(`Plain-${scheme}`),
    });
    const gzip = await accounts.app.as('power_user', scheme, 'POST', '/api/v2/custom-nodes', {
      body: gzipSync(kind(`Gzip-${scheme}`)),
      headers: { 'Content-Encoding': 'gzip' },
    });
    const empty = await accounts.app.as('power_user', scheme, 'POST', '/api/v2/custom-nodes');
    expect([plain.status, gzip.status, empty.status]).toEqual([201, 201, 400]);
  });

  it('accepts encoded characters in paths and queries as sent', async () => {
    await accounts.app.call('POST', '/api/v2/custom-nodes', {
      custom_types: { Encoded: { icon: { type: 'x', name: 'y' } } },
    });
    const targets = [
      '/api/v2/custom-nodes?kindName=%7eeq:P%6cain&sort_by=-id&limit=1',
      '/api/v2/custom-nodes?kindName=~eq:%C3%A4%20%2B%3F%26',
      '/api/v2/custom-nodes?kindName=a+b&kindName=c%2Fd',
      '/api/v2/custom-nodes/%45ncoded',
      '/api/v2/custom-nodes/?',
    ];
    for (const target of targets)
      expect([target, (await accounts.app.as('user', scheme, 'GET', target)).status]).toEqual([target, 200]);
    const missing = await accounts.app.as('user', scheme, 'GET', '/api/v2/custom-nodes/%E4%B8%AD%2F%25');
    expect(missing.status).toBe(404);
  });

  it('returns 403 and names the missing permission', async () => {
    const answer = await accounts.app.as('read_only', scheme, 'GET', '/api/v2/accounts');
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      http_status: 403,
      errors: [
        {
          code: 'permission.denied',
          context: 'permission',
          message: 'this operation needs the permission users:manage',
        },
      ],
    });
  });

  it('works for HEAD', async () => {
    expect((await accounts.app.as('user', scheme, 'HEAD', '/api/v2/self')).status).toBe(200);
  });
});
