import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { type Authenticator, authenticator, type Changes } from '../../../test/support/authenticator.js';
import { bearerFetch, login, send } from '../../../test/support/signed-client.js';
import { type ServiceHome, serviceHome } from '../../../test/support/test-database.js';
import { AccountsService } from '../accounts/accounts.service.js';

const password = 'correct horse battery staple';
const origin = 'https://graph.example';
const json = { 'Content-Type': 'application/json' };

interface Options {
  readonly options: { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };
  readonly state: string;
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly bearer: string;
}

let home: ServiceHome;
/** Two instances with one database. */
let app: TestApp;
let other: TestApp;
let count = 0;

beforeAll(async () => {
  home = await serviceHome();
  const environment = { PUBLIC_URL: `${origin}/`, LOGIN_LIMIT_PER_MINUTE: '1000' };
  app = await testApp({ home, environment });
  other = await testApp({ home, environment });
});
beforeEach(() => app.database.query('DELETE FROM login_failure'));
afterAll(async () => {
  await other.close();
  await app.close();
  await home.remove();
});

async function outcome(answer: Response | Promise<Response>): Promise<unknown[]> {
  const { status } = await answer;
  const body = JSON.parse((await (await answer).text()) || '{}') as { errors?: { code: string; context: string }[] };
  return [status, ...(body.errors?.map(({ code, context }) => `${code} ${context}`) ?? [])];
}

async function dataOf<T>(answer: Response | Promise<Response>): Promise<T> {
  const text = await (await answer).text();
  expect([200, 201]).toContain((await answer).status);
  return (JSON.parse(text) as { data: T }).data;
}

function post(path: string, body: object = {}, at = app): Promise<Response> {
  return send(at.url, 'POST', `/api/v2/${path}`, { headers: json, body: JSON.stringify(body) });
}

const passwordLogin = ({ name }: Owner, otp?: string) =>
  post('login', { login_method: 'secret', username: name, secret: password, otp });

async function owner(): Promise<Owner> {
  const name = `owner-${++count}`;
  const { id } = await app.app.get(AccountsService).create({ name, email: null, role: 'user', password });
  return { id, name, bearer: await login(app.url, name, password) };
}

function own({ bearer }: Owner, method: string, path: string, body?: object): Promise<Response> {
  const sent = body && { body: JSON.stringify(body) };
  return bearerFetch(app.url, bearer, method, `/api/v2/self/passkeys${path}`, sent);
}

async function register(it: Owner, device: Authenticator, name = 'Laptop') {
  const { options, state } = await dataOf<Options>(own(it, 'POST', '/options', { secret: password }));
  return dataOf<{ id: string; recovery_codes: string[] }>(
    own(it, 'POST', '', { name, state, response: device.create(options) }),
  );
}

async function logIn(device: Authenticator, changes?: Changes, at = app): Promise<Response> {
  const { options, state } = await dataOf<Options>(post('login/passkey/options'));
  return post('login/passkey', { state, response: device.get(options, changes) }, at);
}

async function lastReason(): Promise<unknown> {
  const [row] = await app.database.query<{ details: { reason: string } }>(
    "SELECT details FROM audit_log WHERE action = 'login' AND outcome = 'failure' ORDER BY id DESC LIMIT 1",
  );
  return row?.details.reason;
}

