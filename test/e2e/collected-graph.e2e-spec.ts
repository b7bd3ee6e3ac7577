import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { Estate } from '../../demo/generator/estate.js';
import { classicFile, type ClassicPayload } from '../../demo/generator/payload.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { JobRunsService } from '../../src/modules/enterprise/jobs/job-runs.service.js';
import { type TestApp, testApp } from '../support/app.js';
import { countsIn, countsOf } from '../support/collected-data.js';
import type { WireJob } from '../support/collection-administrator.js';
import { linesOfLog, logOfComplete, runIn } from '../support/job-log.js';
import { signedFetch, type SigningToken } from '../support/signed-client.js';
import { until } from '../support/until.js';

const [estate, other] = ['collected', 'another'].map(
  (seed) => new Estate({ seed, sizes: ESTATE_PRESETS.small, now: new Date('2026-10-01T12:00:00Z') }),
) as [Estate, Estate];
const directory = [...estate.directoryRun(), ...other.directoryRun().map((payload) => renamed(payload))];
const cloud = estate.cloudRun(0);

/** Estates of all seeds have the same name. */
function renamed(payload: ClassicPayload): ClassicPayload {
  function* items(): Generator<object> {
    for (const item of payload.items()) {
      yield JSON.parse(JSON.stringify(item).replaceAll('HALDEN', 'SELWYN').replaceAll('halden', 'selwyn')) as object;
    }
  }
  return { ...payload, items };
}

/** Batches as collectors send them: each is a file with some of the records. */
function batchesOf(payload: ClassicPayload, size = 200): string[] {
  const items = [...payload.items()];
  const pieces = Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
  return pieces.map((piece) => [...classicFile(piece, payload.meta)].join(''));
}

async function dataOf<T>(answer: Promise<Response>, status: number): Promise<T> {
  const response = await answer;
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.any(String)]);
  return (JSON.parse(text) as { data: T }).data;
}

