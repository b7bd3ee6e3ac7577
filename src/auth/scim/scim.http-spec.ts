import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { send, signedFetch } from '../../../test/support/signed-client.js';
import { until } from '../../../test/support/until.js';

const base = '/api/v2/scim/v2';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

interface Resource {
  readonly id: string;
  readonly userName: string;
  readonly meta: { readonly version: string; readonly location: string };
}

async function data<T>(answer: Promise<Response>): Promise<T> {
  return ((await (await answer).json()) as { data: T }).data;
}

const patch = (operations: unknown[]) => ({ schemas: [patchSchema], Operations: operations });

describe('provisioning by SCIM', () => {
  let app: TestApp;
  const keys: Record<string, string> = {};
  const providers: Record<string, number> = {};

  async function token(provider: string): Promise<{ id: string; key: string }> {
    const body = { type: 'provisioning', sso_provider_id: providers[provider], token_name: provider };
    return data(app.call('POST', '/api/v2/tokens', body));
  }

  beforeAll(async () => {
    app = await testApp({ edition: 'community', environment: { PUBLIC_URL: 'https://graph.example' } });
    for (const name of ['entra', 'okta']) {
      const config = { auto_provision: { enabled: false, default_role_id: 3, role_provision: false } };
      const draft = { name, issuer: `https://${name}.example`, client_id: 'x', config };
      providers[name] = (await data<{ id: number }>(app.call('POST', '/api/v2/sso-providers/oidc', draft))).id;
      keys[name] = (await token(name)).key;
    }
  });
  afterAll(() => app.close());

  async function call(
    provider: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: never }> {
    const answer = await fetch(`${app.url}${base}${path}`, {
      method,
      headers: { Authorization: `Bearer ${keys[provider]}`, 'Content-Type': 'application/scim+json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text && JSON.parse(text)) as never };
  }

  async function user(provider: string, userName: string, more: object = {}): Promise<string> {
    const { status, body } = await call(provider, 'POST', '/Users', { userName, ...more });
    expect(status).toBe(201);
    return (body as Resource).id;
  }

  const account = (id: string) =>
    data<{ role: string; is_disabled: boolean }>(app.call('GET', `/api/v2/accounts/${id}`));

  async function names(provider: string, filter: string): Promise<string[]> {
    const { body } = await call(provider, 'GET', `/Users?filter=${encodeURIComponent(filter)}`);
    return (body as { Resources: Resource[] }).Resources.map(({ userName }) => userName);
  }

  it('creates, finds, changes and disables an account as Entra ID sends it', async () => {
    const none = await call('entra', 'GET', '/Users?aadOptscim062020&filter=userName+eq+%22ada@corp.example%22');
    expect(none.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const created = await call('entra', 'POST', '/Users', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'ada@corp.example',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'ada@mail.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      roles: [],
      title: 'Countess',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
    });
    const { id, meta } = created.body as Resource;
    expect([created.status, created.headers.get('content-type'), created.headers.get('location')]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
      `https://graph.example${base}/Users/${id}`,
    ]);
    expect(created.headers.get('etag')).toBe(meta.version);
    expect(created.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'ada@corp.example',
      displayName: 'Ada Lovelace',
      name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: 'ada@mail.example', type: 'work', primary: true }],
      active: true,
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        version: expect.stringMatching(/^W\/"[\w-]{22}"$/),
        location: `https://graph.example${base}/Users/${id}`,
      },
    });
    const account = await data<object>(app.call('GET', `/api/v2/accounts/${id}`));
    expect(account).toMatchObject({
      name: 'ada@corp.example',
      role: 'read_only',
      email: 'ada@mail.example',
      is_disabled: false,
      sso_provider_id: { int32: providers['entra'], valid: true },
    });

    const changed = await call(
      'entra',
      'PATCH',
      `/Users/${id}`,
      patch([
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'byron@mail.example' },
        { op: 'Add', path: 'name.familyName', value: 'Byron' },
        { op: 'Add', path: 'title', value: 'Baroness' },
        { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '1' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Looms' },
      ]),
    );
    expect(changed.body).toMatchObject({
      name: { formatted: 'Ada Byron' },
      emails: [{ value: 'byron@mail.example' }],
      active: true,
    });
    const disabled = await call(
      'entra',
      'PATCH',
      `/Users/${id}`,
      patch([{ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }]),
    );
    expect(disabled.body).toMatchObject({ active: false });
    await call('entra', 'PATCH', `/Users/${id}`, patch([{ op: 'Replace', path: 'active', value: 'True' }]));
    const removed = await call('entra', 'PATCH', `/Users/${id}`, patch([{ op: 'Remove', path: 'name.givenName' }]));
    expect(removed.body).toMatchObject({ active: true, name: { formatted: 'Byron', familyName: 'Byron' } });
  });

  it('replaces, disables and filters accounts as Okta sends it', async () => {
    const id = await user('okta', 'grace', { externalId: 'okta1', name: { givenName: 'Grace', familyName: 'Hopper' } });
    const replaced = await call('okta', 'PUT', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      userName: 'grace',
      externalId: 'okta1',
      name: { givenName: 'Grace', familyName: 'Murray' },
      emails: [
        { value: 'home@mail.example', type: 'home' },
        { value: 'grace@mail.example', type: 'work', primary: true },
      ],
      groups: [],
      password: 'not stored',
      active: true,
    });
    expect(replaced.body).toMatchObject({
      name: { formatted: 'Grace Murray' },
      emails: [{ value: 'grace@mail.example', type: 'work', primary: true }],
    });
    const ended = await call('okta', 'PATCH', `/Users/${id}`, patch([{ op: 'replace', value: { active: false } }]));
    expect(ended.body).toMatchObject({ active: false });
    const page = await call('okta', 'GET', '/Users?startIndex=1&count=100');
    expect(page.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    expect((await call('okta', 'GET', '/Users?count=0')).body).toMatchObject({ totalResults: 1, Resources: [] });
  });

  it('filters by each attribute', async () => {
    await user('okta', 'filter.one', { externalId: 'F1', emails: [{ value: 'one@mail.example' }] });
    await user('okta', 'filter.two', { externalId: 'f1', active: false });
    expect(await names('okta', 'userName eq "FILTER.one"')).toEqual(['filter.one']);
    expect(await names('okta', 'externalId eq "F1"')).toEqual(['filter.one']);
    expect(await names('okta', 'userName sw "filter." and not (active eq false)')).toEqual(['filter.one']);
    expect(await names('okta', 'userName co "ter.t" or userName ew "r.one"')).toEqual(['filter.one', 'filter.two']);
    expect(await names('okta', 'emails[type eq "work" and value eq "one@mail.example"]')).toEqual(['filter.one']);
    expect(await names('okta', 'emails[type eq "work"].value eq "one@mail.example"')).toEqual(['filter.one']);
    expect(await names('okta', 'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "filter.two"')).toEqual([
      'filter.two',
    ]);
    expect(await names('okta', 'userName sw "filter" and emails pr')).toEqual(['filter.one']);
    expect(await names('okta', 'userName sw "filter" and meta.created gt "2100-01-01T00:00:00Z"')).toEqual([]);
    expect(await names('okta', `externalId eq "' OR true --"`)).toEqual([]);
  });

  it.each([
    ['userName eq', 'the filter ends in place of a value'],
    ['userName is "x"', 'the filter has is in place of an operator: eq, ne, co, sw, ew, gt, ge, lt, le or pr'],
    ['password eq "x"', 'password cannot be filtered by; it takes id, username, externalid,'],
    ['(userName eq "x"', 'the filter lacks )'],
    ['userName eq "x" "y"', 'the filter has "y" after its end'],
    ['active gt true', 'active takes eq and ne alone'],
    ['userName eq 1', 'username is compared with a text'],
    ['userName eq "x" ; drop', 'the filter cannot be read from character'],
    [`${'('.repeat(11)}userName pr`, 'the filter is nested more than 10 levels deep'],
    [Array(21).fill('userName pr').join(' or '), 'the filter has more than 20 comparisons'],
    [`userName eq "${'x'.repeat(2000)}"`, 'the filter is longer than 2000 characters'],
  ])('refuses the filter %s', async (filter, reason) => {
    const { status, body } = await call('okta', 'GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect([status, body]).toEqual([
      400,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '400',
        scimType: 'invalidFilter',
        detail: expect.stringContaining(`query.filter: ${reason}`),
      },
    ]);
  });

  it('answers faults as RFC 7644 has it', async () => {
    const id = await user('entra', 'faulty');
    const keyword = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
      const { status, body: error } = await call('entra', method, path, body, headers);
      const { scimType, status: text } = error as { scimType?: string; status: string };
      return [status, scimType, text];
    };
    expect(await keyword('POST', '/Users', { userName: 'FAULTY' })).toEqual([409, 'uniqueness', '409']);
    expect(await keyword('POST', '/Users', { userName: 'a-administrator' })).toEqual([409, 'uniqueness', '409']);
    expect(await keyword('POST', '/Users', {})).toEqual([400, 'invalidValue', '400']);
    expect(await keyword('POST', '/Users', { userName: 'a b' })).toEqual([400, 'invalidValue', '400']);
    expect(await keyword('PATCH', `/Users/${id}`, patch([{ op: 'Replace', path: 'emails[', value: 1 }]))).toEqual([
      400,
      'invalidPath',
      '400',
    ]);
    expect(await keyword('PATCH', `/Users/${id}`, patch([{ op: 'remove' }]))).toEqual([400, 'noTarget', '400']);
    expect(await keyword('PATCH', `/Users/${id}`, patch([{ op: 'move', path: 'active' }]))).toEqual([
      400,
      'invalidValue',
      '400',
    ]);
    expect(await keyword('PATCH', `/Users/${id}`, patch([{ op: 'replace', path: 'active', value: 'maybe' }]))).toEqual([
      400,
      'invalidValue',
      '400',
    ]);
    expect(await keyword('GET', '/Users/nobody')).toEqual([404, undefined, '404']);
    expect(await keyword('GET', '/Nothing')).toEqual([404, undefined, '404']);
    expect(await keyword('PUT', `/Users/${id}`, { userName: 'faulty' }, { 'If-Match': 'W/"old"' })).toEqual([
      412,
      undefined,
      '412',
    ]);
    const { headers } = await call('entra', 'GET', `/Users/${id}`);
    const again = { 'If-Match': headers.get('etag')! };
    expect((await call('entra', 'PUT', `/Users/${id}`, { userName: 'faulty' }, again)).status).toBe(200);
    keys['nobody'] = `gwp_${'x'.repeat(43)}`;
    const stranger = await call('nobody', 'GET', '/Users');
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="graphward"/),
    ]);
    expect(stranger.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' });
  });

  it.each([
    ['an account', 'Users', { userName: 'raced' }, { op: 'replace', path: 'name.givenName' }],
    [
      'an account that only the provider knows more of',
      'Users',
      { userName: 'outer' },
      { op: 'replace', path: 'externalId' },
    ],
    ['a group', 'Groups', { displayName: 'raced' }, { op: 'replace', path: 'displayName' }],
  ])('lets one of two changes of the same version of %s succeed', async (_, type, resource, operation) => {
    const { body, headers } = await call('entra', 'POST', `/${type}`, resource);
    const { id } = body as Resource;
    const table = type === 'Users' ? 'account' : 'scim_group';
    const writers = await app.database.transaction(async (tx) => {
      await tx.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
      const version = { 'If-Match': headers.get('etag')! };
      const both = ['first', 'second'].map((value) =>
        call('entra', 'PATCH', `/${type}/${id}`, patch([{ ...operation, value }]), version),
      );
      await until(async () => {
        const [row] = await app.database.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row?.waiting === 2;
      });
      return both;
    });
    expect((await Promise.all(writers)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('ends sessions and tokens of an account that the provider disables, and hides one that it deletes', async () => {
    const id = await user('entra', 'leaver');
    const reading = () => data<{ count: number }>(app.call('GET', `/api/v2/tokens?user_id=eq:${id}`));
    await app.database.query(
      `INSERT INTO session (id, account_id, kind, created_at, expires_at) VALUES (gen_random_uuid(), $1, 'cookie', now(), now() + interval '1 hour')`,
      [id],
    );
    await app.call('POST', '/api/v2/tokens', { token_name: 'x', user_id: id });
    await call('entra', 'PATCH', `/Users/${id}`, patch([{ op: 'Replace', path: 'active', value: 'False' }]));
    const [left] = await app.database.query(
      `SELECT (SELECT count(*)::int FROM session WHERE account_id = $1 AND ended_at IS NULL) AS sessions,
         (SELECT count(*)::int FROM api_token WHERE account_id = $1) AS tokens`,
      [id],
    );
    expect(left).toEqual({ sessions: 0, tokens: 0 });
    expect(await reading()).toEqual([]);

    expect((await call('entra', 'DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await call('entra', 'GET', `/Users/${id}`)).status).toBe(404);
    expect(await names('entra', 'userName eq "leaver"')).toEqual([]);
    expect(await data(app.call('GET', `/api/v2/accounts/${id}`))).toMatchObject({ is_disabled: true });
    const back = await call('entra', 'POST', '/Users', { userName: 'leaver', name: { givenName: 'Back' } });
    expect([back.status, back.body]).toMatchObject([201, { id, active: true, displayName: 'Back' }]);
  });

  it('sees and changes accounts of its provider alone, and opens no other route', async () => {
    const id = await user('entra', 'mine');
    const own = await data<{ data: { id: string }[] }>(app.call('GET', '/api/v2/self'));
    for (const foreign of [id, (own as unknown as { id: string }).id]) {
      for (const [method, body] of [
        ['GET'],
        ['PUT', { userName: 'x' }],
        ['PATCH', patch([{ op: 'add', value: {} }])],
        ['DELETE'],
      ] as const)
        expect((await call('okta', method, `/Users/${foreign}`, body)).status).toBe(404);
    }
    const taken = await call('okta', 'POST', '/Groups', { displayName: 'x', members: [{ value: id }] });
    expect([taken.status, taken.body]).toMatchObject([400, { detail: `body.members: the provider has no user ${id}` }]);
    for (const path of ['/api/v2/accounts', '/api/v2/self', '/api/v2/search?q=x', '/api/v2/tokens'])
      expect((await fetch(`${app.url}${path}`, { headers: { Authorization: `Bearer ${keys['okta']}` } })).status).toBe(
        403,
      );
    const admin = await app.call('GET', `${base}/Users`);
    expect([admin.status, await admin.json()]).toMatchObject([403, { status: '403' }]);
  });

  it('lets groups decide the role of their members', async () => {
    const provider = providers['okta']!;
    const config = (group_roles: object[], more: object = {}) =>
      app.call('PATCH', `/api/v2/sso-providers/${provider}`, { config: { group_roles, ...more } });
    const [one, two] = [await user('okta', 'role.one'), await user('okta', 'role.two')];
    const roleOf = async (id: string) => (await data<{ role: string }>(app.call('GET', `/api/v2/accounts/${id}`))).role;
    const admins = [{ group: 'graph admins', role: 'administrator' }];
    expect((await config(admins)).status).toBe(400);
    expect((await config(admins, { auto_provision: { role_provision: true } })).status).toBe(400);
    expect(
      (
        await config([
          { group: 'Analysts', role: 'user' },
          { group: 'Audit', role: 'auditor' },
        ])
      ).status,
    ).toBe(200);

    const made = await call('okta', 'POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Audit',
      externalId: 'g1',
      members: [{ value: one, display: 'role.one' }],
    });
    const { id: audit } = made.body as Resource;
    expect(made.body).toMatchObject({
      displayName: 'Audit',
      externalId: 'g1',
      members: [{ value: one, display: 'role.one', type: 'User' }],
    });
    expect([await roleOf(one), await roleOf(two)]).toEqual(['auditor', 'read_only']);

    const { body: analysts } = await call('okta', 'POST', '/Groups', { displayName: 'analysts' });
    const group = (analysts as Resource).id;
    await call(
      'okta',
      'PATCH',
      `/Groups/${group}`,
      patch([{ op: 'Add', path: 'members', value: [{ value: one }, { value: two }] }]),
    );
    expect([await roleOf(one), await roleOf(two)]).toEqual(['user', 'user']);
    const byMember = await call(
      'okta',
      'GET',
      `/Groups?filter=${encodeURIComponent(`id eq "${group}" and members eq "${two}"`)}`,
    );
    expect(byMember.body).toMatchObject({ totalResults: 1 });
    await call('okta', 'PATCH', `/Groups/${group}`, patch([{ op: 'Remove', path: `members[value eq "${one}"]` }]));
    expect([await roleOf(one), await roleOf(two)]).toEqual(['auditor', 'user']);
    await call(
      'okta',
      'PATCH',
      `/Groups/${group}`,
      patch([{ op: 'Remove', path: 'members', value: [{ value: two }] }]),
    );
    expect([await roleOf(one), await roleOf(two)]).toEqual(['auditor', 'read_only']);
    await call(
      'okta',
      'PATCH',
      `/Groups/${group}`,
      patch([{ op: 'replace', path: 'members', value: [{ value: two }] }]),
    );
    // Okta renames by an operation without a path.
    await call(
      'okta',
      'PATCH',
      `/Groups/${group}`,
      patch([{ op: 'replace', value: { id: group, displayName: 'Others' } }]),
    );
    expect(await roleOf(two)).toBe('read_only');
    const lean = await call('okta', 'GET', `/Groups/${audit}?excludedAttributes=members`);
    expect(Object.keys(lean.body)).toEqual(['schemas', 'id', 'externalId', 'displayName', 'meta']);
    const named = await call(
      'okta',
      'GET',
      `/Groups?attributes=displayName&filter=${encodeURIComponent('displayName eq "AUDIT"')}`,
    );
    expect((named.body as { Resources: object[] }).Resources.map((it) => Object.keys(it))).toEqual([
      ['schemas', 'id', 'displayName', 'meta'],
    ]);
    expect((await call('okta', 'DELETE', `/Groups/${audit}`)).status).toBe(204);
    expect(await roleOf(one)).toBe('read_only');
    expect((await config([{ group: 'others', role: 'upload_only' }])).status).toBe(200);
    expect(await roleOf(two)).toBe('upload_only');
    const entries = await data<{ actor: { name: string }; details: object }[]>(
      app.call('GET', `/api/v2/audit?resource=eq:accounts/${two}&limit=1&sort_by=-id`),
    );
    expect(entries[0]).toMatchObject({ details: { role: 'upload_only', former: 'read_only', by: 'groups' } });
    await config([]);
  });

  it('creates an account that it had deleted as a new one: without its groups, with the default role', async () => {
    const provider = providers['okta']!;
    const patchProvider = (group_roles: object[]) =>
      app.call('PATCH', `/api/v2/sso-providers/${provider}`, { config: { group_roles } });
    await patchProvider([{ group: 'Returning', role: 'power_user' }]);
    const [gone, kept] = [await user('okta', 'gone'), await user('okta', 'kept')];
    const members = [{ value: gone }, { value: kept }];
    const { body: made } = await call('okta', 'POST', '/Groups', { displayName: 'Returning', members });
    const group = (made as Resource).id;
    expect(await account(gone)).toMatchObject({ role: 'power_user' });

    expect((await call('okta', 'DELETE', `/Users/${gone}`)).status).toBe(204);
    const shown = await call('okta', 'GET', `/Groups/${group}`);
    expect(shown.body).toMatchObject({ members: [{ value: kept, display: 'kept', type: 'User' }] });
    const byMember = `/Groups?filter=${encodeURIComponent(`members eq "${gone}"`)}`;
    expect((await call('okta', 'GET', byMember)).body).toMatchObject({ totalResults: 0 });
    const add = patch([{ op: 'add', path: 'members', value: [{ value: gone }] }]);
    const refused = await call('okta', 'PATCH', `/Groups/${group}`, add);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { detail: `body.members: the provider has no user ${gone}` },
    ]);

    const back = await call('okta', 'POST', '/Users', { userName: 'gone' });
    expect([back.status, back.body]).toMatchObject([201, { id: gone, active: true }]);
    expect(await account(gone)).toMatchObject({ role: 'read_only', is_disabled: false });
    expect((await call('okta', 'GET', byMember)).body).toMatchObject({ totalResults: 0 });
    expect((await call('okta', 'PATCH', `/Groups/${group}`, add)).status).toBe(200);
    expect(await account(gone)).toMatchObject({ role: 'power_user' });
    await patchProvider([]);
  });

  it('enables no account that an administrator has disabled', async () => {
    const id = await user('entra', 'blocked');
    const admin = (is_disabled: boolean) => app.call('PATCH', `/api/v2/accounts/${id}`, { is_disabled });
    const active = async (value: string) => {
      const { status, body } = await call(
        'entra',
        'PATCH',
        `/Users/${id}`,
        patch([{ op: 'Replace', path: 'active', value }]),
      );
      return [status, (body as { active: boolean }).active];
    };
    expect(await active('False')).toEqual([200, false]);
    expect(await active('True')).toEqual([200, true]);
    await admin(true);
    expect(await active('True')).toEqual([200, false]);
    const whole = { userName: 'blocked', active: true, name: { givenName: 'Bo' } };
    const replaced = await call('entra', 'PUT', `/Users/${id}`, whole);
    expect([replaced.status, replaced.body]).toMatchObject([200, { active: false, displayName: 'Bo' }]);
    // Nor by disabling or deleting it first.
    expect(await active('False')).toEqual([200, false]);
    expect(await active('True')).toEqual([200, false]);
    expect((await call('entra', 'DELETE', `/Users/${id}`)).status).toBe(204);
    const back = await call('entra', 'POST', '/Users', { userName: 'blocked', active: true });
    expect([back.status, back.body]).toMatchObject([201, { id, active: false }]);
    await admin(false);
    expect(await active('False')).toEqual([200, false]);
    expect(await active('True')).toEqual([200, true]);
    // Of an administrator and a provider at once, the block of the administrator stays.
    await active('False');
    await Promise.all([admin(true), active('True')]);
    await admin(true);
    expect(await active('True')).toEqual([200, false]);
    // One that an administrator enables after its deletion is there again, also when the provider disables it.
    await admin(false);
    expect((await call('entra', 'DELETE', `/Users/${id}`)).status).toBe(204);
    await admin(false);
    expect(await active('False')).toEqual([200, false]);
    expect((await call('entra', 'GET', `/Users/${id}`)).status).toBe(200);
    const created = await user('entra', 'later', { active: false });
    const later = await call(
      'entra',
      'PATCH',
      `/Users/${created}`,
      patch([{ op: 'replace', value: { active: true } }]),
    );
    expect(later.body).toMatchObject({ active: true });
  });

  it('gives a limited account the role of its groups, and leaves its limit', async () => {
    const provider = providers['okta']!;
    await app.call('PATCH', `/api/v2/sso-providers/${provider}`, {
      config: { group_roles: [{ group: 'Limited', role: 'auditor' }] },
    });
    const id = await user('okta', 'limited');
    const account = `/api/v2/accounts/${id}`;
    expect((await app.call('PUT', `${account}/environments`, { ids: ['S-1-5-21-7'] })).status).toBe(200);
    await call('okta', 'POST', '/Groups', { displayName: 'Limited', members: [{ value: id }] });
    expect(await data(app.call('GET', account))).toMatchObject({ role: 'auditor', environments: ['S-1-5-21-7'] });
    const [entry] = await app.database.query<{ details: object }>(
      'SELECT details FROM audit_log WHERE resource = $1 ORDER BY id DESC LIMIT 1',
      [`accounts/${id}`],
    );
    expect(entry!.details).toEqual({
      role: 'auditor',
      former: 'read_only',
      by: 'groups',
      environments: 'still limited',
    });
    const { id: key, key: secret } = await data<{ id: string; key: string }>(
      app.call('POST', '/api/v2/tokens', { token_name: 'limited', user_id: id }),
    );
    const ask = (target: string) => signedFetch(app.url, { id: key, key: secret }, 'GET', target);
    expect((await ask('/api/v2/audit')).status).toBe(403);
    expect(await data(ask('/api/v2/self'))).toMatchObject({
      permissions: ['self:manage', 'graph:read', 'queries:run', 'queries:read'],
    });
    const other = await app.call('PUT', `${account}/environments`, { ids: ['S-1-5-21-8'] });
    expect([other.status, await other.json()]).toMatchObject([400, { errors: [{ code: 'account.not_limitable' }] }]);
    expect((await app.call('PUT', `${account}/environments`, { all: true })).status).toBe(200);
    await app.call('PATCH', `/api/v2/sso-providers/${provider}`, { config: { group_roles: [] } });
  });

  it('describes itself', async () => {
    expect((await call('okta', 'GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    });
    const { body } = await call('okta', 'GET', '/Schemas');
    expect((body as { Resources: { id: string }[] }).Resources.map(({ id }) => id)).toEqual([
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:core:2.0:Group',
    ]);
    expect((await call('okta', 'GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).status).toBe(200);
    expect((await call('okta', 'GET', '/ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups' });
    expect((await call('okta', 'GET', '/ResourceTypes/Device')).status).toBe(404);
  });

  it('has two tokens at most during a rotation, which administrators alone make, list and revoke', async () => {
    const second = await token('okta');
    expect(second.key).toMatch(/^gwp_[\w-]{43}$/);
    const third = await app.call('POST', '/api/v2/tokens', {
      type: 'provisioning',
      sso_provider_id: providers['okta'],
      token_name: 'x',
    });
    expect([third.status, await third.json()]).toMatchObject([409, { errors: [{ code: 'resource.limit_reached' }] }]);
    const user = await app.as('user', 'bearer', 'POST', '/api/v2/tokens', {
      body: JSON.stringify({ type: 'provisioning', sso_provider_id: providers['okta'], token_name: 'x' }),
    });
    expect(user.status).toBe(403);
    const listed = await data<{ id: string; name: string; user_id: null }[]>(
      app.call('GET', '/api/v2/tokens?type=eq:provisioning&sort_by=created_at'),
    );
    expect(listed.map(({ user_id }) => user_id)).toEqual([null, null, null]);
    expect(JSON.stringify(listed)).not.toContain('gwp_');
    const [former] = listed.filter(({ name }) => name === 'okta');
    expect((await app.call('DELETE', `/api/v2/tokens/${former!.id}`)).status).toBe(204);
    expect((await call('okta', 'GET', '/Users')).status).toBe(401);
    keys['okta'] = second.key;
    expect((await call('okta', 'GET', '/Users')).status).toBe(200);
  });

  it('refuses other media types', async () => {
    const answer = await send(app.url, 'POST', `${base}/Users`, {
      headers: { Authorization: `Bearer ${keys['okta']}`, 'Content-Type': 'text/plain' },
      body: '{}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([415, { status: '415' }]);
  });
});