describe('a passkey', () => {
  it('logs in without name and password, and makes the password alone too little', async () => {
    const it = await owner();
    expect(await outcome(own(it, 'POST', '/options'))).toEqual([400, 'body.missing_property body.secret']);
    const { options } = await dataOf<Options>(own(it, 'POST', '/options', { secret: password }));
    expect(options).toMatchObject({
      rp: { id: 'graph.example', name: 'Graphward' },
      user: { name: it.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = authenticator(origin);
    const { id, recovery_codes: codes } = await register(it, device);
    expect(codes).toHaveLength(10);
    const { user_id: userId, session_token: bearer } = await dataOf<Record<string, string>>(logIn(device));
    expect(userId).toBe(it.id);
    expect((await bearerFetch(app.url, bearer!, 'GET', '/api/v2/self')).status).toBe(200);
    expect(await dataOf(own(it, 'GET', ''))).toEqual([
      { id, name: 'Laptop', created_at: expect.any(String), last_used: expect.any(String) },
    ]);
    expect(await outcome(passwordLogin(it))).toEqual([400, 'auth.otp_needed body.otp']);
    expect(await outcome(passwordLogin(it, '123456'))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect((await passwordLogin(it, codes[0])).status).toBe(200);
    const [entry] = await app.database.query(
      "SELECT action, details FROM audit_log WHERE account_id = $1 AND details ? 'factor' ORDER BY id LIMIT 1",
      [it.id],
    );
    expect(entry).toEqual({ action: 'login', details: { factor: 'passkey' } });
  });

  it('is one of several, and their recovery codes go with the last', async () => {
    const it = await owner();
    const [first, second] = [authenticator(origin), authenticator(origin)];
    const laptop = await register(it, first);
    const phone = await register(it, second, 'Phone');
    expect(phone.recovery_codes).toEqual([]);
    const { options, state } = await dataOf<Options>(own(it, 'POST', '/options', { secret: password }));
    expect(await outcome(own(it, 'POST', '', { name: 'x', state, response: first.create(options) }))).toEqual([
      409,
      'mfa.active body.response',
    ]);
    expect(await outcome(own(it, 'DELETE', `/${laptop.id}`))).toEqual([400, 'body.missing_property body.secret']);
    expect(await outcome(own(await owner(), 'DELETE', `/${laptop.id}`, { secret: password }))).toEqual([
      404,
      'resource.not_found path.passkey_id',
    ]);
    expect((await own(it, 'DELETE', `/${laptop.id}`, { secret: password })).status).toBe(204);
    expect(await outcome(logIn(first))).toEqual([401, 'auth.failed body']);
    expect((await logIn(second)).status).toBe(200);
    expect((await own(it, 'DELETE', `/${phone.id}`, { otp: laptop.recovery_codes[0] })).status).toBe(204);
    expect((await passwordLogin(it)).status).toBe(200);
    const left = await app.database.query('SELECT FROM recovery_code WHERE account_id = $1', [it.id]);
    expect(left).toEqual([]);
  });

  it.each<[string, Changes, RegExp]>([
    ['of another origin', { origin: 'https://graph.example.evil.test' }, /Unexpected authentication response origin/],
    ['of another port', { origin: 'https://graph.example:8443' }, /Unexpected authentication response origin/],
    ['for another host', { rpId: 'evil.test' }, /Unexpected RP ID hash/],
    ['without a fingerprint or PIN', { isVerified: false }, /User verification (was )?required/],
  ])('%s is refused', async (_, changes, reason) => {
    const device = authenticator(origin);
    await register(await owner(), device);
    expect(await outcome(logIn(device, changes))).toEqual([401, 'auth.failed body']);
    expect(await lastReason()).toMatch(reason);
    expect((await logIn(device)).status).toBe(200);
  });

  it('whose counter goes back is refused, and one that does not count is accepted', async () => {
    const device = authenticator(origin);
    await register(await owner(), device);
    expect((await logIn(device, { counter: 0 })).status).toBe(200);
    expect((await logIn(device, { counter: 0 })).status).toBe(200);
    expect((await logIn(device, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect(await outcome(logIn(device, { counter }))).toEqual([401, 'auth.failed body']);
      expect(await lastReason()).toBe(`passkey: Response counter value ${counter} was lower than expected 7`);
    }
  });

  it('signs a challenge once, also at two instances at the same time', async () => {
    const device = authenticator(origin);
    await register(await owner(), device);
    const { options, state } = await dataOf<Options>(post('login/passkey/options'));
    const answers = await Promise.all(
      [app, other, app].map((at) => post('login/passkey', { state, response: device.get(options) }, at)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    const stranger = await dataOf<Options>(post('login/passkey/options'));
    expect(await outcome(post('login/passkey', { state: stranger.state, response: device.get(options) }))).toEqual([
      401,
      'auth.failed body',
    ]);
  });

  it('is not registered by a challenge of a login, of another account, or of too long ago', async () => {
    const [it, stranger] = [await owner(), await owner()];
    const device = authenticator(origin);
    const refused = [400, 'passkey.invalid body.response'];
    const ofLogin = await dataOf<Options>(post('login/passkey/options'));
    const response = device.create({ ...ofLogin.options, rp: { id: 'graph.example' } });
    expect(await outcome(own(it, 'POST', '', { name: 'x', state: ofLogin.state, response }))).toEqual(refused);
    const { options, state } = await dataOf<Options>(own(stranger, 'POST', '/options', { secret: password }));
    expect(await outcome(own(it, 'POST', '', { name: 'x', state, response: device.create(options) }))).toEqual(refused);
    expect(await outcome(own(it, 'POST', '', { name: 'x', state: 'AAAA', response: {} }))).toEqual(refused);
    expect(await outcome(post('login/passkey', { state: 'AAAA', response: { id: 1 } }))).toEqual([
      401,
      'auth.failed body',
    ]);
  });

  it('of a disabled account is refused', async () => {
    const it = await owner();
    const device = authenticator(origin);
    await register(it, device);
    await app.app.get(AccountsService).update(it.id, { isDisabled: true });
    expect(await outcome(logIn(device))).toEqual([401, 'auth.failed body']);
    expect(await lastReason()).toBe(`passkey: the account ${it.name} is disabled`);
  });

  it('of an account that logs in by a provider is refused', async () => {
    const it = await owner();
    const device = authenticator(origin);
    await register(it, device);
    await app.database.query('UPDATE account SET password_hash = NULL WHERE id = $1', [it.id]);
    expect(await outcome(logIn(device))).toEqual([401, 'auth.failed body']);
    expect(await lastReason()).toBe(`passkey: the account ${it.name} has no password: it logs in by its provider`);
  });

  it('opens the session of the page by a cookie', async () => {
    const device = authenticator(origin);
    await register(await owner(), device);
    const { options, state } = await dataOf<Options>(post('login/passkey/options'));
    const body = JSON.stringify({ state, response: device.get(options) });
    const ofPage = { ...json, 'X-Requested-With': 'graphward', Origin: origin };
    expect((await send(app.url, 'POST', '/api/v2/self/session/passkey', { headers: json, body })).status).toBe(400);
    const answer = await send(app.url, 'POST', '/api/v2/self/session/passkey', { headers: ofPage, body });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { data: expect.objectContaining({ auth_expired: false }) },
    ]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-graphward-443=[\w.-]+; Path=\/; HttpOnly; Secure/);
  });
});
