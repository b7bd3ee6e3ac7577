import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { bearerFetch, login, send } from '../../../test/support/signed-client.js';
import { AccountsService } from '../accounts/accounts.service.js';

const password = 'correct horse battery staple';

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
}

let app: TestApp;
let accountId: string;
let count = 0;

beforeAll(async () => {
  app = await testApp({ environment: { PUBLIC_URL: 'https://graph.example/' } });
});
beforeEach(async () => {
  const accounts = app.app.get(AccountsService);
  ({ id: accountId } = await accounts.create({ name: `alice-${++count}`, email: null, role: 'user', password }));
});
afterAll(() => app.close());

const bearerOfAlice = () => login(app.url, `alice-${count}`, password);

async function outcome(answer: Response | Promise<Response>): Promise<unknown[]> {
  const body = JSON.parse((await (await answer).text()) || '{}') as { errors?: { code: string }[]; data?: object };
  return [(await answer).status, body.errors?.[0]?.code ?? body.data];
}

function post(path: string, body: object = {}, program = 'graphward/1.0'): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': program };
  return send(app.url, 'POST', `/api/v2/device/${path}`, { headers, body: JSON.stringify(body) });
}

async function begin(): Promise<Begun> {
  return ((await (await post('authorize')).json()) as { data: Begun }).data;
}

const own = (bearer: string, path: string, body: object) =>
  bearerFetch(app.url, bearer, 'POST', `/api/v2/device/${path}`, { body: JSON.stringify(body) });

/** The logins of all sessions are older than ten minutes. */
const age = () => app.database.query("UPDATE session SET authenticated_at = authenticated_at - interval '11 minutes'");

/** The program has waited long enough. */
const passInterval = () => app.database.query("UPDATE device_login SET next_poll = now() - interval '1 second'");