describe('the files of a job', () => {
  let app: TestApp;
  let client: { readonly id: string; readonly token: SigningToken };

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise', runsTasks: true });
    client = await dataOf(app.call('POST', '/api/v2/clients', { name: 'one', type: 'directory' }), 201);
  });
  afterAll(() => app.close());

  const tell = (method: string, path: string, body: object) =>
    signedFetch(app.url, client.token, method, `/api/v2${path}`, { body: JSON.stringify(body) });

  async function start(scope: object = {}): Promise<number> {
    const options = { ad_structure_collection: true, session_collection: true, ...scope };
    const { id } = await dataOf<WireJob>(app.call('POST', `/api/v2/clients/${client.id}/jobs`, options), 201);
    expect((await tell('POST', '/jobs/start', { id })).status).toBe(200);
    return id;
  }

  async function send(text: string): Promise<void> {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const body = gzipSync(text);
    const answer = await signedFetch(app.url, client.token, 'POST', '/api/v2/ingest', { headers, body });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  }

  const get = (id: number) => dataOf<WireJob>(app.call('GET', `/api/v2/jobs/${id}`), 200);

  async function log(id: number): Promise<string[]> {
    return linesOfLog((await dataOf<{ log: string }>(app.call('GET', `/api/v2/jobs/${id}/log`), 200)).log);
  }

  /** Ends it, and waits for its result. */
  async function end(id: number): Promise<WireJob> {
    await dataOf(tell('POST', '/jobs/end', { status: 'COMPLETE', message: 'collected' }), 200);
    await until(async () => !['ingesting', 'analyzing'].includes((await get(id)).status), 120);
    return get(id);
  }

  it('are ingested, analysed and counted by domain', async () => {
    const id = await start();
    const gone = [`${estate.plan.domain.sid}-9999`, `${estate.plan.domain.sid}-9998`, 'a guid'];
    const deleted = JSON.stringify({ meta: { type: 'deleted', version: 6, count: 3 }, data: gone });
    const batches = [...directory.flatMap((payload) => batchesOf(payload)), deleted];
    for (const batch of batches) for (let time = 0; time < 2; time++) await send(batch);
    const job = await end(id);
    expect(job).toMatchObject({ status: 'complete', status_message: `all files were read: ${batches.length}` });

    const expected = countsOf(directory);
    expect(expected.size).toBe(2);
    expected.get(estate.plan.domain.name)!.deleted_count = 2;
    expect(job.domain_results.map((it) => [it['domain_name'], it['success'], it['message'], countsIn(it)])).toEqual(
      [...expected]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([domain, counts]) => [domain, true, '', counts]),
    );
    const run = runIn(await log(id));
    const rows = await app.database.query<{ run_id: string }>('SELECT run_id FROM data_quality_domain');
    expect(rows).toEqual([{ run_id: run }, { run_id: run }]);
    expect(await log(id)).toEqual(logOfComplete('ready: made on demand', batches.length, run));
  });

  it('may describe a cloud tenant', async () => {
    const id = await start();
    for (const batch of batchesOf(cloud)) await send(batch);
    const job = await end(id);
    const items = [...cloud.items()] as { kind: string; data: { displayName: string; tenantId: string } }[];
    const count = (kind: string) => items.filter((it) => it.kind === kind).length;
    const { displayName: tenant, tenantId } = items.find((it) => it.kind === 'AZTenant')!.data;
    expect(job).toMatchObject({
      status: 'complete',
      domain_results: [
        {
          domain_name: tenant.toUpperCase(),
          success: true,
          user_count: count('AZUser'),
          group_count: count('AZGroup'),
          computer_count: count('AZDevice'),
          ou_count: 0,
        },
      ],
    });
    const stats = `/api/v2/cloud-tenants/${tenantId}/data-quality-stats`;
    expect(await dataOf(app.call('GET', stats), 200)).toMatchObject([
      { users: count('AZUser'), devices: count('AZDevice'), run_id: runIn(await log(id)) },
    ]);
  });

  it('make the job partially complete if some are garbage, which its log names', async () => {
    const id = await start();
    const [users] = directory.filter(({ meta }) => meta['type'] === 'users');
    const [good, cut] = batchesOf(users!, 5);
    await send(good!);
    await send(cut!.slice(0, -100));
    await send(
      `{"meta":${JSON.stringify({ ...users!.meta, count: 5 })},${good!
        .slice(1)
        .replace(/,"meta".*$/s, '')
        .slice(0, -20)}`,
    );
    await send('{"data": [], "meta": {"type": 7, "version": 5}}');
    const job = await end(id);
    expect(job).toMatchObject({
      status: 'partially_complete',
      status_message: 'of 4 files 2 failed and 1 are incomplete',
      domain_results: [
        {
          success: false,
          message: '1 of 2 files were incomplete; 2 unreadable files may contain its data',
          user_count: 9,
        },
      ],
    });
    const faults = (await log(id)).filter((line) => line.startsWith('batch-'));
    expect(faults).toEqual([
      expect.stringMatching(/^batch-[0-9a-f]{12}\.json: ends too early/),
      expect.stringMatching(/^batch-[0-9a-f]{12}\.json: ends too early.*inside data\[4\]$/),
      expect.stringMatching(/^batch-[0-9a-f]{12}\.json: has no valid "meta"/),
    ]);
  });

  it('make the job failed if none can be read', async () => {
    const domain = (
      await dataOf<{ domainsid: string; name: string }[]>(app.call('GET', '/api/v2/ad-domains'), 200)
    )[0]!;
    const id = await start({ domains: [domain.domainsid] });
    await send('{"data": [], "meta": {"version": 5}}');
    const job = await end(id);
    expect(job).toMatchObject({
      status: 'failed',
      status_message: 'no file could be read: 1',
      domain_results: [{ domain_name: domain.name, success: false, message: 'no data was received', user_count: 0 }],
    });
    const lines = await log(id);
    expect(lines.slice(-2)[0]).toMatch(/^batch-.*has no valid "meta"/);
    expect(lines.filter((line) => line.startsWith('analysed by'))).toEqual([]);
  });

  it('stay in the graph if the job times out', async () => {
    const id = await start();
    const [users] = directory.filter(({ meta }) => meta['type'] === 'users');
    await send(batchesOf(users!, 7)[0]!);
    await app.database.query(`UPDATE job SET last_heartbeat_at = '2026-01-01' WHERE id = $1`, [id]);
    await app.app.get(JobRunsService, { strict: false }).timeOutSilent(new Date());
    await until(async () => (await log(id)).some((line) => line.startsWith('analysed by run ')), 120);
    const job = await get(id);
    expect(job).toMatchObject({
      status: 'timed_out',
      status_message: 'its client was silent for 600 s',
      domain_results: [
        { success: false, message: 'the job was timed_out before it had collected everything', user_count: 7 },
      ],
    });
    const answer = await tell('POST', '/jobs/end', { status: 'COMPLETE' });
    expect(answer.status).toBe(409);
  });
});
