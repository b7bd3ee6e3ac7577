import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { bearerFetch, login, send } from '../../../test/support/signed-client.js';
import { AccountsService } from '../accounts/accounts.service.js';

const password = 'correct horse battery staple';
const path = '/api/v2/self/session';
const ownPage = { 'X-Requested-With': 'graphward', 'Sec-Fetch-Site': 'same-origin' };
type Headers = Readonly<Record<string, string>>;

async function appWithAlice(environment: Headers = {}): Promise<TestApp> {
  const app = await testApp({ environment });
  await app.app.get(AccountsService).create({ name: 'alice', email: null, role: 'user', password });
  return app;
}

function logIn({ url }: TestApp, headers: Headers = ownPage, secret = password): Promise<Response> {
  const body = JSON.stringify({ username: 'alice', secret });
  return send(url, 'POST', path, { body, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** Logs in. @returns the cookie in the form in which browsers return it */
async function cookieOf(app: TestApp, headers: Headers = ownPage): Promise<string> {
  const answer = await logIn(app, headers);
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
}

async function statusOf({ url }: TestApp, headers: Headers, method = 'GET', target = '/api/v2/self'): Promise<number> {
  return (await send(url, method, target, { headers })).status;
}

async function refusalsOf(answer: Response): Promise<unknown[]> {
  const { errors } = (await answer.json()) as { errors: { code: string; context: string }[] };
  return [answer.status, ...errors.map(({ code, context }) => `${code} ${context}`), ...answer.headers.getSetCookie()];
}

/** The headers of a proxy that serves https://graph.example, for a page of this service. */
function throughProxy(address: string): Headers {
  return {
    'X-Requested-With': 'graphward',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': address,
    Host: 'graph.example',
  };
}

describe('a session by cookie, on this machine', () => {
  let app: TestApp;
  let port: string;

  beforeAll(async () => {
    app = await appWithAlice();
    ({ port } = new URL(app.url));
  });
  afterAll(() => app.close());

  it('begins with a cookie that scripts cannot read, and ends with its removal', async () => {
    const answer = await logIn(app);
    const { data } = (await answer.json()) as { data: { user_id: string } };
    const [cookie = '', ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(new RegExp(`^graphward-${port}=[\\w.-]+; Path=/; HttpOnly; SameSite=Strict$`));
    expect(data).toEqual({
      user_id: expect.any(String),
      auth_expired: false,
      factor_missing: false,
      codes_blocked_at: null,
    });

    const headers = { ...ownPage, Cookie: cookie.split(';', 1)[0]! };
    const self = await send(app.url, 'GET', '/api/v2/self', { headers });
    expect(await self.json()).toMatchObject({ data: { id: data.user_id, name: 'alice' } });
    const end = await send(app.url, 'DELETE', path, { headers });
    expect(end.status).toBe(204);
    expect(end.headers.getSetCookie()).toEqual([
      `graphward-${port}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict`,
    ]);
    expect(await statusOf(app, headers)).toBe(401);
  });

  it('is refused for a wrong password without a cookie', async () => {
    expect(await refusalsOf(await logIn(app, ownPage, 'wrong'))).toEqual([401, 'auth.failed body']);
  });

  it.each([
    ['Sec-Fetch-Site: same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['neither Sec-Fetch-Site nor Origin', {}],
    ['the Origin of the page', { Origin: 'OWN' }],
  ])('counts with %s', async (_, headers) => {
    const own = JSON.parse(JSON.stringify(headers).replace('OWN', app.url));
    const cookie = await cookieOf(app, { 'X-Requested-With': 'graphward', ...own });
    expect(await statusOf(app, { 'X-Requested-With': 'graphward', ...own, Cookie: cookie })).toBe(200);
  });

  // The other defence does not apply: its header is from the page itself.
  it.each<[string, Headers, string]>([
    ['no X-Requested-With', { 'Sec-Fetch-Site': 'same-origin' }, 'header.missing header.X-Requested-With'],
    [
      'another X-Requested-With',
      { ...ownPage, 'X-Requested-With': 'XMLHttpRequest' },
      'header.invalid_value header.X-Requested-With',
    ],
    [
      'a request of another site',
      { ...ownPage, 'Sec-Fetch-Site': 'cross-site' },
      'header.invalid_value header.Sec-Fetch-Site',
    ],
    [
      'a request of a sister host',
      { ...ownPage, 'Sec-Fetch-Site': 'same-site' },
      'header.invalid_value header.Sec-Fetch-Site',
    ],
    [
      'a foreign Origin',
      { 'X-Requested-With': 'graphward', Origin: 'https://evil.example' },
      'header.invalid_value header.Origin',
    ],
    [
      'the Origin of another port',
      { 'X-Requested-With': 'graphward', Origin: 'http://127.0.0.1:1' },
      'header.invalid_value header.Origin',
    ],
    ['the Origin null', { 'X-Requested-With': 'graphward', Origin: 'null' }, 'header.invalid_value header.Origin'],
  ])('does not count with %s, for any method', async (_, headers, refusal) => {
    expect(await refusalsOf(await logIn(app, headers))).toEqual([400, refusal]);
    const cookie = await cookieOf(app);
    const forged = { ...headers, Cookie: cookie };
    expect(await statusOf(app, forged)).toBe(401);
    expect(await statusOf(app, forged, 'DELETE', path)).toBe(401);
    expect(await statusOf(app, forged, 'PUT', '/api/v2/self/password')).toBe(401);
    expect(await statusOf(app, { ...ownPage, Cookie: cookie })).toBe(200);
  });

  it('is ignored beside an Authorization header', async () => {
    const cookie = await cookieOf(app);
    expect(await statusOf(app, { ...ownPage, Cookie: cookie, Authorization: 'Bearer x' })).toBe(401);
    const bearer = await login(app.url, 'alice', password);
    const headers = { ...ownPage, Cookie: 'graphward-80=x' };
    expect((await bearerFetch(app.url, bearer, 'GET', '/api/v2/self', { headers })).status).toBe(200);
  });

  it('is refused with two cookies of its name, and ignores cookies of other ports', async () => {
    const cookie = await cookieOf(app);
    expect(await statusOf(app, { ...ownPage, Cookie: `${cookie}; ${cookie}` })).toBe(401);
    expect(await statusOf(app, { ...ownPage, Cookie: `graphward-1=x; ${cookie}; a=b` })).toBe(200);
    expect(await statusOf(app, { ...ownPage, Cookie: cookie.replace(port, '1') })).toBe(401);
  });

  it('ends with all others when the password changes', async () => {
    const cookie = await cookieOf(app);
    const bearer = await login(app.url, 'alice', password);
    const body = JSON.stringify({ current: password, new: 'another battery of horses' });
    await bearerFetch(app.url, bearer, 'PUT', '/api/v2/self/password', { body });
    expect(await statusOf(app, { ...ownPage, Cookie: cookie })).toBe(401);
    const back = JSON.stringify({ current: 'another battery of horses', new: password });
    expect((await bearerFetch(app.url, bearer, 'PUT', '/api/v2/self/password', { body: back })).status).toBe(204);
  });

  it('needs HTTPS from other machines and through proxies', async () => {
    const remote: readonly Headers[] = [{ Host: 'graph.example:8080' }, { 'X-Forwarded-Proto': 'https' }];
    for (const headers of remote)
      expect(await refusalsOf(await logIn(app, { ...ownPage, ...headers }))).toEqual([
        400,
        'session.insecure_transport transport',
      ]);
    const cookie = await cookieOf(app);
    for (const headers of remote) expect(await statusOf(app, { ...ownPage, ...headers, Cookie: cookie })).toBe(401);
  });
});

describe('a session by cookie, behind a proxy that ends TLS', () => {
  let app: TestApp;
  beforeAll(async () => {
    const limits = { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '3', LOGIN_LIMIT_PER_MINUTE: '2' };
    app = await appWithAlice({ TRUSTED_PROXIES: 'loopback', ...limits });
  });
  afterAll(() => app.close());

  async function statuses(count: number, headers: Headers): Promise<number[]> {
    const all = await Promise.all(Array.from({ length: count }, () => statusOf(app, headers)));
    return all.toSorted((a, b) => a - b);
  }

  it('has a secure cookie of the host alone, and the Origin of the public address', async () => {
    const origin = { Origin: 'https://graph.example' };
    const [cookie] = (await logIn(app, { ...throughProxy('192.0.2.1'), ...origin })).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-graphward-443=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const downgraded = { ...throughProxy('192.0.2.1'), Origin: 'http://graph.example' };
    expect(await refusalsOf(await logIn(app, downgraded))).toEqual([400, 'header.invalid_value header.Origin']);
  });

  it('counts for its account, and a wrong cookie for its address', async () => {
    const headers = { ...throughProxy('192.0.2.2'), Cookie: await cookieOf(app, throughProxy('192.0.2.2')) };
    const rate = await statuses(8, headers);
    expect(rate.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(rate.at(-1)).toBe(429);
    // The account has used its calls up, the address has not.
    const wrong = { ...throughProxy('192.0.2.2'), Cookie: '__Host-graphward-443=x.y.z' };
    expect((await statuses(1, wrong))[0]).toBe(401);
    const many = await statuses(8, { ...wrong, 'X-Forwarded-For': '192.0.2.3' });
    expect([many[0], many.at(-1)]).toEqual([401, 429]);
  });

  it('shares the limit of failed logins with bearer tokens', async () => {
    const wrong = () => logIn(app, throughProxy('192.0.2.4'), 'wrong');
    const body = JSON.stringify({ login_method: 'secret', username: 'alice', secret: 'wrong' });
    const headers = { 'Content-Type': 'application/json', ...throughProxy('192.0.2.4') };
    const bearer = async () => (await send(app.url, 'POST', '/api/v2/login', { body, headers })).status;
    expect([(await wrong()).status, await bearer(), (await wrong()).status]).toEqual([401, 401, 429]);
  });
});

describe('COMPAT=bloodhound', () => {
  it('answers the page in the forms of this service', async () => {
    const app = await appWithAlice({ COMPAT: 'bloodhound' });
    try {
      const headers = { ...ownPage, Cookie: await cookieOf(app) };
      const ours = await send(app.url, 'GET', '/api/v2/self', { headers });
      expect(await ours.json()).toMatchObject({ data: { name: 'alice', role: 'user', last_login: { valid: true } } });
      const bearer = await login(app.url, 'alice', password);
      const theirs = await bearerFetch(app.url, bearer, 'GET', '/api/v2/self');
      expect(await theirs.json()).toMatchObject({ data: { principal_name: 'alice' } });
      const missing = await send(app.url, 'GET', '/api/v2/users/nobody', { headers });
      expect(await refusalsOf(missing)).toEqual([404, 'resource.not_found path.object_id']);
    } finally {
      await app.close();
    }
  });
});

describe('UI=false', () => {
  it('accepts no cookie and has no login by cookie', async () => {
    const app = await appWithAlice({ UI: 'false' });
    try {
      const bearer = await login(app.url, 'alice', password);
      const { port } = new URL(app.url);
      expect(await statusOf(app, { ...ownPage, Cookie: `graphward-${port}=${bearer}` })).toBe(401);
      expect(await refusalsOf(await logIn(app))).toEqual([404, 'path.unknown path']);
      const { paths, components } = (await OpenApiJudge.of(app.url)).document;
      expect(Object.keys(paths)).not.toContain(path);
      expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'signature']);
    } finally {
      await app.close();
    }
  });
});
