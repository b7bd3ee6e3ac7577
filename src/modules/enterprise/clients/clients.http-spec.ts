import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schemes, type TestApp, testApp } from '../../../../test/support/app.js';
import { OpenApiJudge } from '../../../../test/support/openapi.js';
import { signedFetch, type SigningToken } from '../../../../test/support/signed-client.js';

const nobody = '99999999-9999-4999-8999-999999999999';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Wire {
  readonly id: string;
  readonly name: string;
  readonly token: SigningToken;
}

describe('clients over HTTP', () => {
  let app: TestApp;
  let judge: OpenApiJudge;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
    judge = await OpenApiJudge.of(app.url);
  });
  afterAll(() => app.close());

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await app.call(method, `/api/v2/clients${path}`, body);
    const documented = path.replace(/^\/[^/?]+/, '/{client_id}').replace(/\?.*/, '');
    expect(await judge.faultsOf(method, `/api/v2/clients${documented}`, response)).toEqual([]);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function create(name: string, more: object = {}): Promise<Wire> {
    const answer = await call('POST', '', { name, type: 'directory', ...more });
    expect(answer.status).toBe(201);
    return (answer.body as { data: Wire }).data;
  }

  /** 403 for who is known, since a client may do nothing of the kind; 401 for who is not. */
  async function statusOf(token: SigningToken): Promise<number> {
    return (await signedFetch(app.url, token, 'GET', '/api/v2/self')).status;
  }

  it('are created with a token; only this response contains its key', async () => {
    const created = await create('shown once', { domain_controller: 'DC01.CORP.EXAMPLE' });
    expect(created).toEqual({
      id: expect.stringMatching(uuid),
      name: 'shown once',
      type: 'directory',
      domain_controller: 'DC01.CORP.EXAMPLE',
      version: '',
      hostname: '',
      address: '',
      username: '',
      user_sid: '',
      last_checkin: { time: null, valid: false },
      event_count: 0,
      events: [],
      current_job_id: { int32: 0, valid: false },
      current_job: null,
      completed_job_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      token: { id: expect.stringMatching(uuid), key: expect.stringMatching(/^[A-Za-z0-9+/]{54}==$/) },
    });
    const { token, ...client } = created;
    expect(await call('GET', `/${client.id}`)).toEqual({ status: 200, body: { data: client } });
    expect(await call('GET', '?name=shown%20once')).toEqual({
      status: 200,
      body: { count: 1, skip: 0, limit: 100, data: [client] },
    });
    const [row] = await app.database.query<{ sealed: Buffer }>(
      'SELECT key_encrypted AS sealed FROM api_token WHERE id = $1',
      [token.id],
    );
    expect(row?.sealed.includes(token.key)).toBe(false);
  });

  it('authenticate by their signature, and cannot use the endpoints of accounts', async () => {
    const { token } = await create('known');
    for (const [method, target] of [
      ['GET', '/api/v2/self'],
      ['GET', '/api/v2/clients'],
      ['GET', '/api/v2/tokens'],
      ['POST', '/api/v2/file-upload/start'],
      ['GET', '/api/v2/asset-groups'],
    ] as const) {
      expect([target, (await signedFetch(app.url, token, method, target)).status]).toEqual([target, 403]);
    }
  });

  it('get another token, and the one they had is refused at once', async () => {
    const { id, token } = await create('replaced');
    expect(await statusOf(token)).toBe(403);
    const answer = await call('PUT', `/${id}/token`);
    const { data: next } = answer.body as { data: SigningToken };
    expect(answer).toEqual({
      status: 200,
      body: { data: { id: expect.stringMatching(uuid), key: expect.any(String) } },
    });
    expect([await statusOf(token), await statusOf(next)]).toEqual([401, 403]);
  });

  it('are replaced but for their type', async () => {
    const { id } = await create('before', { domain_controller: 'DC1' });
    const answer = await call('PUT', `/${id}`, { name: 'after' });
    expect(answer).toMatchObject({ status: 200, body: { data: { id, name: 'after', domain_controller: '' } } });
    expect(await call('PUT', `/${id}`, { name: 'after', type: 'cloud' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { code: 'body.unknown_property', context: 'body.type', message: 'this operation does not know the property' },
        ],
      },
    });
  });

  it('are deleted with their token and their events', async () => {
    const { id, token } = await create('deleted');
    const rrule = 'DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY';
    const event = await app.call('POST', '/api/v2/events', { client_id: id, rrule, session_collection: true });
    const { data } = (await event.json()) as { data: { id: number } };
    expect(await call('GET', `/${id}`)).toMatchObject({ body: { data: { event_count: 1 } } });
    expect(await statusOf(token)).toBe(403);
    expect(await call('DELETE', `/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await statusOf(token)).toBe(401);
    expect((await app.call('GET', `/api/v2/events/${data.id}`)).status).toBe(404);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    const again = await app.call('POST', '/api/v2/events', { client_id: id, rrule, session_collection: true });
    expect([again.status, await again.json()]).toMatchObject([400, { errors: [{ context: 'body.client_id' }] }]);
  });

  it('leave their jobs, and open ones are canceled', async () => {
    const { id } = await create('with jobs');
    await app.database.query(
      `INSERT INTO job (client_id, client_name, execution_time, start_time, end_time, status, status_message, domain_controller,
         session_collection, local_group_collection, ad_structure_collection, cert_services_collection, ca_registry_collection,
         dc_registry_collection, all_trusted_domains, ous, domains, created_at, updated_at)
       SELECT $1, 'with jobs', '2026-01-01', start, CASE WHEN status = 'complete' THEN start END, status, '', '', true, true, true,
         true, true, true, false, '{}', '{}', now(), now()
       FROM (VALUES ('ready', NULL), ('running', '2026-01-02'::timestamptz), ('complete', '2026-01-03')) AS job (status, start)`,
      [id],
    );
    expect(await call('GET', `/${id}`)).toMatchObject({
      body: { data: { current_job_id: { int32: 2, valid: true }, current_job: { id: 2, status: 'running' } } },
    });
    await call('DELETE', `/${id}`);
    const answer = await app.call('GET', `/api/v2/jobs/finished?client_id=${id}&sort_by=id`);
    const { data } = (await answer.json()) as { data: Record<string, string>[] };
    expect(
      data.map(({ status, status_message, start_time, end_time }) => [
        status,
        status_message,
        start_time === end_time ? 'at once' : start_time,
      ]),
    ).toEqual([
      ['canceled', 'its client was deleted', 'at once'],
      ['canceled', 'its client was deleted', '2026-01-02T00:00:00.000Z'],
      ['complete', '', 'at once'],
    ]);
  });

  it('can not have the name of another', async () => {
    await create('taken');
    const { id } = await create('free');
    const conflict = {
      status: 409,
      body: { errors: [{ code: 'resource.name_taken', context: 'body.name', message: 'the name Taken is taken' }] },
    };
    expect(await call('POST', '', { name: 'Taken', type: 'cloud' })).toMatchObject(conflict);
    expect(await call('PUT', `/${id}`, { name: 'Taken' })).toMatchObject(conflict);
    expect((await call('PUT', `/${id}`, { name: 'FREE' })).status).toBe(200);
  });

  it.each([
    [{}, ['body.name', 'body.type']],
    [{ name: '', type: 'directory' }, ['body.name']],
    [{ name: ' x', type: 'directory' }, ['body.name']],
    [{ name: 'x ', type: 'directory' }, ['body.name']],
    [{ name: 'a\u0000b', type: 'directory' }, ['body.name']],
    [{ name: 'x'.repeat(129), type: 'sharphound' }, ['body.name', 'body.type']],
    [{ name: 'x', type: 'cloud', domain_controller: 7, more: 1 }, ['body.domain_controller', 'body.more']],
  ])('refuses %j', async (body, contexts) => {
    const answer = await call('POST', '', body);
    const { errors } = answer.body as { errors: { context: string }[] };
    expect([answer.status, errors.map(({ context }) => context).toSorted()]).toEqual([400, contexts]);
  });

  it.each([
    ['GET', '', undefined],
    ['PUT', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['PUT', '/token', undefined],
  ])('%s of one that does not exist%s is not found', async (method, rest, body) => {
    expect(await call(method, `/${nobody}${rest}`, body)).toMatchObject({
      status: 404,
      body: {
        errors: [{ code: 'resource.not_found', context: 'path.client_id', message: `there is no client ${nobody}` }],
      },
    });
    expect((await call(method, `/x${rest}`, body)).status).toBe(400);
  });

  it('have tokens that nobody sees or deletes among tokens of accounts', async () => {
    const { token } = await create('apart');
    const listed = await app.call('GET', `/api/v2/tokens?id=${token.id}`);
    expect(await listed.json()).toMatchObject({ count: 0 });
    expect((await app.call('DELETE', `/api/v2/tokens/${token.id}`)).status).toBe(404);
    expect(await statusOf(token)).toBe(403);
  });

  it('are in the audit log, without their keys', async () => {
    const { id, token } = await create('recorded');
    await call('PUT', `/${id}`, { name: 'renamed', domain_controller: 'DC02' });
    const { data: next } = (await call('PUT', `/${id}/token`)).body as { data: SigningToken };
    await call('DELETE', `/${id}`);
    await call('DELETE', `/${id}`);
    const answer = await app.call('GET', `/api/v2/audit?sort_by=id&action=~eq:client.`);
    const text = await answer.text();
    const { data } = JSON.parse(text) as {
      data: { action: string; resource: string; outcome: string; details: object }[];
    };
    expect(
      data
        .filter((entry) => entry.resource === `clients/${id}` || JSON.stringify(entry.details).includes(id))
        .map(({ action, resource, outcome, details }) => [action, resource, outcome, details]),
    ).toEqual([
      ['client.create', 'clients', 'success', { id, name: 'recorded', type: 'directory', token_id: token.id }],
      ['client.update', `clients/${id}`, 'success', { name: 'renamed', domain_controller: 'DC02' }],
      ['client.token', `clients/${id}`, 'success', { token_id: next.id }],
      ['client.delete', `clients/${id}`, 'success', {}],
      ['client.delete', `clients/${id}`, 'failure', { reason: `path.client_id: there is no client ${id}` }],
    ]);
    expect([token, next].filter(({ key }) => text.includes(key))).toEqual([]);
  });

  it.each(schemes)('require collection:manage for changes and collection:read for reading: %s', async (scheme) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: `by ${scheme}`, type: 'cloud' });
    const tried = async (role: Parameters<TestApp['as']>[0]) => [
      (await app.as(role, scheme, 'GET', '/api/v2/clients')).status,
      (await app.as(role, scheme, 'POST', '/api/v2/clients', { headers, body })).status,
    ];
    expect(await tried('user')).toEqual([200, 403]);
    expect(await tried('read_only')).toEqual([403, 403]);
    expect(await tried('power_user')).toEqual([200, 201]);
  });
});
