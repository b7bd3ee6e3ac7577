import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../../test/support/app.js';
import { send, signedFetch } from '../../../../test/support/signed-client.js';
import { until } from '../../../../test/support/until.js';
import { TestBrowser } from '../../../../test/support/identity/browser.js';
import { type OidcTestProvider, oidcTestProvider } from '../../../../test/support/identity/oidc-provider.js';

const origin = 'https://graph.example';
const sso = (slug: string, rest: string) => `${origin}/api/v2/sso/${slug}/${rest}`;

interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
}

async function self(by: TestBrowser): Promise<Account | number> {
  const headers = { 'X-Requested-With': 'graphward', 'Sec-Fetch-Site': 'same-origin' };
  const { status, text } = await by.step(`${origin}/api/v2/self`, undefined, headers);
  return status === 200 ? (JSON.parse(text) as { data: Account }).data : status;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const isCallback = (url: URL) => url.pathname.endsWith('/callback');

const failed = `${origin}/ui/?login=failed&reference=…`;

const provision = { auto_provision: { enabled: true, default_role_id: 3, role_provision: true } };

const parts = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((it) => JSON.parse(Buffer.from(it, 'base64url').toString()) as Record<string, unknown>);

describe('logins by OpenID Connect', () => {
  let app: TestApp;
  let idp: OidcTestProvider;
  let providerId: number;

  const browser = () => new TestBrowser({ 'graph.example': app.url });

  /** Logs a person in at the provider. @returns the address of the callback, which was not visited yet */
  function untilCallback(by: TestBrowser, person: string, slug = 'idp', rest = 'login'): Promise<URL> {
    idp.person = person;
    return by.follow(sso(slug, rest), isCallback);
  }

  /** @returns where the login ends: a path of the page */
  async function logIn(by: TestBrowser, person: string, slug = 'idp', rest = 'login'): Promise<string> {
    const { location } = await by.step(await untilCallback(by, person, slug, rest));
    return location!.href.replace(/reference=[\w-]{36}/, 'reference=…');
  }

  async function lastFailure(): Promise<{ actor: string; reason: string }> {
    const query = 'action=eq:login&outcome=eq:failure&sort_by=-id&limit=1';
    const { data } = (await (await app.call('GET', `/api/v2/audit?${query}`)).json()) as {
      data: { actor: string; details: { reason: string } }[];
    };
    return { actor: data[0]!.actor, reason: data[0]!.details.reason };
  }

  async function create(name: string, more: object = {}): Promise<number> {
    const body = { name, issuer: idp.issuer, client_id: 'graphward', ...more };
    const answer = await app.call('POST', '/api/v2/sso-providers/oidc', body);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: { id: number } }).data.id;
  }

  async function configure(config: object, id = providerId): Promise<void> {
    expect((await app.call('PATCH', `/api/v2/sso-providers/${id}`, { config })).status).toBe(200);
  }

  async function makeAccount(body: object): Promise<string> {
    const answer = await app.call('POST', '/api/v2/accounts', { role: 'user', ...body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  }

  beforeAll(async () => {
    idp = await oidcTestProvider(
      ['idp', 'other'].map((slug) => sso(slug, 'callback')),
      ['graphward', 'another'],
    );
    app = await testApp({
      edition: 'community',
      environment: { PUBLIC_URL: origin, TRUSTED_PROXIES: 'loopback', ALERT_NETWORKS: '127.0.0.0/8' },
    });
    providerId = await create('idp', { config: provision });
    await create('other', { config: provision, client_id: 'another' });
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });
  beforeEach(async () => {
    idp.forge = undefined;
    idp.intercept = undefined;
    await configure({ ...provision, require: null, trust_email: false, allow_administrator: false });
  });

  it('makes an account at the first login, opens a session of the page, and finds the account again', async () => {
    idp.people.set('p-ada', {
      email: 'ada@corp.example',
      email_verified: true,
      given_name: 'Ada',
      roles: ['bh-power-user'],
    });
    const ada = browser();
    const begun = await ada.step(sso('idp', 'login?return_to=/ui/paths?from=x'));
    expect(begun.status).toBe(302);
    expect(Object.fromEntries(begun.location!.searchParams)).toEqual({
      client_id: 'graphward',
      redirect_uri: sso('idp', 'callback'),
      response_type: 'code',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [cookie] = begun.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-graphward-login-443=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=None$/);

    expect(await logIn(ada, 'p-ada', 'idp', 'login?return_to=/ui/paths')).toBe(`${origin}/ui/paths`);
    const account = await self(ada);
    expect(account).toMatchObject({ name: 'ada@corp.example', email: 'ada@corp.example', role: 'power_user' });
    const again = browser();
    idp.people.set('p-ada', { email: 'renamed@corp.example', email_verified: true, roles: ['bh-power-user'] });
    expect(await logIn(again, 'p-ada')).toBe(`${origin}/ui/`);
    expect(await self(again)).toMatchObject({ id: (account as Account).id, name: 'ada@corp.example' });
  });

  it('sets the session cookie of the page, and removes the entry of the login', async () => {
    idp.people.set('p-cookie', { email: 'cookie@corp.example', email_verified: true });
    const by = browser();
    const answer = await by.step(await untilCallback(by, 'p-cookie'));
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-graphward-login-443=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=None$/,
      ),
      expect.stringMatching(/^__Host-graphward-443=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('lets a person whose login is old log in again by the provider, and then decide about a program', async () => {
    idp.people.set('p-again', { email: 'again@corp.example', email_verified: true });
    const by = browser();
    await logIn(by, 'p-again');
    expect(await self(by)).toMatchObject({ name: 'again@corp.example', sso_slug: 'idp' });
    const device = async (path: string, body: object) => {
      const cookie = [...by.cookies('graph.example')].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = {
        Host: 'graph.example',
        Cookie: cookie,
        'Content-Type': 'application/json',
        'X-Requested-With': 'graphward',
        'Sec-Fetch-Site': 'same-origin',
      };
      const answer = await send(app.url, 'POST', `/api/v2/device/${path}`, { headers, body: JSON.stringify(body) });
      const { data, errors } = JSON.parse((await answer.text()) || '{}') as {
        data?: { user_code: string };
        errors?: { code: string; context: string }[];
      };
      return { status: answer.status, data, error: errors?.[0] };
    };
    const { user_code } = (await device('authorize', {})).data!;
    const decision = { user_code, is_approved: true };
    await app.database.query("UPDATE session SET authenticated_at = now() - interval '11 minutes'");
    for (const proof of [{}, { otp: '123456' }])
      expect(await device('decision', { ...decision, ...proof })).toMatchObject({
        status: 400,
        error: { code: 'auth.provider_login_needed', context: 'body.secret' },
      });

    const again = 'login?reauthenticate=true&return_to=/ui/device';
    const begun = await by.step(sso('idp', again));
    expect(Object.fromEntries(begun.location!.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(await logIn(by, 'p-again', 'idp', again)).toBe(`${origin}/ui/device`);
    expect((await device('request', { user_code })).data).toMatchObject({ needs_proof: false });
    expect((await device('decision', decision)).status).toBe(204);
  });

  it('replaces the session that the browser had before', async () => {
    idp.people.set('p-fixed', { email: 'fixed@corp.example', email_verified: true });
    const by = browser();
    by.cookies('graph.example').set('__Host-graphward-443', 'planted-by-an-attacker');
    await logIn(by, 'p-fixed');
    expect(by.cookies('graph.example').get('__Host-graphward-443')).not.toBe('planted-by-an-attacker');
    expect(await self(by)).toMatchObject({ name: 'fixed@corp.example' });
  });

  it('makes one account for a person who logs in for the first time in several browsers at once', async () => {
    idp.people.set('p-race', { email: 'race@corp.example', email_verified: true });
    const all = [browser(), browser(), browser()];
    const callbacks: URL[] = [];
    for (const by of all) callbacks.push(await untilCallback(by, 'p-race'));
    const ends = await Promise.all(all.map((by, index) => by.step(callbacks[index]!)));
    expect(ends.map(({ location }) => location!.href)).toEqual(all.map(() => `${origin}/ui/`));
    const ids = await Promise.all(all.map(async (by) => (await self(by)) as Account));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  });

  it('lets several tabs of a browser log in at once', async () => {
    idp.people.set('p-tabs', { email: 'tabs@corp.example', email_verified: true });
    const by = browser();
    const tabs = [await untilCallback(by, 'p-tabs'), await untilCallback(by, 'p-tabs')];
    for (const tab of tabs) expect((await by.step(tab)).location!.href).toBe(`${origin}/ui/`);
  });

  it('refuses an answer that was used, also by two instances at once', async () => {
    idp.people.set('p-twice', { email: 'twice@corp.example', email_verified: true });
    const by = browser();
    const callback = await untilCallback(by, 'p-twice');
    const copy = browser();
    copy.jars.set('graph.example', new Map(by.cookies('graph.example')));
    expect((await by.step(callback)).location!.href).toBe(`${origin}/ui/`);
    expect((await by.step(callback)).location!.searchParams.get('login')).toBe('failed');
    expect((await copy.step(callback)).location!.searchParams.get('login')).toBe('failed');
  });

  it("refuses an attacker's answer in the browser of another person", async () => {
    idp.people.set('p-mallory', { email: 'mallory@corp.example', email_verified: true });
    const callback = await untilCallback(browser(), 'p-mallory');
    const victim = browser();
    await victim.step(sso('idp', 'login'));
    expect((await victim.step(callback)).location!.searchParams.get('login')).toBe('failed');
    expect(await self(victim)).toBe(401);
    expect((await lastFailure()).reason).toMatch(
      /^this browser has begun no login that the answer fits: it names [\w-]{43}$/,
    );
    expect((await browser().step(callback)).location!.searchParams.get('login')).toBe('failed');
  });

  it.each(['code', 'state'])('refuses the %s of another browser', async (name) => {
    idp.people.set('p-swap', { email: 'swap@corp.example', email_verified: true });
    const [one, other] = [browser(), browser()];
    const [own, foreign] = [await untilCallback(one, 'p-swap'), await untilCallback(other, 'p-swap')];
    own.searchParams.set(name, foreign.searchParams.get(name)!);
    expect((await one.step(own)).location!.searchParams.get('login')).toBe('failed');
    expect(await self(one)).toBe(401);
  });

  it('refuses a nonce of another login', async () => {
    idp.people.set('p-nonce', { email: 'nonce@corp.example', email_verified: true });
    const by = browser();
    const { location } = await by.step(sso('idp', 'login'));
    location!.searchParams.set('nonce', 'the-nonce-of-another-login');
    idp.person = 'p-nonce';
    expect((await by.step(await by.follow(location!, isCallback))).location!.searchParams.get('login')).toBe('failed');
    expect((await lastFailure()).reason).toContain('unexpected ID Token "nonce" claim value');
  });

  it("refuses an answer of a provider at another one's callback", async () => {
    idp.people.set('p-mix', { email: 'mix@corp.example', email_verified: true });
    const by = browser();
    const callback = await untilCallback(by, 'p-mix');
    callback.pathname = callback.pathname.replace('/idp/', '/other/');
    expect((await by.step(callback)).location!.searchParams.get('login')).toBe('failed');
  });

  it('refuses the issuer of another provider in the answer (RFC 9207)', async () => {
    idp.people.set('p-iss', { email: 'iss@corp.example', email_verified: true });
    const by = browser();
    const callback = await untilCallback(by, 'p-iss');
    callback.searchParams.set('iss', 'https://evil.example');
    expect((await by.step(callback)).location!.searchParams.get('login')).toBe('failed');
  });

  it.each<[string, string, (token: string) => string | Promise<string>]>([
    [
      'without a signature',
      'unexpected JWT "alg" header parameter',
      (token) => `${encode({ alg: 'none' })}.${encode(parts(token)[1]!)}.`,
    ],
    [
      'whose signature is of other claims',
      'JWT signature verification failed',
      (token) => {
        const [head, , signature] = token.split('.');
        return `${head}.${encode({ ...parts(token)[1], sub: 'p-admin' })}.${signature}`;
      },
    ],
    [
      'signed by HS256 with the public key',
      'unexpected JWT "alg" header parameter',
      async (token) => {
        const { createHmac, createPublicKey } = await import('node:crypto');
        const jwks = (await (await fetch(`${idp.issuer}/jwks`)).json()) as { keys: object[] };
        const key = createPublicKey({ key: jwks.keys[0] as never, format: 'jwk' }).export({
          type: 'spki',
          format: 'pem',
        });
        const signed = `${encode({ ...parts(token)[0], alg: 'HS256' })}.${encode(parts(token)[1]!)}`;
        return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
      },
    ],
    [
      'signed by a key that its header brings along or names by URL',
      'JWT signature verification failed',
      async (token) => {
        const { generateKeyPairSync, sign } = await import('node:crypto');
        const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const header = { ...parts(token)[0], jwk: publicKey.export({ format: 'jwk' }), jku: `${idp.issuer}/evil` };
        const signed = `${encode(header)}.${encode(parts(token)[1]!)}`;
        return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
      },
    ],
  ])('refuses a token %s', async (_what, reason, forge) => {
    idp.people.set('p-forged', { email: 'forged@corp.example', email_verified: true });
    idp.forge = forge;
    const by = browser();
    expect(await logIn(by, 'p-forged')).toBe(failed);
    expect(await self(by)).toBe(401);
    expect(idp.asked).not.toContain('/evil');
    expect((await lastFailure()).reason).toBe(`invalid response encountered: ${reason}`);
  });

  it('refuses a token for another client', async () => {
    idp.people.set('p-aud', { email: 'aud@corp.example', email_verified: true });
    let stolen = '';
    idp.forge = (token) => (stolen = token);
    expect(await logIn(browser(), 'p-aud', 'other')).toBe(`${origin}/ui/`);
    expect(parts(stolen)[1]).toMatchObject({ aud: 'another' });
    idp.forge = () => stolen;
    const by = browser();
    expect(await logIn(by, 'p-aud')).toBe(failed);
    expect((await lastFailure()).reason).toContain('unexpected JWT "aud" (audience) claim value');
    expect(await self(by)).toBe(401);
  });

  it('takes the answer of a form, too', async () => {
    idp.people.set('p-form', { email: 'form@corp.example', email_verified: true });
    const by = browser();
    const { origin: host, pathname, searchParams } = await untilCallback(by, 'p-form');
    const { location } = await by.step(host + pathname, Object.fromEntries(searchParams));
    expect(location!.href).toBe(`${origin}/ui/`);
    expect(await self(by)).toMatchObject({ name: 'form@corp.example' });
  });

  it('ends a login that the person cancels', async () => {
    const by = browser();
    const { location } = await by.step(sso('idp', 'login'));
    const answer = new URLSearchParams({
      error: 'access_denied',
      state: location!.searchParams.get('state')!,
      iss: idp.issuer,
    });
    const end = await by.step(sso('idp', `callback?${answer.toString()}`));
    expect(end.location!.searchParams.get('login')).toBe('failed');
    expect((await lastFailure()).reason).toContain('authorization response from the server is an error');
    expect(by.cookies('graph.example').size).toBe(0);
  });

  it('asks for the keys again at most once a minute, whatever key a token names', async () => {
    idp.people.set('p-kid', { email: 'kid@corp.example', email_verified: true });
    expect(await logIn(browser(), 'p-kid')).toBe(`${origin}/ui/`);
    const asked = () => idp.asked.filter((it) => it === '/jwks').length;
    const before = asked();
    idp.forge = (token) => {
      const [, claims, signature] = token.split('.');
      return `${encode({ ...parts(token)[0], kid: 'another-key' })}.${claims}.${signature}`;
    };
    for (let attempt = 0; attempt < 3; attempt++) expect(await logIn(browser(), 'p-kid')).toBe(failed);
    expect(asked() - before).toBeLessThanOrEqual(1);
  });

  it('takes an email address for a name only if it is verified, or trusted', async () => {
    idp.people.set('p-mail', { email: 'mail@corp.example' });
    const by = browser();
    expect(await logIn(by, 'p-mail')).toBe(failed);
    expect(await lastFailure()).toEqual({
      actor: `${idp.issuer} p-mail`,
      reason: 'the provider has sent no name that counts; see principal_attribute_mappings',
    });
    await configure({ trust_email: true });
    expect(await logIn(by, 'p-mail')).toBe(`${origin}/ui/`);
  });

  it('refuses the name of an account that does not belong to the provider', async () => {
    await makeAccount({ name: 'boss@corp.example', password: 'correct horse battery staple', role: 'administrator' });
    idp.people.set('p-boss', { email: 'boss@corp.example', email_verified: true });
    expect(await logIn(browser(), 'p-boss')).toBe(failed);
    expect(await lastFailure()).toEqual({
      actor: 'boss@corp.example',
      reason: 'the account boss@corp.example does not log in by this provider',
    });
  });

  it('binds an account to its first subject, and another one after an administrator has released it', async () => {
    const id = await makeAccount({ name: 'eve@corp.example', sso_provider_id: providerId, role: 'auditor' });
    idp.people.set('p-eve', { email: 'eve@corp.example', email_verified: true });
    idp.people.set('p-eve-2', { email: 'eve@corp.example', email_verified: true });
    await configure({ auto_provision: { enabled: false, role_provision: false } });
    const by = browser();
    expect(await logIn(by, 'p-eve')).toBe(`${origin}/ui/`);
    expect(await self(by)).toMatchObject({ id, role: 'auditor' });
    expect(await logIn(browser(), 'p-eve-2')).toBe(failed);
    expect(await lastFailure()).toEqual({
      actor: 'eve@corp.example',
      reason: `the account eve@corp.example is bound to the subject ${idp.issuer} p-eve, not to ${idp.issuer} p-eve-2`,
    });
    expect((await app.call('PATCH', `/api/v2/accounts/${id}`, { release_subject: true })).status).toBe(200);
    expect(await self(by)).toBe(401);
    expect(await logIn(browser(), 'p-eve-2')).toBe(`${origin}/ui/`);
    expect(await logIn(browser(), 'p-eve')).toBe(failed);
  });

  it('makes no account without leave, and opens no session of a disabled one', async () => {
    await configure({ auto_provision: { enabled: false } });
    idp.people.set('p-new', { email: 'new@corp.example', email_verified: true });
    expect(await logIn(browser(), 'p-new')).toBe(failed);
    expect((await lastFailure()).reason).toBe('there is no account new@corp.example, and the provider makes none');
    const id = await makeAccount({ name: 'new@corp.example', sso_provider_id: providerId });
    expect(await logIn(browser(), 'p-new')).toBe(`${origin}/ui/`);
    await app.call('PATCH', `/api/v2/accounts/${id}`, { is_disabled: true });
    expect(await logIn(browser(), 'p-new')).toBe(failed);
    expect((await lastFailure()).reason).toBe('the account new@corp.example is disabled');
  });

  it('gives the role of the claim at each login, the default one if it is gone, and administrators by leave alone', async () => {
    const role = async (roles?: unknown) => {
      idp.people.set('p-role', {
        email: 'role@corp.example',
        email_verified: true,
        ...(roles !== undefined && { roles }),
      });
      const by = browser();
      expect(await logIn(by, 'p-role')).toBe(`${origin}/ui/`);
      const account = await self(by);
      return [typeof account === 'number' ? account : account.role, by] as const;
    };
    expect((await role(['unrelated', 'graphward-user']))[0]).toBe('user');
    const [upper, before] = await role('BH-Power-User');
    expect(upper).toBe('power_user');
    expect((await role(['bh-user', 'bh-auditor']))[0]).toBe('read_only');
    expect(await self(before)).toBe(401);
    expect((await role(['bh-administrator']))[0]).toBe('read_only');
    await configure({ allow_administrator: true });
    expect((await role(['bh-administrator']))[0]).toBe('administrator');
    expect((await role())[0]).toBe('read_only');
  });

  it('stops the tokens of people who no longer log in by the provider, and lists since when', async () => {
    idp.people.set('p-token', { email: 'token@corp.example', email_verified: true });
    expect(await logIn(browser(), 'p-token')).toBe(`${origin}/ui/`);
    const [owner] = await app.database.query<{ id: string }>(
      "SELECT id FROM account WHERE name = 'token@corp.example'",
    );
    const expiry = { token_name: 'nightly', user_id: owner!.id };
    const made = (await (await app.call('POST', '/api/v2/tokens', expiry)).json()) as {
      data: { id: string; key: string };
    };
    const ask = async () => (await signedFetch(app.url, made.data, 'GET', '/api/v2/self')).status;
    expect(await ask()).toBe(200);
    await app.database.query("UPDATE account SET last_login = '2026-01-02T03:04:05Z' WHERE id = $1", [owner!.id]);
    const { data } = (await (await app.call('GET', `/api/v2/tokens?user_id=eq:${owner!.id}`)).json()) as {
      data: { grace_until: object }[];
    };
    expect(data.map((it) => it.grace_until)).toEqual([{ time: '2026-02-01T03:04:05.000Z', valid: true }]);
    await until(async () => (await ask()) === 401, 10);
    expect(await logIn(browser(), 'p-token')).toBe(`${origin}/ui/`);
    await until(async () => (await ask()) === 200, 10);
  });

  it('admits only people with a value of the required claim', async () => {
    await configure({ require: { claim: 'groups', any_of: ['graph', 'security'] } });
    idp.people.set('p-group', { email: 'group@corp.example', email_verified: true, groups: ['sales'] });
    expect(await logIn(browser(), 'p-group')).toBe(failed);
    expect((await lastFailure()).reason).toBe('the claim groups has none of the values that may log in');
    idp.people.set('p-group', { email: 'group@corp.example', email_verified: true, groups: ['sales', 'security'] });
    expect(await logIn(browser(), 'p-group')).toBe(`${origin}/ui/`);
  });

  it('takes the claims of Entra ID for the subject at its own issuers alone', async () => {
    idp.people.set('p-entra', { email: 'entra@corp.example', email_verified: true, tid: 'tenant-1', oid: 'object-1' });
    expect(await logIn(browser(), 'p-entra')).toBe(`${origin}/ui/`);
    const rows = await app.database.query(
      "SELECT sso_subject AS subject FROM account WHERE name = 'entra@corp.example'",
    );
    expect(rows).toEqual([{ subject: `${idp.issuer} p-entra` }]);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/ui/../../evil',
    '/api/v2/self',
    '/ui/%0d%0aSet-Cookie:x',
  ])('refuses to return to %s', async (target) => {
    const { status, location } = await browser().step(sso('idp', `login?return_to=${encodeURIComponent(target)}`));
    expect([status, location?.host]).toEqual(
      target.includes('%0d') ? [302, new URL(idp.issuer).host] : [400, undefined],
    );
  });

  it('leads to the address of the provider that ends the session there, and else to the page', async () => {
    const { status, location } = await browser().step(sso('idp', 'logout'));
    expect([status, location!.origin + location!.pathname]).toEqual([302, `${idp.issuer}/session/end`]);
    expect(location!.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/ui/`);
    expect(location!.searchParams.get('client_id')).not.toBeNull();
    expect((await browser().step(sso('nobody', 'logout'))).status).toBe(404);
  });

  it('answers a provider that is away with a way back to the page, and programs with the code', async () => {
    await create('away', { issuer: 'http://127.0.0.1:9' });
    const { location } = await browser().step(sso('away', 'login'));
    expect(location!.href).toMatch(/^https:\/\/graph\.example\/ui\/\?login=failed&reference=[\w-]{36}$/);
    expect((await lastFailure()).reason).toContain("127.0.0.1:9 can't be reached");
    const { status, text } = await browser().step(sso('away', 'login'), undefined, { Accept: 'application/json' });
    expect([status, JSON.parse(text)]).toMatchObject([503, { errors: [{ code: 'sso.unavailable' }] }]);
    expect((await browser().step(sso('away', 'logout'))).location!.href).toBe(`${origin}/ui/`);
  });

  it.each<[string, NonNullable<OidcTestProvider['intercept']>, RegExp]>([
    [
      'redirects to another host',
      (_, response) => {
        response.writeHead(302, { Location: 'http://localhost:1/' }).end();
        return true;
      },
      /redirects to another host/,
    ],
    [
      'answers ten megabytes',
      (_, response) => {
        response.end(Buffer.alloc(10_000_000, ' '));
        return true;
      },
      /is larger than 262144 bytes/,
    ],
    [
      'names another issuer',
      ({ url = '' }, response) => {
        if (!url.includes('openid-configuration')) return false;
        response.setHeader('Content-Type', 'application/json');
        response.end(
          JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/a' }),
        );
        return true;
      },
      /^discovered metadata issuer does not match the expected issuer$/,
    ],
  ])('refuses a provider that %s', async (what, intercept, reason) => {
    await create(`bad ${what}`);
    const slug = `bad-${what.replaceAll(' ', '-')}`;
    idp.intercept = intercept;
    const { location } = await browser().step(sso(slug, 'login'));
    expect(location!.searchParams.get('login')).toBe('failed');
    expect((await lastFailure()).reason).toMatch(reason);
  });

  it('does not know providers that are disabled or do not exist', async () => {
    const id = await create('off');
    await app.call('PATCH', `/api/v2/sso-providers/${id}`, { enabled: false });
    for (const rest of ['login', 'callback', 'metadata'])
      expect([
        (await browser().step(sso('off', rest))).status,
        (await browser().step(sso('none', rest))).status,
      ]).toEqual(rest === 'login' ? [302, 302] : [404, 404]);
    expect((await browser().step(sso('idp', 'metadata'))).status).toBe(404);
  });
});

describe('logins by OpenID Connect with COMPAT', () => {
  it('give the token to scripts for a minute if the login began without return_to', async () => {
    const idp = await oidcTestProvider([sso('idp', 'callback')]);
    const app = await testApp({
      edition: 'community',
      environment: {
        PUBLIC_URL: origin,
        TRUSTED_PROXIES: 'loopback',
        ALERT_NETWORKS: '127.0.0.0/8',
        COMPAT: 'bloodhound',
      },
    });
    const draft = { name: 'idp', issuer: idp.issuer, client_id: 'graphward', config: provision };
    const made = await app.call('POST', '/api/v2/sso-providers/oidc', draft);
    expect([made.status, await made.json()]).toMatchObject([201, { data: { issuer: idp.issuer, sso_provider_id: 1 } }]);
    idp.people.set('p-ada', { email: 'ada@corp.example', email_verified: true });
    idp.person = 'p-ada';
    const ends = await Promise.all(
      ['login', 'login?return_to=/ui/paths'].map(async (rest) => {
        const by = new TestBrowser({ 'graph.example': app.url });
        const { location, headers } = await by.step(await by.follow(sso('idp', rest), isCallback));
        return [location!.href, headers.getSetCookie()[1]!] as const;
      }),
    );
    expect(ends[0]![0]).toBe(`${origin}/ui`);
    expect(ends[0]![1]).toMatch(/^token=[\w.-]+; Max-Age=60; Path=\/; Expires=[^;]*; Secure; SameSite=Strict$/);
    expect(ends[1]![0]).toBe(`${origin}/ui/paths`);
    expect(ends[1]![1]).toMatch(/^__Host-graphward-443=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const token = /^token=([^;]*)/.exec(ends[0]![1])![1]!;
    const self = await fetch(`${app.url}/api/v2/self`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await self.json()).toMatchObject({ data: { principal_name: 'ada@corp.example', sso_provider_id: 1 } });
    await app.close();
    await idp.close();
  });
});

describe('logins by OpenID Connect without the page', () => {
  it('do not exist', async () => {
    const app = await testApp({ edition: 'community', environment: { PUBLIC_URL: origin, UI: 'false' } });
    await app.call('POST', '/api/v2/sso-providers/oidc', { name: 'x', issuer: 'https://idp.example', client_id: 'y' });
    for (const rest of ['login', 'callback', 'metadata'])
      expect((await new TestBrowser({}).step(`${app.url}/api/v2/sso/x/${rest}`)).status).toBe(404);
    await app.close();
  });
});

describe('logins by OpenID Connect without PUBLIC_URL', () => {
  it('are refused with their code', async () => {
    const app = await testApp({ edition: 'community', environment: { LOGIN_LISTS_PROVIDERS: 'false' } });
    await app.call('POST', '/api/v2/sso-providers/oidc', { name: 'x', issuer: 'https://idp.example', client_id: 'y' });
    const { status, text } = await new TestBrowser({}).step(`${app.url}/api/v2/sso/x/login`, undefined, {
      Accept: '*/*',
    });
    expect([status, JSON.parse(text)]).toMatchObject([
      409,
      { errors: [{ code: 'sso.no_public_url', context: 'PUBLIC_URL' }] },
    ]);
    const listed = (await (await app.call('GET', '/api/v2/sso-providers')).json()) as { data: object[] };
    expect(listed.data).toMatchObject([{ slug: 'x', login_refusal: 'sso.no_public_url' }]);
    // A slug that is typed by hand works, though nobody is told of it.
    expect(await (await fetch(`${app.url}/api/v2/sso-providers`)).json()).toEqual({ data: [] });
    const about = (await (await fetch(`${app.url}/api/v2/about`)).json()) as { data: object };
    expect(about.data).toMatchObject({ identity_providers: [] });
    await app.close();
  });
});
