import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { schemes, type TestApp, testApp } from '../../../test/support/app.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { until } from '../../../test/support/until.js';
import { noCollectionOptions } from '../../collection/collection-scope.js';
import { ConflictError, NotFoundError } from '../../common/errors.js';
import { IngestJobs } from '../../ingest/jobs/ingest-jobs.js';
import { Pipeline } from '../../pipeline/pipeline.js';
import { ClientsService } from '../clients/clients.service.js';
import { JobOrdersService } from './job-orders.service.js';
import { JobResultsService } from './job-results.service.js';
import { JobRunsService } from './job-runs.service.js';
import { domainResult } from './job.fixture.js';

const nobody = '99999999-9999-4999-8999-999999999999';
const scope = { ...noCollectionOptions, adStructureCollection: true, ous: [], domains: [] };
const collected = { outcome: 'collected', message: '' } as const;

interface Wire {
  readonly id: number;
  readonly status: string;
  readonly status_message: string;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly domain_results: readonly Record<string, unknown>[];
}

describe('the life of a job', () => {
  let app: TestApp;
  let judge: OpenApiJudge;
  let runs: JobRunsService;
  let orders: JobOrdersService;
  let results: JobResultsService;
  let ingest: IngestJobs;
  let client: string;
  let clients = 0;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
    judge = await OpenApiJudge.of(app.url);
    runs = app.app.get(JobRunsService);
    orders = app.app.get(JobOrdersService, { strict: false });
    results = app.app.get(JobResultsService, { strict: false });
    ingest = app.app.get(IngestJobs);
    await app.database.query(
      `INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
       SELECT 'OU-1', id, ARRAY[id], 'STAFF', true, '2026-01-01', '{"distinguishedname": "OU=Staff,DC=Corp"}' FROM kind
       WHERE name = 'OU'`,
    );
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = await addClient();
  });

  async function addClient(): Promise<string> {
    const draft = { name: `collector ${++clients}`, type: 'directory', domainController: 'DC1' } as const;
    return (await app.app.get(ClientsService).create(draft)).client.id;
  }

  async function read(method: string, path: string, response: Response): Promise<{ status: number; body: unknown }> {
    const documented = path.replace(/jobs\/\d+/, 'jobs/{job_id}').replace(/clients\/[^/]+/, 'clients/{client_id}');
    expect(await judge.faultsOf(method, `/api/v2${documented}`, response)).toEqual([]);
    return { status: response.status, body: await response.json() };
  }

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    return read(method, path, await app.call(method, `/api/v2${path}`, body));
  }

  async function get(id: number): Promise<Wire> {
    return ((await call('GET', `/jobs/${id}`)).body as { data: Wire }).data;
  }

  async function log(id: number): Promise<string[]> {
    const { body } = await call('GET', `/jobs/${id}/log`);
    const lines = (body as { data: { log: string } }).data.log.split('\n').slice(0, -1);
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /);
    return lines.map((line) => line.slice(25));
  }

  async function running(): Promise<number> {
    const id = await orders.createOnDemand(client, scope);
    await runs.start(client, id);
    return id;
  }

  it.each(schemes)('begins on demand, is canceled, and has a log: %s', async (scheme) => {
    const send = async (method: string, path: string, body?: object) =>
      read(
        method,
        path,
        await app.as('power_user', scheme, method, `/api/v2${path}`, body ? { body: JSON.stringify(body) } : {}),
      );
    const made = await send('POST', `/clients/${client}/jobs`, {
      session_collection: true,
      ous: ['ou=staff,dc=corp'],
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: {
          client_id: client,
          event_id: { int32: 0, valid: false },
          status: 'ready',
          session_collection: true,
          start_time: null,
          domain_controller: 'DC1',
          ous: [{ objectid: 'OU-1', exists: true }],
        },
      },
    });
    const { id } = (made.body as { data: Wire }).data;
    expect(await send('PUT', `/jobs/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { data: { id, status: 'canceled', status_message: 'by a-power_user' } },
    });
    expect(await send('PUT', `/jobs/${id}/cancel`)).toMatchObject({
      status: 409,
      body: {
        errors: [{ context: 'status', message: "the job is canceled and can't become canceled; that state is final" }],
      },
    });
    const answer = await send('GET', `/jobs/${id}/log`);
    const { log: text } = (answer.body as { data: { log: string } }).data;
    expect(text.replaceAll(/^\S+ /gm, '')).toBe('ready: made on demand\ncanceled: by a-power_user\n');
  });

  it('refuses what is not there, and what can not be collected', async () => {
    const body = { session_collection: true };
    expect(await call('POST', `/clients/${nobody}/jobs`, body)).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'path.client_id', message: `there is no client ${nobody}` }] },
    });
    expect(await call('PUT', '/jobs/999/cancel')).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'path.job_id' }] },
    });
    expect(await call('GET', '/jobs/999/log')).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'path.job_id' }] },
    });
    const faultsOf = async (given: object) => {
      const answer = await call('POST', `/clients/${client}/jobs`, given);
      expect(answer.status).toBe(400);
      return (answer.body as { errors: { context: string }[] }).errors.map(({ context }) => context);
    };
    expect(await faultsOf({})).toEqual(['body']);
    expect(await faultsOf({ ...body, ous: ['OU-1'], all_trusted_domains: true })).toEqual([
      'body.ous',
      'body.all_trusted_domains',
    ]);
    expect(await faultsOf({ ...body, ous: ['OU-1', 'OU-2'] })).toEqual(['body.ous[1]']);
    expect(await faultsOf({ ...body, rrule: 'x' })).toEqual(['body.rrule']);
  });

  it('is in the audit log where somebody makes it or calls it off, also in vain', async () => {
    await app.database.query('TRUNCATE audit_log');
    const made = await call('POST', `/clients/${client}/jobs`, { session_collection: true, ous: ['OU-1'] });
    const { id } = (made.body as { data: Wire }).data;
    await call('POST', `/clients/${nobody}/jobs`, { session_collection: true });
    await call('POST', `/clients/${client}/jobs`, { all_trusted_domains: true });
    await call('PUT', `/jobs/${id}/cancel`);
    await call('PUT', `/jobs/${id}/cancel`);
    const listed = await app.call('GET', '/api/v2/audit?sort_by=id');
    const { data } = (await listed.json()) as { data: Record<string, unknown>[] };
    expect(data.map((entry) => [entry['action'], entry['resource'], entry['outcome'], entry['details']])).toEqual([
      ['job.create', `clients/${client}/jobs`, 'success', { id, session_collection: true, ous: ['OU-1'] }],
      [
        'job.create',
        `clients/${nobody}/jobs`,
        'failure',
        { session_collection: true, reason: `path.client_id: there is no client ${nobody}` },
      ],
      [
        'job.create',
        `clients/${client}/jobs`,
        'failure',
        { all_trusted_domains: true, reason: expect.stringContaining('body: there is nothing to collect') },
      ],
      ['job.cancel', `jobs/${id}`, 'success', {}],
      [
        'job.cancel',
        `jobs/${id}`,
        'failure',
        { reason: "status: the job is canceled and can't become canceled; that state is final" },
      ],
    ]);
    expect(data.map((entry) => entry['actor'])).toEqual(Array(5).fill('a-administrator'));
  });

  it('goes from ready to complete, with what its domains gave', async () => {
    const id = await orders.createOnDemand(client, scope);
    expect(await runs.current(client)).toBeNull();
    expect(await runs.receiving(client)).toBeNull();
    expect(await runs.start(client, id)).toMatchObject({ id, status: 'running', ingestJobId: null });
    expect(await runs.current(client)).toMatchObject({ id });

    const [first, second] = await Promise.all([runs.receiving(client), runs.receiving(client)]);
    expect(first).toEqual({ jobId: id, ingestJobId: expect.any(Number) });
    expect(second).toEqual(first);
    const ingestJobId = first?.ingestJobId ?? 0;
    const file = { name: 'x.json', media: 'json', spoolKey: `k-${id}`, size: 2, sha256: '00' } as const;
    const fileId = await ingest.addFile(ingestJobId, file);
    expect(await runs.end(client, { outcome: 'collected', message: 'all of it' })).toMatchObject({
      status: 'ingesting',
    });
    expect(await runs.end(client, collected)).toBeNull();
    expect((await ingest.find(ingestJobId))?.status).toBe('ingesting');

    await ingest.finishFile(fileId, 'it was no JSON');
    expect(await results.toAnalyzing(ingestJobId)).toBe(true);
    expect(await results.toAnalyzing(ingestJobId)).toBe(false);
    expect(await results.noteInRun(id, 'x.json: it was no JSON')).toBe(true);
    const end = {
      status: 'partially_complete',
      message: '1 file failed',
      results: [domainResult(), domainResult({ domainName: 'LAB', success: false })],
      lines: ['CORP.EXAMPLE: 3 computers'],
    } as const;
    expect(await results.finish(ingestJobId, end)).toBe(true);
    expect(await results.finish(ingestJobId, end)).toBe(false);

    const job = await get(id);
    expect(job).toMatchObject({ status: 'partially_complete', status_message: '1 file failed' });
    expect(job.domain_results).toMatchObject([
      { domain_name: 'CORP.EXAMPLE', success: true, user_count: 1, deleted_count: 12 },
      { domain_name: 'LAB', success: false },
    ]);
    expect(await log(id)).toEqual([
      'ready: made on demand',
      'running',
      'ingesting: all of it',
      'analyzing',
      'x.json: it was no JSON',
      'CORP.EXAMPLE: 3 computers',
      'partially_complete: 1 file failed',
    ]);
  });

  it('is one at a time for a client, and of that client alone', async () => {
    const first = await running();
    const second = await orders.createOnDemand(client, scope);
    await expect(runs.start(client, second)).rejects.toThrow(
      'status: the client is running another job; that must end first',
    );
    await expect(runs.start(client, first)).rejects.toThrow(
      "status: the job is running and can't become running; it can become ingesting, failed, timed_out, canceled",
    );
    const stranger = await addClient();
    await expect(runs.start(stranger, second)).rejects.toThrow(
      new NotFoundError('path.job_id', `there is no job ${second}`),
    );
    expect(await runs.receiving(stranger)).toBeNull();
    expect(await runs.end(stranger, collected)).toBeNull();
    expect(await get(first)).toMatchObject({ status: 'running' });
  });

  it('is started once, and ended once, however many ask at the same time', async () => {
    const ids = [await orders.createOnDemand(client, scope), await orders.createOnDemand(client, scope)];
    const starts = await Promise.allSettled([...ids, ...ids, ...ids].map((id) => runs.start(client, id)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = starts.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
    expect(reasons).toEqual(Array(5).fill(expect.any(ConflictError)));
    const job = await runs.current(client);
    const ends = await Promise.allSettled([
      runs.end(client, collected),
      orders.cancel(job?.id ?? 0, 'alice'),
      runs.end(client, { outcome: 'failed', message: 'gave up' }),
      runs.timeOutSilent(new Date(Date.now() + 601_000)),
    ]);
    const { status } = await get(job?.id ?? 0);
    expect(['complete', 'canceled', 'failed', 'timed_out']).toContain(status);
    expect((await log(job?.id ?? 0)).filter((line) => line.startsWith(status))).toHaveLength(1);
    const refused = ends.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
    const count = status === 'canceled' ? 0 : 1;
    expect(refused).toEqual(Array(count).fill(expect.any(ConflictError)));
  });

  it('is complete where its client sent nothing, and failed where it gave up, with what it sent read', async () => {
    const empty = await running();
    expect(await runs.end(client, collected)).toMatchObject({ status: 'complete' });
    expect(await log(empty)).toEqual(['ready: made on demand', 'running', 'ingesting', 'analyzing', 'complete']);

    const failed = await running();
    const batch = await runs.receiving(client);
    expect(await runs.end(client, { outcome: 'failed', message: 'no route to DC1' })).toMatchObject({
      status: 'failed',
      statusMessage: 'no route to DC1',
    });
    expect((await ingest.find(batch?.ingestJobId ?? 0))?.status).toBe('complete');
    expect(await get(failed)).toMatchObject({ start_time: expect.any(String), end_time: expect.any(String) });
    expect(await results.toAnalyzing(batch?.ingestJobId ?? 0)).toBe(false);
  });

  it('times out when its client falls silent, and not while it is heard of', async () => {
    const id = await running();
    const batch = await runs.receiving(client);
    const began = Date.now();
    expect(await runs.timeOutSilent(new Date(began - 1_000 + 600_000))).not.toContain(id);
    await app.database.query(`UPDATE job SET last_heartbeat_at = now() - interval '590 seconds' WHERE id = $1`, [id]);
    await runs.current(client);
    expect(await runs.timeOutSilent()).not.toContain(id);
    await app.database.query(`UPDATE job SET last_heartbeat_at = now() - interval '601 seconds' WHERE id = $1`, [id]);
    expect(await runs.timeOutSilent()).toContain(id);
    expect(await get(id)).toMatchObject({ status: 'timed_out', status_message: 'its client was silent for 600 s' });
    expect((await ingest.find(batch?.ingestJobId ?? 0))?.status).toBe('complete');
    expect(await runs.current(client)).toBeNull();
    await runs.start(client, await orders.createOnDemand(client, scope));
  });

  it('is closed for batches also where whoever ended it died before that', async () => {
    const id = await running();
    const batch = await runs.receiving(client);
    await app.app.get(ClientsService).delete(client);
    expect((await log(id)).at(-1)).toBe('canceled: its client was deleted');
    expect((await ingest.find(batch?.ingestJobId ?? 0))?.status).toBe('running');
    await runs.closeEnded();
    expect((await ingest.find(batch?.ingestJobId ?? 0))?.status).toBe('complete');
  });
});

describe('the schedule of a process that runs tasks', () => {
  it('makes the jobs of events that are due', async () => {
    const app = await testApp({ edition: 'enterprise' });
    try {
      const made = await app.call('POST', '/api/v2/clients', { name: 'a collector', type: 'directory' });
      const { id: client_id } = ((await made.json()) as { data: { id: string } }).data;
      const rrule = 'DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=5';
      await app.call('POST', '/api/v2/events', { client_id, rrule, session_collection: true });
      await app.database.query(`UPDATE event SET next_scheduled_at = now() - interval '1 hour'`);
      app.app.get(Pipeline).start();
      const jobs = async () => {
        const page = (await (await app.call('GET', '/api/v2/jobs?sort_by=id')).json()) as { data: readonly object[] };
        return page.data;
      };
      await until(async () => (await jobs()).length > 0);
      expect((await jobs())[0]).toMatchObject({
        client_id,
        event_id: { int32: 1, valid: true },
        session_collection: true,
      });
    } finally {
      await app.close();
    }
  });
});
