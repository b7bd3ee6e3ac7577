import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { type TestApp, testApp } from '../../test/support/app.js';
import { OpenApiJudge } from '../../test/support/openapi.js';
import { send, signedFetch, signedHeaders, type SigningToken } from '../../test/support/signed-client.js';

/** What differs between the two forms. */
interface Form {
  readonly compat: '' | 'bloodhound';
  readonly keyword: string;
  readonly tenants: string;
  readonly created: 200 | 201;
  readonly gone: 200 | 204;
  readonly clientType: string;
  readonly neverCheckedIn: unknown;
  readonly noNumber: unknown;
  readonly notDeleted: unknown;
  readonly noTime: unknown;
  readonly ready: unknown;
  readonly running: unknown;
  readonly canceled: unknown;
  readonly canceledFilter: string;
  readonly userSid: string;
  readonly address: string;
  readonly numberOf: (value: number) => unknown;
  readonly done: string;
  readonly ingesting: unknown;
  readonly notForAccounts: 403 | 404;
}

const zero = '0001-01-01T00:00:00Z';

const forms: readonly Form[] = [
  {
    compat: '',
    keyword: 'svcsignature',
    tenants: 'cloud-tenants',
    created: 201,
    gone: 204,
    clientType: 'cloud',
    neverCheckedIn: { time: null, valid: false },
    noNumber: { int32: 0, valid: false },
    notDeleted: { time: null, valid: false },
    noTime: null,
    ready: 'ready',
    running: 'running',
    canceled: 'canceled',
    canceledFilter: 'status=eq:canceled',
    userSid: 'user_sid',
    address: 'address',
    numberOf: (int32) => ({ int32, valid: true }),
    done: 'complete',
    ingesting: 'ingesting',
    notForAccounts: 404,
  },
  {
    compat: 'bloodhound',
    keyword: 'bhesignature',
    tenants: 'azure-tenants',
    created: 200,
    gone: 200,
    clientType: 'azurehound',
    neverCheckedIn: zero,
    noNumber: null,
    notDeleted: { Time: zero, Valid: false },
    noTime: zero,
    ready: 0,
    running: 1,
    canceled: 3,
    canceledFilter: 'status=eq:3',
    userSid: 'usersid',
    address: 'ip_address',
    numberOf: (value) => value,
    done: 'COMPLETE',
    ingesting: 6,
    notForAccounts: 403,
  },
];

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

