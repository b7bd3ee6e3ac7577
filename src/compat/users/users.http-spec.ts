import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearerFetch, send } from '../../../test/support/signed-client.js';
import { totpCode } from '../../../test/support/totp.js';
import { answerOf, notDeleted, refusal, TestCompatApi, zero } from '../compat.fixture.js';

interface User {
  readonly id: string;
  readonly principal_name: string;
  readonly created_at: string;
}

const secret = 'quiet Harbour-71 lanterns';
const otherSecret = 'seven Velvet-48 anchors';
const readerPermissions = [
  { id: 1, authority: 'app', name: 'ReadAppConfig' },
  { id: 3, authority: 'risks', name: 'GenerateReport' },
  { id: 6, authority: 'auth', name: 'AcceptEULA' },
  { id: 7, authority: 'auth', name: 'CreateToken' },
  { id: 10, authority: 'auth', name: 'ManageSelf' },
  { id: 19, authority: 'graphdb', name: 'Read' },
  { id: 21, authority: 'saved_queries', name: 'Read' },
].map((permission) => ({ ...permission, created_at: zero, updated_at: zero, deleted_at: notDeleted }));

const readOnly = {
  id: 3,
  name: 'Read-Only',
  description: 'Reads the graph',
  permissions: readerPermissions,
  created_at: zero,
  updated_at: zero,
  deleted_at: notDeleted,
};

const factorStatus = (status: string) => ({ status: 200, body: { data: { status } } });

