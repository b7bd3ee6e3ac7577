import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { bearerFetch, send } from '../../../test/support/signed-client.js';
import { type ServiceHome, serviceHome } from '../../../test/support/test-database.js';
import { totpCode } from '../../../test/support/totp.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Role } from '../permissions.js';

const password = 'correct horse battery staple';
const json = { 'Content-Type': 'application/json' };

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly bearer: string;
}

interface Enrolled extends Owner {
  readonly secret: string;
  /** By which it was activated. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
}

let home: ServiceHome;
/** Two instances with one database; the second asks administrators for a second factor. */
let app: TestApp;
let other: TestApp;
let count = 0;

beforeAll(async () => {
  home = await serviceHome();
  const environment = { LOGIN_LIMIT_PER_MINUTE: '1000' };
  app = await testApp({ home, environment });
  other = await testApp({ home, environment: { ...environment, REQUIRE_MFA: 'administrators' } });
});
beforeEach(() => app.database.query('DELETE FROM login_failure'));
afterAll(async () => {
  await other.close();
  await app.close();
  await home.remove();
});

function logIn(name: string, otp?: string, at: TestApp = app): Promise<Response> {
  const body = JSON.stringify({ login_method: 'secret', username: name, secret: password, otp });
  return send(at.url, 'POST', '/api/v2/login', { headers: json, body });
}

/** Status and code of an answer without data. */
async function outcome(answer: Response | Promise<Response>): Promise<unknown[]> {
  const { status } = await answer;
  const body = (await (await answer).json()) as { errors?: { code: string; context: string }[] };
  return [status, ...(body.errors?.map(({ code, context }) => `${code} ${context}`) ?? [])];
}

async function dataOf<T>(answer: Response | Promise<Response>): Promise<T> {
  const text = await (await answer).text();
  expect([(await answer).status, text]).toEqual([200, expect.any(String)]);
  return (JSON.parse(text) as { data: T }).data;
}

async function bearerOf(name: string, otp?: string, at: TestApp = app): Promise<string> {
  return (await dataOf<{ session_token: string }>(logIn(name, otp, at))).session_token;
}

async function owner(role: Role = 'user'): Promise<Owner> {
  const name = `owner-${++count}`;
  const { id } = await app.app.get(AccountsService).create({ name, email: null, role, password });
  return { id, name, bearer: await bearerOf(name) };
}

function call({ id, bearer }: Owner, method: string, path: string, body?: object, account = id): Promise<Response> {
  const sent = body && { body: JSON.stringify(body) };
  return bearerFetch(app.url, bearer, method, `/api/v2/accounts/${account}/${path}`, sent);
}

async function enrolled(role: Role = 'user'): Promise<Enrolled> {
  const it = await owner(role);
  const { totp_secret: secret } = await dataOf<{ totp_secret: string }>(call(it, 'POST', 'mfa', { secret: password }));
  const usedCode = totpCode(secret, -1);
  const { recovery_codes: recoveryCodes } = await dataOf<{ recovery_codes: string[] }>(
    call(it, 'POST', 'mfa-activation', { otp: usedCode }),
  );
  return { ...it, secret, usedCode, recoveryCodes };
}

async function auditOf(id: string): Promise<unknown[]> {
  const rows = await app.database.query<object>(
    'SELECT action, outcome, details FROM audit_log WHERE account_id = $1 OR resource LIKE $2 ORDER BY id',
    [id, `accounts/${id}/%`],
  );
  return rows.map((row) => Object.values(row));
}

describe('codes of an app', () => {
  it('are enrolled by the password, activated by a code, and then needed to log in', async () => {
    const it = await owner();
    expect(await dataOf(call(it, 'GET', 'mfa-activation'))).toEqual({ status: 'deactivated', recovery_codes_left: 0 });
    const { totp_secret: secret, totp_uri: uri } = await dataOf<Record<string, string>>(
      call(it, 'POST', 'mfa', { secret: password }),
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Graphward:${it.name}?issuer=Graphward&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await dataOf(call(it, 'GET', 'mfa-activation'))).toEqual({ status: 'pending', recovery_codes_left: 0 });
    expect((await logIn(it.name)).status).toBe(200);

    const right = totpCode(secret!, -1);
    const wrong = right === '000000' ? '000001' : '000000';
    expect(await outcome(call(it, 'POST', 'mfa-activation', { otp: wrong }))).toEqual([400, 'auth.otp_wrong body.otp']);
    const activated = await dataOf<{ status: string; recovery_codes: string[] }>(
      call(it, 'POST', 'mfa-activation', { otp: right }),
    );
    expect(activated.status).toBe('activated');
    expect(new Set(activated.recovery_codes).size).toBe(10);
    expect(await dataOf(call(it, 'GET', 'mfa-activation'))).toEqual({ status: 'activated', recovery_codes_left: 10 });

    expect(await outcome(logIn(it.name))).toEqual([400, 'auth.otp_needed body.otp']);
    expect(await outcome(logIn(it.name, ''))).toEqual([400, 'auth.otp_needed body.otp']);
    expect(await dataOf(logIn(it.name, totpCode(secret!)))).toMatchObject({ user_id: it.id, factor_missing: false });
    expect(await auditOf(it.id)).toEqual([
      ['login', 'success', {}],
      ['mfa.enrol', 'success', {}],
      ['login', 'success', {}],
      ['mfa.activate', 'success', {}],
      ['login', 'success', { factor: 'totp' }],
    ]);
    const stored = await app.database.query<{ text: string }>(
      'SELECT t::text AS text FROM totp_factor t UNION ALL SELECT r::text FROM recovery_code r UNION ALL SELECT a::text FROM audit_log a',
    );
    for (const { text } of stored) expect(text).not.toContain(secret);
  });

  it('say nothing about the second factor to a caller without the password', async () => {
    const { name, secret } = await enrolled();
    const body = JSON.stringify({ login_method: 'secret', username: name, secret: 'wrong', otp: totpCode(secret) });
    expect(await outcome(send(app.url, 'POST', '/api/v2/login', { headers: json, body }))).toEqual([
      401,
      'auth.failed body',
    ]);
    expect((await logIn(name, totpCode(secret))).status).toBe(200);
  });

  it('are accepted once, also by two instances at the same time', async () => {
    const { name, secret } = await enrolled();
    const code = totpCode(secret);
    const answers = await Promise.all([app, other, app, other].map((at) => logIn(name, code, at)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
    expect(await outcome(logIn(name, code))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect(await outcome(logIn(name, totpCode(secret, -1)))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect((await logIn(name, totpCode(secret, 1))).status).toBe(200);
  });

  it('are refused for an hour after ten wrong ones, of which the owner hears at the next login', async () => {
    const { id, name, secret, recoveryCodes } = await enrolled();
    const right = totpCode(secret);
    const guesses = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(6, '0'));
    const wrong = guesses.filter((it) => ![-1, 0, 1, 2].some((offset) => totpCode(secret, offset) === it)).slice(0, 15);
    const answers = await Promise.all(wrong.map((code, index) => outcome(logIn(name, code, index % 2 ? other : app))));
    expect(new Set(answers.map(String))).toEqual(new Set(['400,auth.otp_wrong body.otp']));
    expect(await outcome(logIn(name, right))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect((await auditOf(id)).filter((row) => String(row).startsWith('mfa.block'))).toEqual([
      ['mfa.block', 'failure', { wrong_codes: 10 }],
    ]);

    const before = Date.now();
    const { codes_blocked_at: at } = await dataOf<{ codes_blocked_at: string }>(logIn(name, recoveryCodes[0]));
    expect(Math.abs(Date.parse(at) - before)).toBeLessThan(60_000);
    expect(await dataOf(logIn(name, recoveryCodes[1]))).toMatchObject({ codes_blocked_at: null });

    await app.database.query("UPDATE totp_factor SET window_end = window_end - interval '61 minutes'");
    expect((await logIn(name, totpCode(secret))).status).toBe(200);
  });

  it('are not blocked by right ones, nor by wrong ones of more than an hour', async () => {
    const { name, secret } = await enrolled();
    for (let guess = 0; guess < 9; guess++) await logIn(name, totpCode(secret, -1));
    await app.database.query("UPDATE totp_factor SET window_end = window_end - interval '61 minutes'");
    for (let guess = 0; guess < 9; guess++) await logIn(name, totpCode(secret, -1));
    expect((await logIn(name, totpCode(secret))).status).toBe(200);
    expect((await logIn(name, totpCode(secret, 1))).status).toBe(200);
    expect(await app.database.query('SELECT wrong_codes FROM totp_factor WHERE wrong_codes > 9')).toEqual([]);
  });

  it('stay with a password that an administrator sets', async () => {
    const { id, name, secret } = await enrolled();
    expect((await app.call('PATCH', `/api/v2/accounts/${id}`, { password: `${password} again` })).status).toBe(200);
    const logInAgain = (otp?: string) => {
      const body = JSON.stringify({ login_method: 'secret', username: name, secret: `${password} again`, otp });
      return send(app.url, 'POST', '/api/v2/login', { headers: json, body });
    };
    expect(await outcome(logInAgain())).toEqual([400, 'auth.otp_needed body.otp']);
    expect((await logInAgain(totpCode(secret))).status).toBe(200);
  });

  it('fail closed if the secret cannot be opened, and recovery codes still work', async () => {
    const { id, name, secret, recoveryCodes } = await enrolled();
    await app.database.query(
      'UPDATE totp_factor SET secret_sealed = (SELECT secret_sealed FROM totp_factor WHERE account_id <> $1 LIMIT 1) WHERE account_id = $1',
      [id],
    );
    for (let turn = 0; turn < 11; turn++)
      expect(await outcome(logIn(name, totpCode(secret)))).toEqual([503, 'secrets.unreadable secrets']);
    expect((await logIn(name, recoveryCodes[0])).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('log in once each, also at two instances at the same time', async () => {
    const it = await enrolled();
    const [first, second] = it.recoveryCodes;
    const answers = await Promise.all([app, other, app].map((at) => logIn(it.name, first, at)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(await outcome(logIn(it.name, first))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect((await logIn(it.name, second!.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await dataOf(call(it, 'GET', 'mfa-activation'))).toEqual({ status: 'activated', recovery_codes_left: 8 });
    expect((await auditOf(it.id)).at(-1)).toEqual(['login', 'success', { factor: 'recovery_code' }]);
  });

  it('are replaced together, and belong to one account', async () => {
    const it = await enrolled();
    const stranger = await enrolled();
    expect(await outcome(logIn(it.name, stranger.recoveryCodes[0]))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect(await outcome(call(it, 'POST', 'recovery-codes'))).toEqual([400, 'body.missing_property body.secret']);
    const { recovery_codes: codes } = await dataOf<{ recovery_codes: string[] }>(
      call(it, 'POST', 'recovery-codes', { otp: it.recoveryCodes[0] }),
    );
    expect(codes).toHaveLength(10);
    expect(await outcome(logIn(it.name, it.recoveryCodes[1]))).toEqual([400, 'auth.otp_wrong body.otp']);
    expect((await logIn(it.name, codes[0])).status).toBe(200);
  });
});

describe('a change of the second factor', () => {
  it('asks for the password or a code again', async () => {
    const it = await owner();
    expect(await outcome(call(it, 'POST', 'mfa'))).toEqual([400, 'body.missing_property body.secret']);
    expect(await outcome(call(it, 'POST', 'mfa', { otp: '123456' }))).toEqual([
      400,
      'body.missing_property body.secret',
    ]);
    expect(await outcome(call(it, 'POST', 'mfa', { secret: 'wrong' }))).toEqual([400, 'password.wrong body.secret']);
    expect(await outcome(call(it, 'POST', 'mfa-activation', { otp: '123456' }))).toEqual([
      409,
      'mfa.not_enrolled path.account_id',
    ]);
    const active = await enrolled();
    expect(await outcome(call(active, 'POST', 'mfa', { secret: password }))).toEqual([
      409,
      'mfa.active path.account_id',
    ]);
    expect(await outcome(call(active, 'DELETE', 'mfa'))).toEqual([400, 'body.missing_property body.secret']);
    expect(await outcome(call(active, 'DELETE', 'mfa', { otp: active.usedCode }))).toEqual([
      400,
      'auth.otp_wrong body.otp',
    ]);
    expect(await dataOf(call(active, 'DELETE', 'mfa', { otp: totpCode(active.secret) }))).toEqual({
      status: 'deactivated',
    });
    expect((await logIn(active.name)).status).toBe(200);
    expect(await outcome(call(active, 'DELETE', 'mfa', { secret: password }))).toEqual([
      409,
      'mfa.not_enrolled path.account_id',
    ]);
    expect(await dataOf(call(active, 'GET', 'mfa-activation'))).toEqual({
      status: 'deactivated',
      recovery_codes_left: 0,
    });
  });

  it('of another account is its removal by an administrator, and nothing else', async () => {
    const it = await enrolled();
    const stranger = await owner('power_user');
    const administrator = await owner('administrator');
    for (const [method, path, body] of [
      ['POST', 'mfa', { secret: password }],
      ['POST', 'mfa-activation', { otp: '123456' }],
      ['POST', 'recovery-codes', { secret: password }],
    ] as const)
      expect(await outcome(call(administrator, method, path, body, it.id))).toEqual([
        403,
        'permission.denied permission',
      ]);
    for (const [method, path] of [
      ['GET', 'mfa-activation'],
      ['DELETE', 'mfa'],
    ] as const)
      expect(await outcome(call(stranger, method, path, undefined, it.id))).toEqual([
        403,
        'permission.denied permission',
      ]);
    expect((await call(administrator, 'GET', 'mfa-activation', undefined, it.id)).status).toBe(200);
    expect(await dataOf(call(administrator, 'DELETE', 'mfa', undefined, it.id))).toEqual({ status: 'deactivated' });
    expect((await call(administrator, 'DELETE', 'mfa', undefined, randomUUID())).status).toBe(404);
    expect((await logIn(it.name)).status).toBe(200);
    const [last] = await app.database.query<{ account_name: string; action: string; resource: string }>(
      "SELECT account_name, action, resource FROM audit_log WHERE action = 'mfa.remove' AND outcome = 'success' ORDER BY id DESC LIMIT 1",
    );
    expect(last).toEqual({
      account_name: administrator.name,
      action: 'mfa.remove',
      resource: `accounts/${it.id}/mfa`,
    });
  });
});

describe('REQUIRE_MFA=administrators', () => {
  it('lets an administrator without a second factor do nothing but enrol one', async () => {
    const it = await owner('administrator');
    const session = await dataOf<{ session_token: string; factor_missing: boolean }>(logIn(it.name, undefined, other));
    expect(session.factor_missing).toBe(true);
    const at = (method: string, target: string, body?: object) =>
      bearerFetch(
        other.url,
        session.session_token,
        method,
        `/api/v2/${target}`,
        body && { body: JSON.stringify(body) },
      );
    expect((await at('GET', 'accounts')).status).toBe(403);
    expect((await at('POST', 'tokens', { name: 'x', user_id: it.id })).status).toBe(403);
    const { totp_secret: secret } = await dataOf<{ totp_secret: string }>(
      at('POST', `accounts/${it.id}/mfa`, { secret: password }),
    );
    expect((await at('GET', 'accounts')).status).toBe(403);
    await dataOf(at('POST', `accounts/${it.id}/mfa-activation`, { otp: totpCode(secret) }));
    expect((await at('GET', 'accounts?totp_active=eq:true')).status).toBe(200);
    const user = await owner();
    expect(await dataOf(logIn(user.name, undefined, other))).toMatchObject({ factor_missing: false });
  });

  it('leaves accounts of providers, which have no password, alone', async () => {
    const it = await owner('administrator');
    const { session_token: bearer } = await dataOf<{ session_token: string }>(logIn(it.name, undefined, other));
    await app.database.query('UPDATE account SET password_hash = NULL WHERE id = $1', [it.id]);
    expect((await bearerFetch(other.url, bearer, 'GET', '/api/v2/accounts')).status).toBe(200);
  });
});
