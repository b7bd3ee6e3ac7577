import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { bearerFetch, login, send, signedFetch } from '../../../test/support/signed-client.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { ApiTokensService } from '../tokens/api-tokens.service.js';

const password = 'correct horse battery staple';
const path = '/api/v2/self/sessions';

interface Session {
  readonly id: string;
  readonly kind: string;
  readonly is_current: boolean;
}

describe('the own sessions', () => {
  let app: TestApp;
  let accountId: string;

  beforeAll(async () => {
    app = await testApp();
    const accounts = app.app.get(AccountsService);
    ({ id: accountId } = await accounts.create({ name: 'alice', email: null, role: 'upload_only', password }));
    await accounts.create({ name: 'bob', email: null, role: 'administrator', password });
  });
  beforeEach(() => app.database.query('DELETE FROM session'));
  afterAll(() => app.close());

  async function logInByCookie(): Promise<string> {
    const headers = {
      'Content-Type': 'application/json',
      'X-Requested-With': 'graphward',
      'User-Agent': 'Firefox/140',
    };
    const body = JSON.stringify({ username: 'alice', secret: password });
    const answer = await send(app.url, 'POST', '/api/v2/self/session', { headers, body });
    return answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  }

  async function sessionsOf(bearer: string, query = ''): Promise<readonly Session[]> {
    const answer = await bearerFetch(app.url, bearer, 'GET', path + query);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: Session[] }).data;
  }

  it('are listed newest first, without sessions of others and sessions that have ended or expired', async () => {
    await login(app.url, 'bob', password);
    const [first, ended] = [await login(app.url, 'alice', password), await login(app.url, 'alice', password)];
    await bearerFetch(app.url, ended, 'POST', '/api/v2/logout');
    await app.database.query(
      `INSERT INTO session (id, account_id, kind, created_at, expires_at) VALUES (gen_random_uuid(), $1, 'bearer', now(), now())`,
      [accountId],
    );
    await logInByCookie();
    const sessions = await sessionsOf(first);
    expect(sessions).toEqual(
      [
        {
          kind: 'cookie',
          is_current: false,
          program: 'Firefox/140',
          idle_until: { time: expect.stringMatching(/Z$/), valid: true },
          former_visit: { time: null, valid: false },
        },
        {
          kind: 'bearer',
          is_current: true,
          program: null,
          idle_until: { time: null, valid: false },
          former_visit: { time: null, valid: false },
        },
      ].map((it) => ({
        id: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
        last_used: expect.stringMatching(/Z$/),
        address: '127.0.0.1',
        ...it,
      })),
    );
    expect(await sessionsOf(first, '?kind=cookie&sort_by=id')).toEqual([sessions[0]]);
  });

  it('end one by one, also the session of a cookie', async () => {
    const [bearer, cookie] = [await login(app.url, 'alice', password), await logInByCookie()];
    const self = () =>
      send(app.url, 'GET', '/api/v2/self', { headers: { Cookie: cookie, 'X-Requested-With': 'graphward' } });
    expect((await self()).status).toBe(200);
    const [{ id }] = (await sessionsOf(bearer, '?is_current=false')) as [Session];
    const end = () => bearerFetch(app.url, bearer, 'DELETE', `${path}/${id}`);
    expect([(await end()).status, (await self()).status, (await end()).status]).toEqual([204, 401, 404]);
    expect(await sessionsOf(bearer)).toMatchObject([{ is_current: true }]);
    const entries = await app.database.query(
      `SELECT account_name, resource, outcome FROM audit_log WHERE action = 'session.end' ORDER BY id`,
    );
    expect(entries).toEqual(
      ['success', 'failure'].map((outcome) => ({ account_name: 'alice', resource: `self/sessions/${id}`, outcome })),
    );
  });

  it('end by an old login only with the password or a code, which count for ten minutes', async () => {
    const bearer = await login(app.url, 'alice', password);
    const others = await Promise.all(Array.from({ length: 3 }, () => login(app.url, 'alice', password)));
    await app.database.query("UPDATE session SET authenticated_at = now() - interval '11 minutes'");
    const listed = await sessionsOf(bearer, '?is_current=false');
    expect(listed).toHaveLength(3);
    const end = async (target: string, body?: object) => {
      const answer = await bearerFetch(app.url, bearer, 'DELETE', target, body && { body: JSON.stringify(body) });
      const { errors } = JSON.parse((await answer.text()) || '{}') as { errors?: { code: string; context: string }[] };
      return [answer.status, errors?.[0]?.code, errors?.[0]?.context];
    };
    const first = `${path}/${listed[0]!.id}`;
    for (const target of [first, path]) {
      expect(await end(target)).toEqual([400, 'body.missing_property', 'body.secret']);
      expect(await end(target, { secret: 'wrong' })).toEqual([400, 'password.wrong', 'body.secret']);
    }
    expect(await sessionsOf(bearer)).toHaveLength(4);
    expect(await end(first, { secret: password })).toEqual([204, undefined, undefined]);
    expect(await end(path)).toEqual([204, undefined, undefined]);
    const statuses = others.map(async (it) => (await bearerFetch(app.url, it, 'GET', '/api/v2/self')).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 401]);
  });

  it('are not ended by others', async () => {
    const [alice, bob] = [await login(app.url, 'alice', password), await login(app.url, 'bob', password)];
    const [{ id }] = (await sessionsOf(alice)) as [Session];
    const answer = await bearerFetch(app.url, bob, 'DELETE', `${path}/${id}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      {
        errors: [
          {
            code: 'resource.not_found',
            context: 'path.session_id',
            message: `there is no open session ${id} of this account`,
          },
        ],
      },
    ]);
    expect(await sessionsOf(alice)).toMatchObject([{ id, is_current: true }]);
  });

  it('end all but the present one', async () => {
    const [kept, ended] = [await login(app.url, 'alice', password), await login(app.url, 'alice', password)];
    const others = await login(app.url, 'bob', password);
    expect((await bearerFetch(app.url, kept, 'DELETE', path)).status).toBe(204);
    const statuses = [kept, ended, others].map(
      async (it) => (await bearerFetch(app.url, it, 'GET', '/api/v2/self')).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  });

  it('are listed and ended by administrators', async () => {
    const [alice, second, bob] = [
      await login(app.url, 'alice', password),
      await login(app.url, 'alice', password),
      await login(app.url, 'bob', password),
    ];
    const ofAlice = `/api/v2/accounts/${accountId}/sessions`;
    const list = async () =>
      (await (await bearerFetch(app.url, bob, 'GET', ofAlice)).json()) as { data: readonly Session[] };
    const { data } = await list();
    expect(data).toMatchObject([{ is_current: false }, { is_current: false }]);
    const own = (await sessionsOf(alice)).find(({ is_current: isCurrent }) => isCurrent)!;
    const end = (target: string, by = bob) => bearerFetch(app.url, by, 'DELETE', target);
    expect((await end(`${ofAlice}/${own.id}`, alice)).status).toBe(403);
    expect((await end(`${ofAlice}/${own.id}`)).status).toBe(204);
    expect((await bearerFetch(app.url, alice, 'GET', '/api/v2/self')).status).toBe(401);
    expect((await end(ofAlice)).status).toBe(204);
    expect((await bearerFetch(app.url, second, 'GET', '/api/v2/self')).status).toBe(401);
    expect((await list()).data).toEqual([]);
    const nobody = '/api/v2/accounts/00000000-0000-4000-8000-000000000000/sessions';
    const statuses = [await end(nobody), await bearerFetch(app.url, bob, 'GET', nobody)].map(({ status }) => status);
    expect(statuses).toEqual([404, 404]);
    const entries = await app.database.query(
      "SELECT resource, details FROM audit_log WHERE action = 'session.end' AND account_name = 'bob' ORDER BY id DESC LIMIT 2",
    );
    expect(entries).toMatchObject([
      { resource: ofAlice.slice('/api/v2/'.length), details: { ended: 1 } },
      { resource: `${ofAlice}/${own.id}`.slice('/api/v2/'.length) },
    ]);
  });

  it('have no current one in a signed request', async () => {
    await login(app.url, 'alice', password);
    const made = await app.app.get(ApiTokensService).create({ accountId, name: 'script', expiresAt: null });
    const answer = await signedFetch(app.url, { id: made.token.id, key: made.key }, 'GET', path);
    expect(await answer.json()).toMatchObject({ count: 1, data: [{ is_current: false }] });
  });
});
