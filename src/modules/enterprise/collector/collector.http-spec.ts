import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { schemes, testApp } from '../../../../test/support/app.js';
import type { SendOptions } from '../../../../test/support/signed-client.js';
import { TestJobs } from '../../../../test/support/test-jobs.js';
import { filesOf, noJob, TestCollector, usersFile } from './collector.fixture.js';

const paths = [
  ['PUT', '/clients/update'],
  ['POST', '/clients/error'],
  ['GET', '/jobs/available'],
  ['POST', '/jobs/start'],
  ['GET', '/jobs/current'],
  ['POST', '/jobs/end'],
  ['POST', '/ingest'],
] as const;

describe('the calls of collectors', () => {
  let jobs: TestJobs;
  let client: TestCollector;

  beforeAll(async () => {
    jobs = await TestJobs.start();
  });
  afterAll(() => jobs.close());
  beforeEach(async () => {
    client = await TestCollector.of(jobs);
  });

  it('return the client and its running job', async () => {
    const report = {
      address: '10.0.0.7',
      hostname: 'COLLECT01',
      username: 'CORP\\svc',
      user_sid: 'S-1-5-18',
      version: '2.6.0',
    };
    const first = await client.tell('PUT', '/clients/update', report);
    expect(first).toMatchObject({
      status: 200,
      body: { data: { id: client.id, ...report, last_checkin: { valid: true }, current_job: null } },
    });
    const id = await client.runJob();
    expect(await client.tell('PUT', '/clients/update', {})).toMatchObject({
      status: 200,
      body: {
        data: {
          hostname: '',
          current_job_id: { int32: id, valid: true },
          current_job: { id, status: 'running', session_collection: true },
        },
      },
    });
    expect(await client.tell('PUT', '/clients/update', { hostname: 'a\nb', name: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ context: 'body.name' }, { context: 'body.hostname' }] },
    });
  });

  it('take a job through its collection', async () => {
    expect(await client.call('GET', '/jobs/available')).toEqual({ status: 200, body: { data: [] } });
    expect(await client.call('GET', '/jobs/current')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'job.not_running', context: 'job', message: 'the client runs no job' }] },
    });
    const [first, second] = [await client.addJob(), await client.addJob()];
    expect(await client.call('GET', '/jobs/available')).toMatchObject({
      body: { data: [{ id: first, status: 'ready', client_id: client.id }, { id: second }] },
    });
    expect(await client.tell('POST', '/jobs/start', { id: first })).toMatchObject({
      status: 200,
      body: { data: { id: first, status: 'running' } },
    });
    expect(await client.tell('POST', '/jobs/start', { id: second })).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            code: 'job.already_running',
            context: 'status',
            message: 'the client is running another job; that must end first',
          },
        ],
      },
    });
    expect(await client.call('GET', '/jobs/available')).toMatchObject({ body: { data: [{ id: second }] } });
    expect(await client.call('GET', '/jobs/current')).toMatchObject({ status: 200, body: { data: { id: first } } });
    expect(await client.tell('POST', '/jobs/end', { status: 'COMPLETE', message: 'no\ttrouble\0' })).toMatchObject({
      status: 200,
      body: { data: { id: first, status: 'complete', status_message: 'no trouble', domain_results: [] } },
    });
    expect(await client.tell('POST', '/jobs/end', { status: 'failed' })).toMatchObject(noJob);
    expect((await jobs.log(first)).slice(0, 2)).toEqual(['ready: made on demand', 'running']);
  });

  it('refuse an invalid body with the place of each fault', async () => {
    const stranger = await client.addJob();
    client = await TestCollector.of(jobs);
    expect(await client.call('GET', '/jobs/available')).toEqual({ status: 200, body: { data: [] } });
    expect(await client.tell('POST', '/jobs/start', { id: stranger })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'resource.not_found', context: 'body.id', message: `there is no job ${stranger}` }] },
    });
    for (const [path, body, context] of [
      ['/jobs/start', { id: 'x' }, 'body.id'],
      ['/jobs/start', {}, 'body.id'],
      ['/jobs/start', { id: 2 ** 31 }, 'body.id'],
      ['/jobs/end', { status: 'canceled' }, 'body.status'],
      ['/jobs/end', { status: 'complete', message: 3 }, 'body.message'],
      ['/clients/error', {}, 'body.task_error'],
    ] as const) {
      const { status, body: answer } = await client.tell('POST', path, body);
      expect([path, status]).toEqual([path, 400]);
      expect((answer as { errors: { context: string }[] }).errors[0]?.context).toBe(context);
    }
  });

  it('tell of errors, in the log of the job', async () => {
    const id = await client.runJob();
    const error = { task_error: 'no route\r\nto DC1', additional: 'x'.repeat(3_000) };
    expect(await client.tell('POST', '/clients/error', error)).toEqual({ status: 202, body: undefined });
    expect((await jobs.log(id)).at(-1)).toBe(`error of the client: no route to DC1: ${'x'.repeat(1_961)} …`);
    expect(await client.tell('POST', '/jobs/end', { status: 'FAILED', message: 'gave up' })).toMatchObject({
      body: { data: { status: 'failed', status_message: 'gave up' } },
    });
    expect((await client.tell('POST', '/clients/error', { task_error: 'later' })).status).toBe(202);
    expect((await jobs.log(id)).at(-1)).toBe('failed: gave up');
  });

  it('report errors without end, and the log of the job keeps the first', async () => {
    const id = await client.runJob();
    await jobs.app.database.query(
      `INSERT INTO job_log (job_id, at, line) SELECT $1, now(), 'line ' || n FROM generate_series(1, 996) n`,
      [id],
    );
    for (const task_error of ['one', 'two', 'three', 'four']) {
      expect((await client.tell('POST', '/clients/error', { task_error })).status).toBe(202);
    }
    const lines = await jobs.log(id);
    expect(lines).toHaveLength(1_000);
    expect(lines.slice(-2)).toEqual(['error of the client: one', 'there is more, in the log of the service']);
    expect(await client.tell('POST', '/jobs/end', { status: 'failed' })).toMatchObject({ status: 200 });
    expect((await jobs.log(id)).at(-1)).toBe('failed');
  });

  it('are signs of life of the job', async () => {
    const id = await client.runJob();
    const isFresh = async () => {
      const [row] = await jobs.app.database.query<{ fresh: boolean }>(
        `SELECT last_heartbeat_at > '2026-01-02' AS fresh FROM job WHERE id = $1`,
        [id],
      );
      await jobs.app.database.query(`UPDATE job SET last_heartbeat_at = '2026-01-01' WHERE id = $1`, [id]);
      return row?.fresh;
    };
    for (const [method, path, body] of [
      ['GET', '/jobs/current'],
      ['POST', '/ingest', JSON.parse(usersFile('S-1'))],
      ['PUT', '/clients/update', {}],
      ['POST', '/clients/error', { task_error: 'x' }],
    ] as const) {
      await isFresh();
      await (body === undefined ? client.call(method, path) : client.tell(method, path, body));
      expect([path, await isFresh()]).toEqual([path, true]);
    }
  });

  it.each(schemes)('are not visible to accounts, nor are their uploads: %s', async (scheme) => {
    for (const [method, path] of paths) {
      const answer = await jobs.app.as('administrator', scheme, method, `/api/v2${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const id = await client.runJob();
    await client.ingest(usersFile('S-1'));
    const [{ upload_id: hidden } = { upload_id: 0 }] = await jobs.app.database.query<{
      upload_id: number;
    }>('SELECT upload_id FROM job WHERE id = $1', [id]);
    const ask = (method: string, path: string, options?: SendOptions) =>
      jobs.app.as('administrator', scheme, method, `/api/v2/file-upload${path}`, options);
    const list = (await (await ask('GET', '')).json()) as { count: number; data: object[] };
    expect([list.count, list.data]).toEqual([0, []]);
    for (const [method, path] of [
      ['GET', `/${hidden}`],
      ['GET', `/${hidden}/completed-tasks`],
      ['POST', `/${hidden}/end`],
    ] as const) {
      expect([path, (await ask(method, path)).status]).toEqual([path, 404]);
    }
    expect((await ask('POST', `/${hidden}`, { body: usersFile('S-9') })).status).toBe(404);
    expect(await filesOf(jobs, id)).toHaveLength(1);
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
