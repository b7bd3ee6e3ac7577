import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { schemes, type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import {
  send,
  type SendOptions,
  signedFetch,
  signedHeaders,
  type SigningToken,
} from '../../../test/support/signed-client.js';
import { Spool } from '../../ingest/spool/spool.js';
import { zipOf } from '../../ingest/readers/zip.fixture.js';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Job {
  readonly id: number;
  readonly status: string;
  readonly status_message: string;
}

const classic = (...ids: readonly string[]) => {
  const data = ids.map((ObjectIdentifier) => ({ ObjectIdentifier, PrimaryGroupSID: null }));
  return JSON.stringify({ data, meta: { type: 'users', version: 5, count: data.length } });
};

const paths = [
  ['PUT', '/clients/update'],
  ['POST', '/clients/error'],
  ['GET', '/jobs/available'],
  ['POST', '/jobs/start'],
  ['GET', '/jobs/current'],
  ['POST', '/jobs/end'],
  ['POST', '/ingest'],
] as const;

const noJob = {
  status: 409,
  body: {
    errors: [
      {
        context: 'job',
        message: 'the client runs no job; it has to start one of those that GET /api/v2/jobs/available lists',
      },
    ],
  },
};

describe('the calls of collectors', () => {
  let app: TestApp;
  let judge: OpenApiJudge;
  let client: { readonly id: string; readonly token: SigningToken };
  let clients = 0;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
    judge = await OpenApiJudge.of(app.url);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = await addClient();
  });

  async function addClient(): Promise<{ id: string; token: SigningToken }> {
    const answer = await app.call('POST', '/api/v2/clients', { name: `collector ${++clients}`, type: 'directory' });
    return ((await answer.json()) as { data: { id: string; token: SigningToken } }).data;
  }

  async function read(method: string, path: string, response: Response): Promise<Answer> {
    expect(await judge.faultsOf(method, `/api/v2${path}`, response)).toEqual([]);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function call(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    return read(method, path, await signedFetch(app.url, client.token, method, `/api/v2${path}`, options));
  }

  const tell = (method: string, path: string, body: unknown) => call(method, path, { body: JSON.stringify(body) });

  const ingest = (body: string | Buffer, headers: Record<string, string> = {}) =>
    call('POST', '/ingest', { body, headers: { 'Content-Type': 'application/json', ...headers } });

  async function addJob(options: object = { session_collection: true }): Promise<number> {
    const answer = await app.call('POST', `/api/v2/clients/${client.id}/jobs`, options);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: Job }).data.id;
  }

  async function running(): Promise<number> {
    const id = await addJob();
    expect(await tell('POST', '/jobs/start', { id })).toMatchObject({ status: 200, body: { data: { id } } });
    return id;
  }

  async function job(id: number): Promise<Job> {
    return ((await (await app.call('GET', `/api/v2/jobs/${id}`)).json()) as { data: Job }).data;
  }

  async function log(id: number): Promise<string[]> {
    const answer = (await (await app.call('GET', `/api/v2/jobs/${id}/log`)).json()) as { data: { log: string } };
    return answer.data.log
      .split('\n')
      .slice(0, -1)
      .map((line) => line.slice(25));
  }

  const files = (id: number) =>
    app.database.query<{ name: string; media: string }>(
      `SELECT name, media FROM ingest_file WHERE job_id = (SELECT ingest_job_id FROM job WHERE id = $1) ORDER BY id`,
      [id],
    );

  const spooled = async () => (await readdir(app.app.get(Spool, { strict: false }).folder)).length;

  it('say who the client is, and whether it ran something', async () => {
    const report = {
      address: '10.0.0.7',
      hostname: 'COLLECT01',
      username: 'CORP\\svc',
      user_sid: 'S-1-5-18',
      version: '2.6.0',
    };
    const first = await tell('PUT', '/clients/update', report);
    expect(first).toMatchObject({
      status: 200,
      body: { data: { id: client.id, ...report, last_checkin: { valid: true }, current_job: null } },
    });
    const id = await running();
    expect(await tell('PUT', '/clients/update', {})).toMatchObject({
      status: 200,
      body: {
        data: {
          hostname: '',
          current_job_id: { int32: id, valid: true },
          current_job: { id, status: 'running', session_collection: true },
        },
      },
    });
    expect(await tell('PUT', '/clients/update', { hostname: 'a\nb', name: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ context: 'body.name' }, { context: 'body.hostname' }] },
    });
  });

  it('take a job through its collection', async () => {
    expect(await call('GET', '/jobs/available')).toEqual({ status: 200, body: { data: [] } });
    expect(await call('GET', '/jobs/current')).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'job', message: 'the client runs no job' }] },
    });
    const [first, second] = [await addJob(), await addJob()];
    expect(await call('GET', '/jobs/available')).toMatchObject({
      body: { data: [{ id: first, status: 'ready', client_id: client.id }, { id: second }] },
    });
    expect(await tell('POST', '/jobs/start', { id: first })).toMatchObject({
      status: 200,
      body: { data: { id: first, status: 'running' } },
    });
    expect(await tell('POST', '/jobs/start', { id: second })).toMatchObject({
      status: 409,
      body: { errors: [{ context: 'status', message: 'the client is running another job; that must end first' }] },
    });
    expect(await call('GET', '/jobs/available')).toMatchObject({ body: { data: [{ id: second }] } });
    expect(await call('GET', '/jobs/current')).toMatchObject({ status: 200, body: { data: { id: first } } });
    expect(await tell('POST', '/jobs/end', { status: 'COMPLETE', message: 'no\ttrouble\0' })).toMatchObject({
      status: 200,
      body: { data: { id: first, status: 'complete', status_message: 'no trouble', domain_results: [] } },
    });
    expect(await tell('POST', '/jobs/end', { status: 'failed' })).toMatchObject(noJob);
    expect((await log(first)).slice(0, 2)).toEqual(['ready: made on demand', 'running']);
  });

  it('refuse what is not right, each with its place', async () => {
    const stranger = await addJob();
    client = await addClient();
    expect(await tell('POST', '/jobs/start', { id: stranger })).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'body.id', message: `there is no job ${stranger}` }] },
    });
    for (const [path, body, context] of [
      ['/jobs/start', { id: 'x' }, 'body.id'],
      ['/jobs/start', {}, 'body.id'],
      ['/jobs/start', { id: 2 ** 31 }, 'body.id'],
      ['/jobs/end', { status: 'canceled' }, 'body.status'],
      ['/jobs/end', { status: 'complete', message: 3 }, 'body.message'],
      ['/clients/error', {}, 'body.task_error'],
    ] as const) {
      const { status, body: answer } = await tell('POST', path, body);
      expect([path, status]).toEqual([path, 400]);
      expect((answer as { errors: { context: string }[] }).errors[0]?.context).toBe(context);
    }
  });

  it('tell of errors, in the log of the job', async () => {
    const id = await running();
    const error = { task_error: 'no route\r\nto DC1', additional: 'x'.repeat(3_000) };
    expect(await tell('POST', '/clients/error', error)).toEqual({ status: 202, body: undefined });
    expect((await log(id)).at(-1)).toBe(`error of the client: no route to DC1: ${'x'.repeat(1_961)} …`);
    expect(await tell('POST', '/jobs/end', { status: 'FAILED', message: 'gave up' })).toMatchObject({
      body: { data: { status: 'failed', status_message: 'gave up' } },
    });
    expect((await tell('POST', '/clients/error', { task_error: 'later' })).status).toBe(202);
    expect((await log(id)).at(-1)).toBe('failed: gave up');
  });

  it('take what it collects, in any packing, and each batch once', async () => {
    const id = await running();
    const packed = gzipSync(classic('S-1'));
    for (let time = 0; time < 4; time++) {
      expect(await ingest(packed, { 'Content-Encoding': 'gzip' })).toEqual({ status: 202, body: undefined });
    }
    const [batch] = await files(id);
    expect(await files(id)).toEqual([{ name: expect.stringMatching(/^batch-[0-9a-f]{12}\.json$/), media: 'json' }]);
    expect(await spooled()).toBe(1);
    expect((await ingest(classic('S-1'))).status).toBe(202);
    expect(
      (await ingest(zipOf([{ name: 'users.json', content: classic('S-2') }]), { 'Content-Type': 'application/zip' }))
        .status,
    ).toBe(202);
    expect((await files(id)).map(({ media }) => media)).toEqual(['json', 'json', 'zip']);

    const twice = classic('S-3');
    expect(await Promise.all([1, 2, 3, 4].map(async () => (await ingest(twice)).status))).toEqual([202, 202, 202, 202]);
    expect(await files(id)).toHaveLength(4);
    await tell('POST', '/jobs/end', { status: 'complete' });
    expect(await job(id)).toMatchObject({ status: 'ingesting' });
    expect(await ingest(twice)).toMatchObject(noJob);

    const next = await running();
    expect((await ingest(packed, { 'Content-Encoding': 'gzip' })).status).toBe(202);
    expect(await files(next)).toEqual([batch]);
  });

  it('keep nothing of a batch that is refused', async () => {
    expect(await ingest(classic('S-1'))).toMatchObject(noJob);
    const id = await running();
    const before = await spooled();
    expect(await ingest('no JSON')).toMatchObject({ status: 400, body: { errors: [{ context: 'body' }] } });
    expect(await ingest(randomBytes(100), { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 400 });
    expect((await call('POST', '/ingest')).status).toBe(400);
    expect((await ingest('{}', { 'Content-Type': 'text/html' })).status).toBe(415);
    expect(await spooled()).toBe(before);
    expect(await files(id)).toEqual([]);
  });

  it('believe nobody whose signature is over something else', async () => {
    const id = await running();
    await app.database.query(`UPDATE job SET last_heartbeat_at = '2026-01-01' WHERE id = $1`, [id]);
    const before = await spooled();
    for (const body of [classic('S-1'), 'no JSON at all, and long enough to be looked at']) {
      const headers = {
        'Content-Type': 'application/json',
        ...signedHeaders(client.token, 'POST', '/api/v2/ingest', { body: 'another' }),
      };
      const answer = await send(app.url, 'POST', '/api/v2/ingest', { headers, body });
      expect(answer.status).toBe(401);
    }
    expect(await spooled()).toBe(before);
    const [row] = await app.database.query('SELECT ingest_job_id, last_heartbeat_at FROM job WHERE id = $1', [id]);
    expect(row).toEqual({ ingest_job_id: null, last_heartbeat_at: new Date('2026-01-01') });
  });

  it('are signs of life of the job', async () => {
    const id = await running();
    const isFresh = async () => {
      const [row] = await app.database.query<{ fresh: boolean }>(
        `SELECT last_heartbeat_at > '2026-01-02' AS fresh FROM job WHERE id = $1`,
        [id],
      );
      await app.database.query(`UPDATE job SET last_heartbeat_at = '2026-01-01' WHERE id = $1`, [id]);
      return row?.fresh;
    };
    for (const [method, path, body] of [
      ['GET', '/jobs/current'],
      ['POST', '/ingest', JSON.parse(classic('S-1'))],
      ['PUT', '/clients/update', {}],
      ['POST', '/clients/error', { task_error: 'x' }],
    ] as const) {
      await isFresh();
      await (body === undefined ? call(method, path) : tell(method, path, body));
      expect([path, await isFresh()]).toEqual([path, true]);
    }
  });

  it.each(schemes)('are nothing that an account can see, nor are its uploads: %s', async (scheme) => {
    for (const [method, path] of paths) {
      const answer = await app.as('administrator', scheme, method, `/api/v2${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const id = await running();
    await ingest(classic('S-1'));
    const [{ ingest_job_id: hidden } = { ingest_job_id: 0 }] = await app.database.query<{ ingest_job_id: number }>(
      'SELECT ingest_job_id FROM job WHERE id = $1',
      [id],
    );
    const ask = (method: string, path: string, options?: SendOptions) =>
      app.as('administrator', scheme, method, `/api/v2/file-upload${path}`, options);
    const list = (await (await ask('GET', '')).json()) as { count: number; data: object[] };
    expect([list.count, list.data]).toEqual([0, []]);
    for (const [method, path] of [
      ['GET', `/${hidden}`],
      ['GET', `/${hidden}/completed-tasks`],
      ['POST', `/${hidden}/end`],
    ] as const) {
      expect([path, (await ask(method, path)).status]).toEqual([path, 404]);
    }
    expect((await ask('POST', `/${hidden}`, { body: classic('S-9') })).status).toBe(404);
    expect(await files(id)).toHaveLength(1);
  });
});

describe('in the community edition', () => {
  it('the calls of collectors do not exist', async () => {
    const app = await testApp({ edition: 'community' });
    try {
      for (const [method, path] of paths) {
        const answer = await app.asClient(method, `/api/v2${path}`);
        expect([path, answer.status]).toEqual([path, 404]);
      }
    } finally {
      await app.close();
    }
  });
});