describe('users in the forms of the reference product', () => {
  let api: TestCompatApi;

  beforeAll(async () => {
    api = await TestCompatApi.open();
  });
  afterAll(() => api.close());

  async function create(body: object): Promise<User> {
    const answer = await api.call('POST', '/bloodhound-users', body);
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { data: User }).data;
  }

  async function get(id: string): Promise<unknown> {
    return ((await api.call('GET', `/bloodhound-users/${id}`)).body as { data: unknown }).data;
  }

  async function logIn(username: string, password: string): Promise<{ auth_expired: boolean; session_token: string }> {
    const body = JSON.stringify({ login_method: 'secret', username, secret: password });
    const headers = { 'Content-Type': 'application/json' };
    const response = await send(api.app.url, 'POST', '/api/v2/login', { headers, body });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { auth_expired: boolean; session_token: string } }).data;
  }

  async function namesOf(query: string): Promise<string[]> {
    const answer = await api.call('GET', `/bloodhound-users${query}`);
    const { data, ...rest } = answer.body as { data: { users: User[] } };
    expect([answer.status, Object.keys(data), rest]).toEqual([200, ['users'], {}]);
    return data.users.map((user) => user.principal_name);
  }

  it('creates a user and returns it by its id', async () => {
    const user = await create({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email_address: 'ada@example.org',
      principal: 'ada',
      roles: [3],
      secret,
      needs_password_reset: false,
      sso_provider_id: { int32: 0, valid: false },
      saml_provider_id: '',
    });
    const expected = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      principal_name: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email_address: 'ada@example.org',
      roles: [readOnly],
      AuthSecret: { digest_method: 'argon2', expires_at: '9999-12-31T23:59:59.000Z', totp_activated: false },
      sso_provider_id: null,
      saml_provider_id: null,
      is_disabled: false,
      all_environments: true,
      environment_targeted_access_control: { environments: [] },
      eula_accepted: true,
      last_login: zero,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: user.created_at,
      deleted_at: notDeleted,
    };
    expect(user).toEqual(expected);
    expect(await get(user.id)).toEqual(user);
    expect((await logIn('ada', secret)).auth_expired).toBe(false);
  });

  it('creates a user without a secret, who can log in after a secret is set', async () => {
    const { id } = await create({ principal: 'grace', roles: [1], is_disabled: false });
    expect(await get(id)).toMatchObject({ first_name: 'grace', last_name: '', email_address: null, AuthSecret: null });
    const body = JSON.stringify({ login_method: 'secret', username: 'grace', secret });
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(api.app.url, 'POST', '/api/v2/login', { headers, body })).status).toBe(401);
    expect(await api.call('PUT', `/bloodhound-users/${id}/secret`, { secret })).toEqual({
      status: 200,
      body: undefined,
    });
    expect((await logIn('grace', secret)).auth_expired).toBe(false);
  });

  it('lists users by name, with the filters and the order of the reference product', async () => {
    await create({ principal: 'zoe', first_name: 'Zoe', roles: [6] });
    await create({ principal: 'yan', first_name: 'Yan', roles: [6] });
    expect((await namesOf('')).slice(-2)).toEqual(['yan', 'zoe']);
    expect(await namesOf('?first_name=eq:Zoe')).toEqual(['zoe']);
    expect(
      await namesOf('?principal_name=~eq:a&sort_by=-principal_name&last_login=eq:null&first_name=neq:null'),
    ).toEqual(['yan']);
    expect(await namesOf('?deleted_at=neq:null')).toEqual([]);
  });

  it('lists users with their names only', async () => {
    const { id } = await create({
      principal: 'minna',
      first_name: 'Minna',
      email_address: 'm@example.org',
      roles: [2],
    });
    expect(await api.call('GET', `/bloodhound-users-minimal?id=${id}`)).toEqual({
      status: 200,
      body: {
        data: {
          users: [{ id, first_name: 'Minna', last_name: '', email: 'm@example.org', email_address: 'm@example.org' }],
        },
      },
    });
  });

  it('lets accounts that only read list the names of users', async () => {
    const answer = await api.app.as('read_only', 'signature', 'GET', '/api/v2/bloodhound-users-minimal');
    expect(answer.status).toBe(200);
    expect((await api.app.as('read_only', 'signature', 'GET', '/api/v2/bloodhound-users')).status).toBe(403);
  });

  it('lists all users, and refuses more than 50,000', async () => {
    const addMany = (count: number) =>
      api.app.database.query(
        `INSERT INTO account (id, name, role, created_at, updated_at)
         SELECT gen_random_uuid(), 'one of many ' || gen_random_uuid(), 'user', now(), now() FROM generate_series(1, $1)`,
        [count],
      );
    await addMany(10_001);
    const { body } = await api.call('GET', '/bloodhound-users-minimal');
    const { users } = (body as { data: { users: unknown[] } }).data;
    expect(users.length).toBeGreaterThan(10_001);
    await addMany(50_001 - users.length);
    const fault = {
      context: 'query.limit',
      message: 'there are 50001 results, and one answer has at most 50000 of them; ask for pages with skip and limit',
    };
    expect(refusal(await api.call('GET', '/bloodhound-users-minimal'))).toEqual([400, [fault]]);
    expect(refusal(await api.call('GET', '/bloodhound-users'))).toEqual([400, [fault]]);
    const page = await api.call('GET', '/bloodhound-users?limit=2&skip=50000');
    expect(page.body).toMatchObject({
      count: 50_001,
      skip: 50_000,
      limit: 2,
      data: { users: [{ id: expect.any(String) }] },
    });
    await api.app.database.query("DELETE FROM account WHERE name LIKE 'one of many%'");
  });

  it('changes the given properties and ignores absent and empty ones', async () => {
    const { id } = await create({ principal: 'kurt', first_name: 'Kurt', last_name: 'G', roles: [2] });
    const path = `/bloodhound-users/${id}`;
    const changes = { principal: 'kurt2', first_name: '', last_name: null, roles: [4], is_disabled: true };
    expect(await api.call('PATCH', path, changes)).toEqual({ status: 200, body: undefined });
    expect(await get(id)).toMatchObject({
      principal_name: 'kurt2',
      first_name: 'Kurt',
      last_name: 'G',
      roles: [{ id: 4, name: 'Upload-Only' }],
      is_disabled: true,
    });
    const given = { name: 'kurt2', role: 'upload_only', is_disabled: true };
    const details = { ...given, former_role: 'user', tokens_revoked: 0 };
    expect((await api.recorded('account.update')).at(-1)).toEqual(['account.update', `accounts/${id}`, details]);
    expect(refusal(await api.call('PATCH', path, { principal: 'ADA' }))).toEqual([
      409,
      [{ context: 'body.principal', message: 'the name ADA is taken' }],
    ]);
  });

  it('limits a user to environments', async () => {
    const environments = [{ environment_id: 'S-1-5-21-7' }];
    const access = { environment_targeted_access_control: { environments } };
    const { id } = await create({ principal: 'limited', roles: [3], all_environments: false, ...access });
    const path = `/bloodhound-users/${id}`;
    expect(await get(id)).toMatchObject({ all_environments: false, ...access });
    await api.call('PATCH', path, { first_name: 'Lou' });
    expect(await get(id)).toMatchObject({ first_name: 'Lou', all_environments: false, ...access });
    expect(refusal(await api.call('PATCH', path, { roles: [1] }))).toMatchObject([400, [{ context: 'body.roles' }]]);
    expect(
      refusal(await api.call('PATCH', path, { environment_targeted_access_control: { environments: [1] } })),
    ).toEqual([
      400,
      [
        {
          context: 'body.environment_targeted_access_control',
          message: 'takes { environments: [{ environment_id }] }, at most 200',
        },
      ],
    ]);
    await api.call('PATCH', path, { all_environments: true, roles: [1] });
    expect(await get(id)).toMatchObject({
      roles: [{ id: 1 }],
      all_environments: true,
      environment_targeted_access_control: { environments: [] },
    });
  });

  it('deletes a user', async () => {
    const { id } = await create({ principal: 'gone', roles: [2] });
    expect(await api.call('DELETE', `/bloodhound-users/${id}`)).toEqual({ status: 200, body: undefined });
    expect((await api.call('GET', `/bloodhound-users/${id}`)).status).toBe(404);
    expect((await api.call('DELETE', `/bloodhound-users/${randomUUID()}`)).status).toBe(404);
  });

  it('returns 400 for a secret that is easy to guess', async () => {
    const body = { principal: 'weak', roles: [2], secret: 'password1234' };
    expect(refusal(await api.call('POST', '/bloodhound-users', body))).toEqual([
      400,
      [expect.objectContaining({ context: 'body.secret' })],
    ]);
  });

  it('returns 400 with each fault of the body', async () => {
    const body = { principal: 'a b', roles: [1, 2], secret: 'short', sso_provider_id: -3, first_name: 5 };
    expect(refusal(await api.call('POST', '/bloodhound-users', body))).toEqual([
      400,
      expect.arrayContaining([
        expect.objectContaining({ context: 'body.principal' }),
        {
          context: 'body.roles',
          message:
            'takes a list with the id of one role: 1 (Administrator), 2 (User), 3 (Read-Only), 4 (Upload-Only), 5 (Power User), 6 (Auditor)',
        },
        expect.objectContaining({ context: 'body.secret' }),
        { context: 'body.sso_provider_id', message: 'takes the id of a provider, or null' },
        expect.objectContaining({ context: 'body.first_name' }),
      ]),
    ]);
  });

  it('allows only a change of the secret to a session with an expired secret', async () => {
    const { id } = await create({ principal: 'eve', roles: [1], secret });
    const { session_token: before } = await logIn('eve', secret);
    expect(await api.call('DELETE', `/bloodhound-users/${id}/secret`)).toEqual({ status: 200, body: undefined });
    expect(await get(id)).toMatchObject({ AuthSecret: { expires_at: zero } });
    const { auth_expired: isExpired, session_token: session } = await logIn('eve', secret);
    expect(isExpired).toBe(true);
    const as = async (bearer: string, method: string, path: string, body?: unknown) =>
      answerOf(
        await bearerFetch(api.app.url, bearer, method, `/api/v2${path}`, body ? { body: JSON.stringify(body) } : {}),
      );
    expect((await as(before, 'GET', '/bloodhound-users')).status).toBe(403);
    expect((await as(session, 'GET', '/bloodhound-users')).status).toBe(403);
    const path = `/bloodhound-users/${id}/secret`;
    expect(refusal(await as(session, 'PUT', path, { secret: otherSecret }))).toEqual([
      400,
      [{ context: 'body.current_secret', message: 'is missing; send your current secret to change it' }],
    ]);
    const bodies = [
      [{ secret: otherSecret, current_secret: 'wrong' }, 'body.current_secret', /^is not the current password$/],
      [{ secret, current_secret: secret }, 'body.secret', /^is the same as the current password; choose another one$/],
      [
        { secret: 'eve-eve-eve-1', current_secret: secret },
        'body.secret',
        /made of the name or the e-mail address of the account/,
      ],
    ] as const;
    for (const [body, context, message] of bodies)
      expect(refusal(await as(session, 'PUT', path, body))).toEqual([
        400,
        [{ context, message: expect.stringMatching(message) }],
      ]);
    expect(await as(session, 'PUT', path, { secret: otherSecret, current_secret: secret })).toEqual({
      status: 200,
      body: undefined,
    });
    expect((await as(session, 'GET', '/bloodhound-users')).status).toBe(200);
    expect((await logIn('eve', otherSecret)).auth_expired).toBe(false);
  });

  it('requires a new secret if the administrator asked for it', async () => {
    const { id } = await create({ principal: 'finn', roles: [2], secret, needs_password_reset: true });
    expect((await logIn('finn', secret)).auth_expired).toBe(true);
    await api.call('PUT', `/bloodhound-users/${id}/secret`, { secret: otherSecret });
    expect((await logIn('finn', otherSecret)).auth_expired).toBe(false);
    await api.call('PUT', `/bloodhound-users/${id}/secret`, { secret, needs_password_reset: true });
    expect((await logIn('finn', secret)).auth_expired).toBe(true);
  });

  it('returns 403 for the secret of another user without the permission users:manage', async () => {
    const { id } = await create({ principal: 'otto', roles: [2], secret });
    const body = JSON.stringify({ secret: otherSecret });
    const response = await api.app.as('user', 'bearer', 'PUT', `/api/v2/bloodhound-users/${id}/secret`, { body });
    expect(response.status).toBe(403);
    expect((await logIn('otto', secret)).auth_expired).toBe(false);
  });

  it('enrols, activates and removes the second factor of the caller', async () => {
    const { id } = await create({ principal: 'mia', roles: [2], secret });
    const path = `/bloodhound-users/${id}/mfa`;
    const { session_token: bearer } = await logIn('mia', secret);
    const own = async (method: string, target: string, body?: object) =>
      answerOf(
        await bearerFetch(api.app.url, bearer, method, `/api/v2${target}`, body && { body: JSON.stringify(body) }),
      );
    expect(await own('GET', `${path}-activation`)).toEqual(factorStatus('deactivated'));
    expect((await own('POST', path, { secret: 'wrong' })).status).toBe(400);
    const { body } = await own('POST', path, { secret });
    const { qr_code: picture, totp_secret: key } = (body as { data: Record<string, string> }).data;
    expect(picture).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(picture!.split(',')[1]!, 'base64').toString()).toMatch(/^<svg .*<\/svg>$/s);
    expect(await own('GET', `${path}-activation`)).toEqual(factorStatus('pending'));
    expect(await own('POST', `${path}-activation`, { otp: totpCode(key!) })).toEqual({
      status: 200,
      body: { data: { status: 'activated', recovery_codes: expect.any(Array) } },
    });
    expect(await api.call('GET', `/bloodhound-users/${id}`)).toMatchObject({
      body: { data: { AuthSecret: { totp_activated: true } } },
    });
    const login = { login_method: 'secret', username: 'mia', secret };
    expect((await api.call('POST', '/login', login)).status).toBe(400);
    expect((await api.call('POST', '/login', { ...login, otp: totpCode(key!, 1) })).status).toBe(200);
    expect((await own('DELETE', path)).status).toBe(400);
    expect(await own('DELETE', path, { secret })).toEqual(factorStatus('deactivated'));
    expect((await api.call('POST', '/login', login)).status).toBe(200);
  });

  it('shows the second factor of others to those who manage users, who may remove it', async () => {
    const { id } = await create({ principal: 'nora', roles: [2], secret });
    const path = `/bloodhound-users/${id}/mfa`;
    expect(await api.call('GET', `${path}-activation`)).toEqual({
      status: 200,
      body: { data: { status: 'deactivated' } },
    });
    expect((await api.app.as('user', 'bearer', 'GET', `/api/v2${path}-activation`)).status).toBe(403);
    expect((await api.call('GET', `/bloodhound-users/${randomUUID()}/mfa-activation`)).status).toBe(404);
    expect((await api.call('POST', path, { secret })).status).toBe(403);
    expect((await api.call('DELETE', path)).status).toBe(409);
  });

  it('returns roles and permissions by id', async () => {
    expect(await api.call('GET', '/roles/3')).toEqual({ status: 200, body: { data: readOnly } });
    expect(await api.call('GET', '/permissions/3')).toEqual({ status: 200, body: { data: readerPermissions[1] } });
    const { body } = await api.call('GET', '/permissions');
    expect((body as { data: { permissions: unknown[] } }).data.permissions).toEqual(
      expect.arrayContaining(readerPermissions),
    );
    expect(refusal(await api.call('GET', '/roles/7'))).toEqual([
      404,
      [{ context: 'path.role_id', message: 'there is no role 7; there are 1 to 6' }],
    ]);
  });
});
