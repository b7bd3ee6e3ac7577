import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { bearerFetch, login, send, signedFetch, type SigningToken } from '../support/signed-client.js';

const password = 'correct horse battery staple';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const uniqueName = () => `e2e-${randomUUID().slice(0, 8)}`;

interface AccountBody {
  readonly data: { readonly id: string; readonly name: string };
}

async function makeAccount(role: string): Promise<AccountBody['data']> {
  const answer = await app.call('POST', '/api/v2/accounts', { name: uniqueName(), role, password });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as AccountBody).data;
}

async function faultsOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { errors: unknown }).errors;
}

describe('accounts', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const name = uniqueName();
    const created = await app.call('POST', '/api/v2/accounts', {
      name,
      role: 'user',
      password,
      email: 'a@example.org',
    });
    const { data } = (await created.json()) as AccountBody;
    expect([created.status, data]).toEqual([
      201,
      {
        id: expect.any(String),
        name,
        email: 'a@example.org',
        role: 'user',
        is_disabled: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: expect.any(String),
        last_login: { time: null, valid: false },
        sso_provider_id: { int32: 0, valid: false },
        totp_active: false,
        passkeys: 0,
        environments: null,
        sees_nodes_of_none: false,
      },
    ]);
    expect(await (await app.call('GET', `/api/v2/accounts/${data.id}`)).json()).toEqual({ data });
    const list = await app.call('GET', `/api/v2/accounts?name=${name}&role=user&last_login=eq:null`);
    expect(await list.json()).toEqual({ count: 1, skip: 0, limit: 100, data: [data] });
    const change = { role: 'auditor', email: null, is_disabled: true };
    const changed = await app.call('PATCH', `/api/v2/accounts/${data.id}`, change);
    expect(await changed.json()).toMatchObject({ data: { id: data.id, name, ...change } });
    expect((await app.call('DELETE', `/api/v2/accounts/${data.id}`)).status).toBe(204);
    expect((await app.call('GET', `/api/v2/accounts/${data.id}`)).status).toBe(404);
    expect((await app.call('DELETE', `/api/v2/accounts/${data.id}`)).status).toBe(404);
    expect((await app.call('PATCH', `/api/v2/accounts/${data.id}`, {})).status).toBe(404);
  });

  it('must have names that differ in more than case', async () => {
    const { name } = await makeAccount('user');
    const again = await app.call('POST', '/api/v2/accounts', { name: name.toUpperCase(), role: 'user', password });
    expect([again.status, await faultsOf(again)]).toEqual([
      409,
      [{ code: 'resource.name_taken', context: 'body.name', message: `the name ${name.toUpperCase()} is taken` }],
    ]);
  });

  it('are refused with every error reported', async () => {
    const answer = await app.call('POST', '/api/v2/accounts', {
      name: 'a b',
      role: 'king',
      password: 'short',
      email: 'x',
    });
    expect([answer.status, await faultsOf(answer)]).toEqual([
      400,
      [
        {
          code: 'body.invalid_value',
          context: 'body.name',
          message: 'takes 1 to 64 letters, digits and the signs . _ - @',
        },
        {
          code: 'body.invalid_value',
          context: 'body.role',
          message: expect.stringMatching(/^must be one of the following values: administrator, power_user/),
        },
        { code: 'body.invalid_value', context: 'body.password', message: 'takes a password of at least 12 characters' },
        { code: 'body.invalid_value', context: 'body.email', message: 'must be an email' },
      ],
    ]);
    const weak = await app.call('POST', '/api/v2/accounts', { name: 'a', role: 'user', password: 'Password123!' });
    expect([weak.status, await faultsOf(weak)]).toEqual([
      400,
      [
        {
          code: 'password.too_weak',
          context: 'body.password',
          message: 'is a common password, or one with small changes; choose several words that do not belong together',
        },
      ],
    ]);
    const { id, name } = await makeAccount('user');
    const ofName = await app.call('PATCH', `/api/v2/accounts/${id}`, { password: `${name}-${name}` });
    expect([ofName.status, await faultsOf(ofName)]).toEqual([
      400,
      [
        {
          code: 'password.too_weak',
          context: 'body.password',
          message:
            'is made of the name or the e-mail address of the account; choose several words that do not belong together',
        },
      ],
    ]);
    const email = 'grace.hopper@navy.example';
    const ofEmail = await app.call('PATCH', `/api/v2/accounts/${id}`, { email, password: email });
    expect(ofEmail.status).toBe(400);
    const nulls = { role: null, is_disabled: null, password: null };
    expect((await app.call('PATCH', `/api/v2/accounts/${id}`, nulls)).status).toBe(400);
  });

  it('lose their sessions with a new password, and their sessions and tokens permanently when disabled', async () => {
    const { id, name } = await makeAccount('user');
    const answer = await app.call('POST', '/api/v2/tokens', { token_name: 'x', user_id: id });
    const token = ((await answer.json()) as { data: SigningToken }).data;
    const statuses = async (bearer: string) => [
      (await bearerFetch(app.url, bearer, 'GET', '/api/v2/self')).status,
      (await signedFetch(app.url, token, 'GET', '/api/v2/self')).status,
    ];
    const first = await login(app.url, name, password);
    expect(await statuses(first)).toEqual([200, 200]);
    await app.call('PATCH', `/api/v2/accounts/${id}`, { password: `${password}2` });
    expect(await statuses(first)).toEqual([401, 200]);
    const second = await login(app.url, name, `${password}2`);
    await app.call('PATCH', `/api/v2/accounts/${id}`, { is_disabled: true });
    expect(await statuses(second)).toEqual([401, 401]);
    await app.call('PATCH', `/api/v2/accounts/${id}`, { is_disabled: false });
    expect(await statuses(second)).toEqual([401, 401]);
  });

  it('lose all their tokens if a new password or a separate call revokes them', async () => {
    const { id, name } = await makeAccount('user');
    const makeToken = async () => {
      const answer = await app.call('POST', '/api/v2/tokens', { token_name: 'x', user_id: id });
      const { data } = (await answer.json()) as { data: SigningToken };
      expect((await signedFetch(app.url, data, 'GET', '/api/v2/self')).status).toBe(200);
      return data;
    };
    const bearer = await login(app.url, name, password);
    const change = JSON.stringify({ current: password, new: `${password}2`, revoke_tokens: true });
    const revocations = [
      () => bearerFetch(app.url, bearer, 'PUT', '/api/v2/self/password', { body: change }),
      () => bearerFetch(app.url, bearer, 'DELETE', '/api/v2/self/tokens'),
      () => app.call('DELETE', `/api/v2/accounts/${id}/tokens`),
      () => app.call('PATCH', `/api/v2/accounts/${id}`, { password: `${password}3`, revoke_tokens: true }),
    ];
    for (const [index, revoke] of revocations.entries()) {
      const tokens = [await makeToken(), await makeToken()];
      expect([index, (await revoke()).status]).toEqual([index, index === 3 ? 200 : 204]);
      const statuses = tokens.map(async (token) => (await signedFetch(app.url, token, 'GET', '/api/v2/self')).status);
      expect(await Promise.all(statuses)).toEqual([401, 401]);
    }
    const unknown = '/api/v2/accounts/0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11/tokens';
    expect((await app.call('DELETE', unknown)).status).toBe(404);
  });
});

