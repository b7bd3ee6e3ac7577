import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import type { Role } from '../../auth/permissions.js';
import { shippedQueries } from '../../../test/support/shipped-rows.js';
import { zipOf, type ZipEntry } from '../../ingest/reading/zip.fixture.js';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Answer {
  readonly status: number;
  /** `data` is one query or a list, and absent in errors. */
  readonly body: {
    readonly count: number;
    readonly data: Item & readonly Item[];
    readonly errors: readonly { readonly code: string; readonly context: string }[];
  };
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const times = { created_at: time, updated_at: time, deleted_at: { time: null, valid: false } };
const draft = { name: 'Mine', query: 'MATCH (n:User)\nRETURN n', description: 'All users' };

const entry = (name: string, query: object): ZipEntry => ({ name, content: JSON.stringify(query) });

const leftOut = (context: string, message: string) => ({ context, message: expect.stringContaining(message) });

describe.each(['community', 'enterprise'] as const)('saved queries in the %s edition', (edition) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition });
  });
  afterAll(() => app.close());

  async function call(role: Role, method: string, path: string, body?: unknown): Promise<Answer> {
    const options = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await app.as(role, 'signature', method, `/api/v2/saved-queries${path}`, options);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function importing(body: string | Buffer): Promise<unknown[]> {
    const answer = await app.as('power_user', 'signature', 'POST', '/api/v2/saved-queries/import', { body });
    return [answer.status, await answer.json()];
  }

  async function idOf(role: Role): Promise<string> {
    const response = await app.as(role, 'signature', 'GET', '/api/v2/self');
    return ((await response.json()) as { data: { id: string } }).data.id;
  }

  async function save(role: Role, name: string): Promise<number> {
    const { status, body } = await call(role, 'POST', '', { ...draft, name });
    expect([status, body]).toMatchObject([201, { data: { name } }]);
    return body.data.id;
  }

  it('ships queries that everybody can read', async () => {
    const all = await call('read_only', 'GET', '?scope=public&sort_by=id');
    expect(all).toEqual({
      status: 200,
      body: {
        count: shippedQueries.length,
        skip: 0,
        limit: 100,
        data: shippedQueries.map(([name, description, query], index) => {
          return { id: index + 1, ...times, user_id: null, name, query, description, category: '', scope: 'public' };
        }),
      },
    });
    expect(await call('auditor', 'GET', '/1')).toEqual({ status: 200, body: { data: all.body.data[0] } });
  });

  it('creates, changes and deletes a query of an account', async () => {
    const empty = { status: 200, body: { count: 0, skip: 0, limit: 100, data: [] } };
    expect(await call('user', 'GET', '?scope=owned')).toEqual(empty);
    const created = await call('user', 'POST', '', draft);
    const { id } = created.body.data;
    const stored = { id, ...times, user_id: await idOf('user'), ...draft, category: '', scope: 'owned' };
    expect(created).toEqual({ status: 201, body: { data: stored } });
    expect(await call('user', 'GET', `/${id}`)).toEqual({ status: 200, body: { data: stored } });
    expect(await call('user', 'GET', '?scope=owned')).toMatchObject({ body: { count: 1, data: [stored] } });
    const changed = { ...stored, query: 'RETURN 1', description: '' };
    expect(await call('user', 'PUT', `/${id}`, { query: 'RETURN 1', description: '' })).toEqual({
      status: 200,
      body: { data: changed },
    });
    expect(await call('user', 'PUT', `/${id}`, {})).toEqual({ status: 200, body: { data: changed } });
    expect(await call('user', 'DELETE', `/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await call('user', 'GET', '?scope=owned')).toEqual(empty);
  });

  it('sets the time of a change', async () => {
    const id = await save('user', 'Timed');
    await app.database.query(`UPDATE saved_query SET created_at = '2026-01-01Z', updated_at = '2026-01-01Z'`);
    const { body } = await call('user', 'PUT', `/${id}`, { name: 'Later' });
    expect(body.data.created_at).toBe('2026-01-01T00:00:00.000Z');
    expect(body.data.updated_at > '2026-01-02').toBe(true);
    await call('user', 'DELETE', `/${id}`);
  });

  it('lists own queries, queries of the service or both, with filters, order and pages', async () => {
    const first = await save('power_user', 'Alpha');
    await save('power_user', 'Beta');
    await save('user', 'Gamma');
    const names = async (query: string) => {
      const { body } = await call('power_user', 'GET', query);
      return [body.count, body.data.map(({ name }) => name)];
    };
    expect(await names('?scope=owned')).toEqual([2, ['Alpha', 'Beta']]);
    expect(await names('?limit=3')).toEqual(await names('?scope=all&limit=3'));
    expect(await names('?scope=owned&sort_by=-name')).toEqual([2, ['Beta', 'Alpha']]);
    expect(await names('?scope=shared')).toEqual([0, []]);
    expect(await names('?scope=all&name=~eq:BETA')).toEqual([1, ['Beta']]);
    expect(await names('?scope=all&limit=1&skip=1')).toEqual([shippedQueries.length + 2, ['Beta']]);
    expect(await names(`?scope=all&user_id=${await idOf('power_user')}&sort_by=id`)).toEqual([2, ['Alpha', 'Beta']]);
    expect(await names('?scope=all&user_id=neq:null&id=gt:1&sort_by=-id')).toEqual([2, ['Beta', 'Alpha']]);
    expect(await names(`?id=${first}`)).toEqual([1, ['Alpha']]);
    expect(await names('?query=~eq:match%20(n&description=All%20users')).toEqual([2, ['Alpha', 'Beta']]);
    expect(await names('?query=~eq:nothing')).toEqual([0, []]);
    const wrong = await call('power_user', 'GET', '?scope=mine');
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [
        {
          code: 'query.invalid_value',
          context: 'query.scope',
          message: '"mine" is not valid; it takes owned or shared or public or all',
        },
      ],
    ]);
  });

  it('keeps names unique for each account', async () => {
    await save('administrator', 'Twice');
    const id = await save('user', 'Twice');
    const other = await save('user', 'Once');
    const taken = [
      409,
      [
        {
          code: 'resource.name_taken',
          context: 'body.name',
          message: 'you have a saved query with the name "Twice" already',
        },
      ],
    ];
    const again = await call('user', 'POST', '', { ...draft, name: 'Twice' });
    expect([again.status, again.body.errors]).toEqual(taken);
    const renamed = await call('user', 'PUT', `/${other}`, { name: 'Twice' });
    expect([renamed.status, renamed.body.errors]).toEqual(taken);
    expect((await call('user', 'PUT', `/${id}`, { name: 'Twice' })).status).toBe(200);
  });

  it('hides queries of other accounts, also from administrators', async () => {
    const id = await save('user', 'Hidden');
    const refusals = await Promise.all([
      call('administrator', 'GET', `/${id}`),
      call('administrator', 'PUT', `/${id}`, { name: 'Seen' }),
      call('administrator', 'DELETE', `/${id}`),
    ]);
    const message = `you have no saved query ${id}`;
    const errors = [{ code: 'resource.not_found', context: 'path.saved_query_id', message }];
    for (const { status, body } of refusals) expect([status, body.errors]).toEqual([404, errors]);
    expect((await call('user', 'GET', `/${id}`)).body.data.name).toBe('Hidden');
  });

  it('shares a query with accounts, with everybody, and with nobody again', async () => {
    const id = await save('user', 'Common');
    const [other, third] = [await idOf('power_user'), await idOf('auditor')];
    const scopeFor = async (role: Role) => {
      const { body } = await call(role, 'GET', `?id=${id}`);
      return body.data.map((query) => Reflect.get(query, 'scope') as string);
    };
    const put = (body: object) => call('user', 'PUT', `/${id}/permissions`, body);
    const shares = async () => (await call('user', 'GET', `/${id}/permissions`)).body.data;

    expect((await put({ user_ids: [other] })).status).toBe(204);
    expect((await put({ user_ids: [third] })).status).toBe(204);
    expect(await shares()).toEqual({
      query_id: id,
      public: false,
      shared_to_user_ids: [other, third].toSorted(),
    });
    expect([await scopeFor('power_user'), await scopeFor('administrator')]).toEqual([['shared'], []]);
    expect((await call('power_user', 'GET', '?scope=shared')).body.data).toMatchObject([{ id, name: 'Common' }]);
    const refused = await call('power_user', 'PUT', `/${id}`, { name: 'Mine now' });
    expect([refused.status, refused.body.errors]).toMatchObject([
      409,
      [{ message: `the saved query ${id} is a query of another account; it can't be changed` }],
    ]);

    expect((await call('user', 'DELETE', `/${id}/permissions`, { user_ids: [third] })).status).toBe(204);
    expect(await shares()).toMatchObject({ shared_to_user_ids: [other] });
    expect((await put({ public: true })).status).toBe(204);
    expect([await shares(), await scopeFor('administrator')]).toMatchObject([
      { public: true, shared_to_user_ids: [] },
      ['public'],
    ]);
    expect((await call('user', 'DELETE', `/${id}/permissions`)).status).toBe(204);
    expect([await scopeFor('administrator'), await scopeFor('user')]).toEqual([[], ['owned']]);
    await call('user', 'DELETE', `/${id}`);
  });

  it('refuses to share with unknown accounts, and what is not the own query', async () => {
    const id = await save('user', 'Unshared');
    const nobody = '00000000-0000-4000-8000-000000000000';
    const refusals = await Promise.all([
      call('user', 'PUT', `/${id}/permissions`, { user_ids: [nobody] }),
      call('user', 'PUT', `/${id}/permissions`, { user_ids: ['x'] }),
      call('user', 'DELETE', `/${id}/permissions`, { user_ids: 1 }),
      call('administrator', 'PUT', `/${id}/permissions`, { public: true }),
      call('administrator', 'GET', '/1/permissions'),
    ]);
    expect(refusals.map(({ status, body: { errors } }) => [status, errors[0]!.context])).toEqual([
      [400, 'body.user_ids'],
      [400, 'body.user_ids'],
      [400, 'body.user_ids'],
      [404, 'path.saved_query_id'],
      [409, 'path.saved_query_id'],
    ]);
    await call('user', 'DELETE', `/${id}`);
  });

  it('protects the queries of the service', async () => {
    const refusals = await Promise.all([
      call('administrator', 'PUT', '/1', { name: 'Ours' }),
      call('administrator', 'DELETE', '/1'),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.errors])).toEqual(
      ['changed', 'deleted'].map((verb) => {
        const message = `the saved query 1 is a query of the service; it can't be ${verb}`;
        return [409, [{ code: 'resource.protected', context: 'path.saved_query_id', message }]];
      }),
    );
  });

  it.each([
    ['name', 257, 'takes a text of 1 to 256 characters without control characters, and without space at its ends'],
    [
      'query',
      65_537,
      'takes a Cypher query of 1 to 65536 characters, without control characters except tabs and line breaks',
    ],
    [
      'description',
      4097,
      'takes a text of at most 4096 characters, without control characters except tabs and line breaks',
    ],
  ])('limits the length of the %s', async (property, tooLong, message) => {
    const { status, body } = await call('user', 'POST', '', { ...draft, [property]: 'x'.repeat(tooLong) });
    expect([status, body.errors]).toEqual([
      400,
      [{ code: 'body.invalid_value', context: `body.${property}`, message }],
    ]);
    // A character outside of the basic plane counts as one.
    const longest = { ...draft, name: `Long ${property}`, [property]: '𝄞'.repeat(tooLong - 1) };
    const created = await call('user', 'POST', '', longest);
    expect([created.status, Reflect.get(created.body.data, property)]).toEqual([201, longest[property as 'name']]);
  });

  it.each([
    [{}, ['body.missing_property body.name', 'body.missing_property body.query']],
    [{ ...draft, name: ' x' }, ['body.invalid_value body.name']],
    [{ ...draft, query: ' \n' }, ['body.invalid_value body.query']],
    [{ ...draft, query: 'RETURN \0' }, ['body.invalid_value body.query']],
    [{ ...draft, query: 1 }, ['body.invalid_value body.query']],
    [{ ...draft, description: null }, ['body.invalid_value body.description']],
    [{ ...draft, user_id: 'x' }, ['body.unknown_property body.user_id']],
  ])('refuses the body %j', async (refused, faults) => {
    const { status, body } = await call('user', 'POST', '', refused);
    const found = body.errors.map(({ code, context }) => `${code} ${context}`);
    expect([status, found.toSorted()]).toEqual([400, faults]);
  });

  it('limits the number of queries of an account', async () => {
    await app.database.query(
      `INSERT INTO saved_query (account_id, name, query) SELECT $1, 'Q' || n, 'RETURN 1' FROM generate_series(1, 998) n`,
      [await idOf('power_user')],
    );
    await app.database.query(`DELETE FROM saved_query WHERE account_id = $1 AND name IN ('Alpha', 'Beta')`, [
      await idOf('power_user'),
    ]);
    const starts = ['The last', 'Too late'].map((name) => call('power_user', 'POST', '', { ...draft, name }));
    const answers = await Promise.all([...starts, call('power_user', 'POST', '', { ...draft, name: 'Too late, too' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409]);
    const last = answers.find(({ status }) => status === 201)?.body.data.id;
    const { status, body } = await call('power_user', 'POST', '', { ...draft, name: 'One more' });
    const message =
      'the account has 1000 saved queries and MAX_SAVED_QUERIES_PER_ACCOUNT allows 1000; delete one first';
    expect([status, body.errors]).toEqual([
      409,
      [{ code: 'resource.limit_reached', context: 'saved-queries', message }],
    ]);
    await call('power_user', 'DELETE', `/${last}`);
    await save('power_user', 'One more');
  });

  it('needs the permission to read or to write', async () => {
    expect((await call('upload_only', 'GET', '?scope=owned')).status).toBe(403);
    expect((await call('read_only', 'POST', '', draft)).status).toBe(403);
    expect((await call('auditor', 'DELETE', '/1')).status).toBe(403);
  });

  const exported = (role: Role, path: string) => app.as(role, 'signature', 'GET', `/api/v2/saved-queries${path}`);

  /** Status, and the place and message of each fault. */
  async function importFile(role: Role, body: string | Buffer, type?: string): Promise<unknown[]> {
    const options = { body, ...(type !== undefined && { headers: { 'content-type': type } }) };
    const response = await app.as(role, 'signature', 'POST', '/api/v2/saved-queries/import', options);
    const text = await response.text();
    const { errors = [] } = (text === '' ? {} : JSON.parse(text)) as {
      errors?: { context: string; message: string }[];
    };
    return [response.status, ...errors.map(({ context, message }) => `${context}: ${message}`)];
  }

  it('exports a query as a file, and all of a scope as a ZIP that can be imported', async () => {
    await app.database.query('DELETE FROM saved_query WHERE account_id IS NOT NULL');
    const id = await save('user', 'Users: "all"/any\u{1f600}');
    await save('user', 'users_ _all__any\u{1f600}');
    const one = await exported('user', `/${id}/export`);
    expect([one.status, one.headers.get('content-disposition'), await one.json()]).toEqual([
      200,
      `attachment; filename="Users_ _all__any??.json"; filename*=UTF-8''Users_%20_all__any%F0%9F%98%80.json`,
      { ...draft, name: 'Users: "all"/any\u{1f600}' },
    ]);
    const other = await exported('power_user', `/${id}/export`);
    expect(other.status).toBe(404);
    const zip = Buffer.from(await (await exported('user', '/export?scope=owned')).arrayBuffer());
    expect(zip.includes(Buffer.from(`-users_ _all__any\u{1f600}.json`))).toBe(true);
    expect(await importFile('administrator', zip, 'application/zip')).toEqual([201]);
    expect((await call('administrator', 'GET', '?scope=owned&sort_by=id')).body.data).toMatchObject([
      { ...draft, name: 'Users: "all"/any\u{1f600}' },
      { ...draft, name: 'users_ _all__any\u{1f600}' },
    ]);
  });

  it('imports a file with one query, and ignores other properties', async () => {
    const file = { guid: 'x', user_id: 'y', ...draft, name: 'From a file', description: null };
    expect(await importFile('user', JSON.stringify(file), 'application/json')).toEqual([201]);
    const [stored] = (await call('user', 'GET', '?name=From%20a%20file')).body.data;
    expect(stored).toMatchObject({ name: 'From a file', query: draft.query, description: '', scope: 'owned' });
    expect(await importFile('user', JSON.stringify(file))).toEqual([
      409,
      'body.name: you have a saved query with the name "From a file" already',
    ]);
    expect((await importFile('read_only', JSON.stringify(file)))[0]).toBe(403);
  });

  it.each<[string, string | Buffer, string[]]>([
    ['no JSON', '{', ["body: the body is not valid JSON: Expected property name or '}' in JSON at position 1"]],
    ['an empty list', '[]', ['body: has no queries']],
    [
      'a list of other things',
      '[1, {}]',
      ['body.0: takes an object', 'body.1.name: is required', 'body.1.query: is required'],
    ],
    ['a ZIP without files', zipOf([]), ['body: is a ZIP without files']],
    ['a broken ZIP', zipOf([entry('a.json', draft)]).subarray(0, 60), ["body: is a ZIP that can't be read"]],
    [
      'too many files',
      zipOf(Array.from({ length: 1001 }, (_, n) => entry(`${n}.json`, { ...draft, name: `N${n}` }))),
      ['body: is a ZIP with 1001 files; MAX_SAVED_QUERIES_PER_ACCOUNT allows 1000 queries'],
    ],
    [
      'a ZIP that unpacks to far more',
      zipOf([{ name: 'a.json', content: Buffer.alloc(12_000_000, ' ') }]),
      ['body: unpacks to 12000000 bytes; MAX_BODY_BYTES allows 10485760'],
    ],
    [
      'a ZIP bomb',
      zipOf([{ name: 'a.json', content: Buffer.alloc(20_000_000) }]),
      ['body.a.json: unpacks to 1028 times its size; at most 250 times is read (MAX_ZIP_RATIO)'],
    ],
  ])('refuses to import %s, and saves nothing', async (_, body, faults) => {
    const before = (await call('user', 'GET', '?scope=owned')).body.count;
    const [status, ...found] = await importFile('user', body);
    expect(status).toBe(400);
    expect(found.map((fault, index) => String(fault).startsWith(faults[index] ?? '-') || fault)).toEqual(
      faults.map(() => true),
    );
    expect((await call('user', 'GET', '?scope=owned')).body.count).toBe(before);
  });

  it('imports what is good of a ZIP, a list and files of former products, and names the rest', async () => {
    const zip = zipOf([
      entry('a.json', { ...draft, name: 'A' }),
      entry('b/c.json', { ...draft, name: 'A' }),
      { name: 'd.json', content: '{' },
      entry('e.json', { name: 'E', query: 1 }),
    ]);
    expect(await importing(zip)).toEqual([
      201,
      {
        data: {
          imported: 1,
          faults: [
            leftOut('body.b/c.json.name', 'body.a.json has the same name'),
            leftOut('body.d.json', 'the file is not valid JSON'),
            leftOut('body.e.json.query', 'takes a Cypher query'),
          ],
        },
      },
    ]);
    const former = {
      queries: [
        { name: 'Legacy', category: 'Cat', queryList: [{ final: true, query: 'MATCH (u:User) RETURN u LIMIT 1' }] },
        {
          name: 'Asks',
          queryList: [
            { final: false, query: 'MATCH (n) RETURN n.name' },
            { final: true, query: 'x' },
          ],
        },
        { ...draft, name: 'A' },
      ],
    };
    expect(await importing(JSON.stringify(former))).toEqual([
      201,
      {
        data: {
          imported: 1,
          faults: [
            leftOut('body.queries.1.queryList', 'takes one step'),
            leftOut('body.queries.2.name', 'you have a saved query with the name "A" already'),
          ],
        },
      },
    ]);
    expect(await importing(JSON.stringify([{ ...draft, name: 'In a list' }]))).toEqual([
      201,
      { data: { imported: 1, faults: [] } },
    ]);
    const { body } = await call('power_user', 'GET', '?scope=owned&sort_by=id');
    expect(body.data.slice(-3)).toMatchObject([
      { name: 'A', category: '' },
      { name: 'Legacy', category: 'Cat', query: 'MATCH (u:User) RETURN u LIMIT 1' },
      { name: 'In a list' },
    ]);
  });

  it('refuses to import other types, and more queries than an account may have', async () => {
    expect(await importFile('user', '{}', 'text/plain')).toEqual([
      415,
      expect.stringContaining('header.Content-Type: "text/plain" is not supported; it takes application/json'),
    ]);
    const many = Array.from({ length: 1000 }, (_, n) => entry(`${n}.json`, { ...draft, name: `Many ${n}` }));
    const { count } = (await call('user', 'GET', '?scope=owned')).body;
    expect(await importFile('user', zipOf(many))).toEqual([
      409,
      `saved-queries: the account has ${count} saved queries, 1000 more are sent, and MAX_SAVED_QUERIES_PER_ACCOUNT allows 1000; delete one first`,
    ]);
  });

  it('deletes the queries of a deleted account', async () => {
    const account = { name: 'leaver', role: 'user', password: 'correct horse battery staple' };
    const created = await app.call('POST', '/api/v2/accounts', account);
    const { id } = ((await created.json()) as { data: { id: string } }).data;
    await app.database.query(`INSERT INTO saved_query (account_id, name, query) VALUES ($1, 'a', 'b')`, [id]);
    expect((await app.call('DELETE', `/api/v2/accounts/${id}`)).status).toBe(204);
    expect(await app.database.query('SELECT id FROM saved_query WHERE account_id = $1', [id])).toEqual([]);
  });

  it('records changes in the audit log', async () => {
    await app.database.query('TRUNCATE audit_log');
    const id = await save('user', 'Recorded');
    await call('user', 'PUT', `/${id}`, { query: 'RETURN 2' });
    await call('user', 'DELETE', `/${id}`);
    await call('user', 'DELETE', '/1');
    const rows = await app.database.query<{ action: string; resource: string; outcome: string; details: object }>(
      'SELECT action, resource, outcome, details FROM audit_log ORDER BY id',
    );
    const reason = "path.saved_query_id: the saved query 1 is a query of the service; it can't be deleted";
    expect(rows.map(({ action, resource, outcome, details }) => [action, resource, outcome, details])).toEqual([
      ['saved_query.create', 'saved-queries', 'success', { id, name: 'Recorded' }],
      ['saved_query.update', `saved-queries/${id}`, 'success', { changed: ['query'] }],
      ['saved_query.delete', `saved-queries/${id}`, 'success', {}],
      ['saved_query.delete', 'saved-queries/1', 'failure', { reason }],
    ]);
  });
});