describe('the login of a program', () => {
  it('is decided by a person who types its code, and is a session of the command line', async () => {
    const answer = (await (await post('authorize')).json()) as { data: Begun };
    expect(answer.data).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'https://graph.example/ui/device',
      expires_in: 600,
      interval: 5,
    });
    const { device_code: device, user_code: code } = answer.data;
    expect(await outcome(post('token', { device_code: device }))).toEqual([400, 'device.authorization_pending']);
    expect(await outcome(post('token', { device_code: device }))).toEqual([400, 'device.slow_down']);
    const bearer = await bearerOfAlice();
    expect(await outcome(own(bearer, 'request', { user_code: code.toLowerCase().replace('-', ' ') }))).toEqual([
      200,
      { address: '127.0.0.1', program: 'graphward/1.0', created_at: expect.any(String), needs_proof: false },
    ]);
    expect((await own(bearer, 'decision', { user_code: code, is_approved: true })).status).toBe(204);
    await passInterval();
    const [status, session] = await outcome(post('token', { device_code: device }));
    expect([status, session]).toEqual([200, expect.objectContaining({ user_id: accountId })]);
    const token = (session as { session_token: string }).session_token;
    const listed = await bearerFetch(app.url, token, 'GET', '/api/v2/self/sessions?is_current=eq:true');
    expect(await listed.json()).toMatchObject({ data: [{ kind: 'command_line', program: 'graphward/1.0' }] });
    await passInterval();
    expect(await outcome(post('token', { device_code: device }))).toEqual([400, 'device.expired_token']);
    const [entry] = await app.database.query(
      "SELECT action, details FROM audit_log WHERE account_id = $1 AND action LIKE 'device.%'",
      [accountId],
    );
    expect(entry).toEqual({ action: 'device.approve', details: { address: '127.0.0.1', program: 'graphward/1.0' } });
  });

  it('ends if the person refuses it, if it expires, and with an unknown code', async () => {
    const bearer = await bearerOfAlice();
    const refused = await begin();
    expect((await own(bearer, 'decision', { user_code: refused.user_code, is_approved: false })).status).toBe(204);
    expect(await outcome(post('token', refused))).toEqual([400, 'body.unknown_property']);
    expect(await outcome(post('token', { device_code: refused.device_code }))).toEqual([400, 'device.access_denied']);
    const late = await begin();
    await app.database.query("UPDATE device_login SET expires_at = now() - interval '1 second'");
    expect(await outcome(post('token', { device_code: late.device_code }))).toEqual([400, 'device.expired_token']);
    expect(await outcome(own(bearer, 'request', { user_code: late.user_code }))).toEqual([404, 'resource.not_found']);
    expect(await outcome(post('token', { device_code: 'x' }))).toEqual([400, 'device.expired_token']);
  });

  it('cannot be guessed: five wrong codes of an account are all, also in parallel', async () => {
    const bearer = await bearerOfAlice();
    const { user_code: code } = await begin();
    for (let turn = 0; turn < 7; turn++) expect((await own(bearer, 'request', { user_code: code })).status).toBe(200);
    const guesses = Array.from({ length: 9 }, () => own(bearer, 'request', { user_code: 'BBBB-BBBB' }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([404, 404, 404, 404, 404, 429, 429, 429, 429]);
    expect((await own(bearer, 'decision', { user_code: code, is_approved: true })).status).toBe(429);
    await app.database.query("UPDATE device_code_failure SET expires_at = now() - interval '1 second'");
    expect((await own(bearer, 'decision', { user_code: code, is_approved: true })).status).toBe(204);
  });

  it('needs the password or a code again if the login of the person is older than ten minutes', async () => {
    const bearer = await bearerOfAlice();
    const { device_code: device, user_code: code } = await begin();
    await age();
    expect(await outcome(own(bearer, 'request', { user_code: code }))).toEqual([
      200,
      expect.objectContaining({ needs_proof: true }),
    ]);
    const decide = (proof: object) => own(bearer, 'decision', { user_code: code, is_approved: true, ...proof });
    expect(await outcome(decide({}))).toEqual([400, 'body.missing_property']);
    expect(await outcome(decide({ secret: 'wrong' }))).toEqual([400, 'password.wrong']);
    expect(await outcome(post('token', { device_code: device }))).toEqual([400, 'device.authorization_pending']);
    expect((await decide({ secret: password })).status).toBe(204);
    // The proof counts for ten minutes, too.
    const { user_code: next } = await begin();
    expect((await own(bearer, 'decision', { user_code: next, is_approved: true })).status).toBe(204);
    await age();
    const { user_code: last } = await begin();
    expect(await outcome(own(bearer, 'decision', { user_code: last, is_approved: true }))).toEqual([
      400,
      'body.missing_property',
    ]);
  });

  it('lets no program log in another one', async () => {
    const bearer = await bearerOfAlice();
    const { device_code: device, user_code: code } = await begin();
    await own(bearer, 'decision', { user_code: code, is_approved: true });
    const [, session] = await outcome(post('token', { device_code: device }));
    const { session_token: program } = session as { session_token: string };
    const { user_code: next } = await begin();
    expect(await outcome(own(program, 'request', { user_code: next }))).toEqual([
      200,
      expect.objectContaining({ needs_proof: true }),
    ]);
    expect(await outcome(own(program, 'decision', { user_code: next, is_approved: true }))).toEqual([
      400,
      'body.missing_property',
    ]);
  });

  it('is one session, also if two instances are asked at once, and none of a disabled account', async () => {
    const bearer = await bearerOfAlice();
    const first = await begin();
    await own(bearer, 'decision', { user_code: first.user_code, is_approved: true });
    const answers = await Promise.all([1, 2, 3].map(() => post('token', { device_code: first.device_code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const second = await begin();
    await own(bearer, 'decision', { user_code: second.user_code, is_approved: true });
    await app.app.get(AccountsService).update(accountId, { isDisabled: true });
    expect(await outcome(post('token', { device_code: second.device_code }))).toEqual([400, 'device.access_denied']);
  });
});