describe('the own account', () => {
  it('gets no new password from an administrator who does not know the current one', async () => {
    const { id, name } = await makeAccount('administrator');
    const bearer = await login(app.url, name, password);
    const body = JSON.stringify({ password: 'another good password' });
    const answer = await bearerFetch(app.url, bearer, 'PATCH', `/api/v2/accounts/${id}`, { body });
    expect([answer.status, await faultsOf(answer)]).toEqual([
      403,
      [
        {
          code: 'permission.denied',
          context: 'permission',
          message: 'PUT /api/v2/self/password changes the own password, and asks for the current one',
        },
      ],
    ]);
    expect((await bearerFetch(app.url, bearer, 'GET', '/api/v2/self')).status).toBe(200);
  });

  it('changes its password with the current password, which ends its other sessions', async () => {
    const { name } = await makeAccount('read_only');
    const [here, there] = [await login(app.url, name, password), await login(app.url, name, password)];
    const put = (current: string, next: string) =>
      bearerFetch(app.url, here, 'PUT', '/api/v2/self/password', { body: JSON.stringify({ current, new: next }) });
    const wrong = await put('wrong', 'another good password');
    expect([wrong.status, await faultsOf(wrong)]).toEqual([
      400,
      [{ code: 'password.wrong', context: 'body.current', message: 'is not the current password' }],
    ]);
    expect((await put(password, 'short')).status).toBe(400);
    const weak = await put(password, 'abcdefghijkl');
    expect([weak.status, await faultsOf(weak)]).toEqual([
      400,
      [
        {
          code: 'password.too_weak',
          context: 'body.new',
          message:
            'is a simple pattern, such as aaaa, 1234 or qwerty; choose several words that do not belong together',
        },
      ],
    ]);
    expect((await put(password, 'another good password')).status).toBe(204);
    expect((await bearerFetch(app.url, here, 'GET', '/api/v2/self')).status).toBe(200);
    expect((await bearerFetch(app.url, there, 'GET', '/api/v2/self')).status).toBe(401);
    await login(app.url, name, 'another good password');
  });

  it('lists the permissions of each role', async () => {
    const answer = await app.as('upload_only', 'bearer', 'GET', '/api/v2/roles');
    const { data } = (await answer.json()) as { data: unknown[] };
    expect(data).toHaveLength(6);
    expect(data.at(-1)).toEqual({
      role: 'upload_only',
      permissions: ['self:manage', 'ingest:write'],
      meanings: ['manage the own account, its password and pictures, log out, revoke tokens', 'upload collector files'],
    });
  });
});