describe.each(forms)('with COMPAT=$compat', (form) => {
  let app: TestApp;
  let token: SigningToken;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise', environment: { COMPAT: form.compat } });
    const made = await app.call('POST', '/api/v2/tokens', { token_name: 'program' });
    token = ((await made.json()) as { data: SigningToken }).data;
    const counts = ['users', 'groups', 'apps', 'service_principals', 'devices', 'management_groups'];
    counts.push('subscriptions', 'resource_groups', 'vms', 'key_vaults', 'relationships');
    await app.database.query(
      `INSERT INTO data_quality_tenant (created_at, updated_at, run_id, tenantid, ${counts.join(', ')})
       VALUES (now(), now(), gen_random_uuid(), 'TENANT 1', ${counts.map(() => 7).join(', ')})`,
    );
  });
  afterAll(() => app.close());

  const call = (method: string, path: string, body?: unknown) => callAs(token, method, path, body);

  async function callAs(by: SigningToken, method: string, path: string, body?: unknown): Promise<Answer> {
    const { keyword } = form;
    const options = { keyword, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await signedFetch(app.url, by, method, `/api/v2${path}`, options);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function create<T>(path: string, body: unknown): Promise<T> {
    const answer = await call('POST', path, body);
    expect(answer.status).toBe(form.created);
    return (answer.body as { data: T }).data;
  }

  it('verifies signatures over the received target, in each scheme of the challenge', async () => {
    const path = `/${form.tenants}/Tenant%201/data-quality-stats?sort_by=-created_at`;
    expect(await call('GET', path)).toMatchObject({
      status: 200,
      body: { count: 1, data: [{ tenantid: 'TENANT 1', users: 7, deleted_at: form.notDeleted }] },
    });
    const ours = await app.as('auditor', 'signature', 'GET', `/api/v2${path.replace('azure', 'cloud')}`);
    expect(ours.status).toBe(200);
    // Signed for the one path, sent to the other.
    const headers = signedHeaders(token, 'GET', '/api/v2/cloud-tenants', { keyword: form.keyword });
    expect((await send(app.url, 'GET', `/api/v2/azure-tenants`, { headers })).status).toBe(form.compat ? 401 : 404);
    expect((await send(app.url, 'GET', '/api/v2/cloud-tenants', { headers })).status).toBe(200);
    const challenge = (await send(app.url, 'GET', '/api/v2/self')).headers.get('www-authenticate');
    const names = form.compat ? ['Bearer', 'svcsignature', 'bhesignature'] : ['Bearer', 'svcsignature'];
    expect(challenge).toBe(names.map((name) => `${name} realm="graphward"`).join(', '));
  });

  it('creates, lists and deletes clients, events and jobs', async () => {
    const sent = { name: 'made here', type: form.clientType, domain_controller: 'DC1' };
    const client = await create<{ id: string }>('/clients', form.compat ? { ...sent, events: [] } : sent);
    expect(client).toMatchObject({
      type: form.clientType,
      last_checkin: form.neverCheckedIn,
      current_job_id: form.noNumber,
      token: { id: expect.any(String), key: expect.any(String) },
    });
    const listed = await call('GET', `/clients?type=eq:${form.clientType}&name=eq:made%20here`);
    expect(listed).toMatchObject({ status: 200, body: { count: 1, data: [{ id: client.id, type: form.clientType }] } });

    const rrule = 'DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY';
    const event = await create<{ id: number }>('/events', {
      client_id: client.id,
      rrule,
      ad_structure_collection: true,
      ...(form.compat && { id: 0, created_at: zero, next_scheduled_at: zero }),
    });
    expect(event).toMatchObject({ client_id: client.id, rrule });
    expect(await call('DELETE', `/events/${event.id}`)).toEqual({ status: form.gone, body: undefined });

    const job = await create<{ id: number }>(`/clients/${client.id}/jobs`, { session_collection: true });
    const unstarted = { event_id: form.noNumber, start_time: form.noTime, end_time: form.noTime };
    expect(job).toMatchObject({ status: form.ready, ...unstarted });
    expect(await call('PUT', `/jobs/${job.id}/cancel`)).toMatchObject({
      status: 200,
      body: { data: { id: job.id, status: form.canceled, end_time: expect.stringMatching(/^20/) } },
    });
    for (const path of ['/jobs', '/jobs/finished']) {
      expect(await call('GET', `${path}?${form.canceledFilter}&limit=1`)).toMatchObject({
        status: 200,
        body: { count: 1, limit: 1, data: [{ id: job.id, status: form.canceled, event_id: form.noNumber }] },
      });
    }
    expect(await call('DELETE', `/clients/${client.id}`)).toEqual({ status: form.gone, body: undefined });
  });

  it('lets a collector start a job, send data and end the job', async () => {
    const draft = { name: 'collector', type: form.clientType };
    const client = await create<{ id: string; token: SigningToken }>('/clients', draft);
    const ask = (method: string, path: string, body?: unknown) => callAs(client.token, method, path, body);
    const about = { address: '192.0.2.7', hostname: 'c1', username: 'svc', version: '2.5.0' };
    const report = { ...about, [form.userSid]: 'S-1-5-21-1', ...(form.compat && { os: 'of a later version' }) };
    expect(await ask('PUT', '/clients/update', report)).toMatchObject({
      status: 200,
      body: {
        data: {
          id: client.id,
          type: form.clientType,
          [form.address]: '192.0.2.7',
          hostname: 'c1',
          user_sid: 'S-1-5-21-1',
          current_job_id: form.noNumber,
          current_job: null,
        },
      },
    });
    const { id } = await create<{ id: number }>(`/clients/${client.id}/jobs`, { session_collection: true });
    const waiting = { id, status: form.ready, event_id: form.noNumber, start_time: form.noTime };
    expect(await ask('GET', '/jobs/available')).toMatchObject({ status: 200, body: { data: [waiting] } });
    const running = { id, status: form.running, start_time: expect.stringMatching(/^20/), end_time: form.noTime };
    const start = form.compat ? { id, status: 0, ous: null } : { id };
    expect(await ask('POST', '/jobs/start', start)).toMatchObject({ status: 200, body: { data: running } });
    expect(await ask('GET', '/jobs/current')).toMatchObject({ status: 200, body: { data: running } });
    const again = await ask('PUT', '/clients/update', report);
    expect(again).toMatchObject({
      status: 200,
      body: { data: { current_job_id: form.numberOf(id), current_job: running } },
    });

    const error = { task_error: 'no answer', additional: form.compat ? { of: 'DC1' } : 'of DC1' };
    expect(await ask('POST', '/clients/error', error)).toEqual({ status: 202, body: undefined });
    const body = gzipSync('{"meta":{"type":"azure","version":5,"count":0},"data":[]}');
    const signed = signedHeaders(client.token, 'POST', '/api/v2/ingest', { body, keyword: form.keyword });
    const headers = { ...signed, 'Content-Encoding': 'gzip' };
    for (const time of ['once', 'again']) {
      const taken = await send(app.url, 'POST', '/api/v2/ingest', { body, headers });
      expect([time, taken.status, await taken.text()]).toEqual([time, 202, '']);
    }
    expect(await ask('POST', '/jobs/end', { status: form.done, message: 'all of it' })).toMatchObject({
      status: 200,
      body: { data: { id, status: form.ingesting, end_time: expect.stringMatching(/^20/) } },
    });
    expect((await call('GET', '/jobs/current')).status).toBe(form.notForAccounts);
  });

  it('accepts collector bodies without a media type only under COMPAT', async () => {
    const client = await create<{ token: SigningToken }>('/clients', { name: 'untyped', type: form.clientType });
    const body = JSON.stringify({ hostname: 'c2' });
    const headers = signedHeaders(client.token, 'PUT', '/api/v2/clients/update', { body, keyword: form.keyword });
    const answer = await send(app.url, 'PUT', '/api/v2/clients/update', { body, headers });
    expect(answer.status).toBe(form.compat ? 200 : 415);
  });

  it('creates and deletes tokens and sessions', async () => {
    const { id } = await create<SigningToken>('/tokens', { token_name: 'another' });
    expect(await call('DELETE', `/tokens/${id}`)).toEqual({ status: form.gone, body: undefined });
    expect((await app.as('user', 'bearer', 'POST', '/api/v2/logout')).status).toBe(form.gone);
  });

  it('answers errors with a context and a message, and with a code only without COMPAT', async () => {
    const error = { context: 'path.job_id', message: 'there is no job 7777' };
    const answer = await call('GET', '/jobs/7777');
    expect(answer).toMatchObject({ status: 404, body: { http_status: 404 } });
    expect(Reflect.get(Object(answer.body), 'errors')).toEqual([
      form.compat === '' ? { code: 'resource.not_found', ...error } : error,
    ]);
    expect(await call('POST', '/clients', { name: 'x', type: 'bloodhound' })).toMatchObject({
      status: 400,
      body: { errors: [{ context: 'body.type' }] },
    });
  });

  it('writes deleted_at of records that are not deleted', async () => {
    expect(await call('GET', '/asset-groups/1')).toMatchObject({
      status: 200,
      body: { data: { id: 1, tag: 'admin_tier_0', deleted_at: form.notDeleted } },
    });
  });

  it('accepts files of an upload, also without a media type', async () => {
    const started = await call('POST', '/file-upload/start');
    expect(started).toMatchObject({ status: 201, body: { data: { status: form.running, end_time: form.noTime } } });
    const { id } = (started.body as { data: { id: number } }).data;
    const body = gzipSync('{"meta":{"type":"azure","version":5,"count":0},"data":[]}');
    const path = `/api/v2/file-upload/${id}`;
    const headers = {
      ...signedHeaders(token, 'POST', path, { body, keyword: form.keyword }),
      'Content-Encoding': 'gzip',
    };
    expect((await send(app.url, 'POST', path, { body, headers })).status).toBe(202);
    const other = Buffer.from(body).fill(0, 20, 24);
    expect((await send(app.url, 'POST', path, { body: other, headers })).status).toBe(401);
    expect(await call('GET', `/file-upload/${id}`)).toMatchObject({
      status: 200,
      body: { data: { status: form.running, total_files: 1 } },
    });
  });

  it('describes the sent form in the OpenAPI document', async () => {
    const judge = await OpenApiJudge.of(app.url);
    const response = await app.call('GET', '/api/v2/asset-groups/1');
    expect(await judge.faultsOf('GET', '/api/v2/asset-groups/{asset_group_id}', response)).toEqual([]);
    expect(judge.document.openapi).toBe(form.compat === '' ? '3.1.0' : '3.0.3');
  });
});