describe('API tokens', () => {
  it('show their key once, and are listed and deleted by their owner', async () => {
    const body = JSON.stringify({ token_name: 'nightly', expires_at: '2099-01-31T13:00:00.5+01:00' });
    const answer = await app.as('user', 'bearer', 'POST', '/api/v2/tokens', { body });
    const { data } = (await answer.json()) as { data: SigningToken };
    expect([answer.status, data]).toEqual([
      201,
      {
        id: expect.any(String),
        key: expect.stringMatching(/^[A-Za-z0-9+/]{54}==$/),
        type: 'signing',
        name: 'nightly',
        user_id: expect.any(String),
        sso_provider_id: { int32: 0, valid: false },
        created_at: expect.any(String),
        updated_at: expect.any(String),
        expires_at: { time: '2099-01-31T12:00:00.500Z', valid: true },
        last_access: { time: null, valid: false },
      },
    ]);
    expect((await signedFetch(app.url, data, 'GET', '/api/v2/self')).status).toBe(200);
    const list = await app.as('user', 'bearer', 'GET', '/api/v2/tokens?name=nightly');
    const { key: _key, ...shown } = data;
    expect(await list.json()).toMatchObject({ count: 1, data: [{ ...shown, last_access: expect.anything() }] });
    expect((await app.as('user', 'bearer', 'DELETE', `/api/v2/tokens/${data.id}`)).status).toBe(204);
    expect((await signedFetch(app.url, data, 'GET', '/api/v2/self')).status).toBe(401);
    expect((await app.as('user', 'bearer', 'DELETE', `/api/v2/tokens/${data.id}`)).status).toBe(404);
  });

  it('of other accounts are accessible only with users:manage', async () => {
    const { id } = await makeAccount('user');
    const forOther = { body: JSON.stringify({ token_name: 'other', user_id: id }) };
    expect((await app.as('user', 'bearer', 'POST', '/api/v2/tokens', forOther)).status).toBe(403);
    const made = await app.as('administrator', 'bearer', 'POST', '/api/v2/tokens', forOther);
    const { data } = (await made.json()) as { data: SigningToken };
    expect(await (await app.as('user', 'bearer', 'GET', `/api/v2/tokens?id=${data.id}`)).json()).toMatchObject({
      count: 0,
    });
    expect((await app.as('user', 'bearer', 'DELETE', `/api/v2/tokens/${data.id}`)).status).toBe(404);
    expect(await (await app.call('GET', `/api/v2/tokens?user_id=${id}`)).json()).toMatchObject({ count: 1 });
    expect((await app.call('DELETE', `/api/v2/tokens/${data.id}`)).status).toBe(204);
  });

  it.each([
    [{ token_name: '' }, 400, 'body.invalid_value', 'body.token_name'],
    [{ token_name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 400, 'body.invalid_value', 'body.expires_at'],
    [{ token_name: 'x', expires_at: '2099-02-30T00:00:00Z' }, 400, 'body.invalid_value', 'body.expires_at'],
    [{ token_name: 'x', expires_at: 'soon' }, 400, 'body.invalid_value', 'body.expires_at'],
    [{ token_name: 'x', user_id: 'me' }, 400, 'body.invalid_value', 'body.user_id'],
    [{ token_name: 'x', user_id: '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11' }, 400, 'reference.not_found', 'body.user_id'],
  ])('created with %j are refused with %i', async (body, status, code, context) => {
    const answer = await app.call('POST', '/api/v2/tokens', body);
    expect([answer.status, await faultsOf(answer)]).toEqual([status, [{ code, context, message: expect.any(String) }]]);
  });

  it('are encrypted in the database', async () => {
    const answer = await app.call('POST', '/api/v2/tokens', { token_name: 'sealed' });
    const { data } = (await answer.json()) as { data: SigningToken };
    const [row] = await app.database.query<{ sealed: Buffer }>(
      'SELECT key_encrypted AS sealed FROM api_token WHERE id = $1',
      [data.id],
    );
    expect(row?.sealed.includes(data.key)).toBe(false);
    expect(row?.sealed.includes(Buffer.from(data.key, 'base64'))).toBe(false);
  });

  it('are refused to callers without credentials or without the permission', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(app.url, 'POST', '/api/v2/tokens', { headers, body: '{}' })).status).toBe(401);
    expect((await app.as('auditor', 'signature', 'GET', '/api/v2/tokens')).status).toBe(403);
  });
});
