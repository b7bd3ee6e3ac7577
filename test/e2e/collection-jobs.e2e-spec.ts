import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { balance } from '../support/balancer.js';
import { batchesFor, filesOf, resultOf } from '../support/collected-data.js';
import type { CollectorProcess } from '../support/collector-process.js';
import { type Deployment, deploy } from '../support/deployment.js';
import { graphDigest } from '../support/test-graph.js';
import { logOfComplete } from '../support/job-log.js';
import { build, startService } from '../support/service-process.js';
import { ReferenceGraph } from '../support/reference-graph.js';
import { until } from '../support/until.js';

/** Slow, so that batches are left when a process is killed. */
const SLOW = { rate: '8' };

const WAY = ['ready', 'running', 'ingesting', 'analyzing', 'complete'];
const WEEK_MS = 7 * 86_400_000;

/** Seconds; longer than any live client is silent on a slow machine. */
const CLIENT_TIMEOUT = 300;

let program: string | undefined;
let reference: ReferenceGraph;
let deployment: Deployment;

beforeAll(async () => {
  [program, reference] = await Promise.all([build(), ReferenceGraph.open()]);
  deployment = await deploy(program, { CLIENT_TIMEOUT: String(CLIENT_TIMEOUT) });
});
afterAll(async () => {
  await Promise.all([deployment?.close(), reference?.close()]);
  if (program) await rm(program, { recursive: true, force: true });
});
afterEach(() => deployment?.empty());

/** The middle of fifteen batches; the fifth contains the domain. */
async function untilHalfSent(collector: CollectorProcess): Promise<void> {
  await until(() => collector.batches() >= 6, 60);
}

/** Runs the sweep for due events and silent clients, which otherwise runs every quarter of a minute. */
async function sweep(): Promise<void> {
  await deployment.database.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE key = 'periodic:schedule-jobs'`,
  );
}

/** @returns the id and the time of an event of a client, which has made its job or is about to */
async function dueEvent(client: string, frequency?: 'WEEKLY'): Promise<[id: number, time: Date]> {
  const time = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
  const id = await deployment.administrator.createEvent(client, time, frequency);
  await sleep(time.getTime() - Date.now());
  await sweep();
  return [id, time];
}

/** Polls a job until its end. @returns the states that it had */
async function statesOf(id: number): Promise<string[]> {
  const seen: string[] = [];
  await until(
    async () => {
      const { status } = await deployment.administrator.job(id);
      if (seen.at(-1) !== status) seen.push(status);
      return !WAY.slice(0, -1).includes(status);
    },
    60,
    50,
  );
  return seen;
}

/** Number of files in the log of a job; each was read once. */
function filesIn(log: readonly string[]): number {
  const said = log.flatMap((line) => /^read: all files were read: (\d+)$/.exec(line)?.[1] ?? []);
  expect(said).toHaveLength(1);
  return Number(said[0]);
}

/** The job completed with the expected result by one analysis run, and passed each state once. */
async function expectUndisturbedJob(id: number): Promise<void> {
  const { administrator, database } = deployment;
  const batches = batchesFor(await administrator.job(id));
  const [job, digest] = await Promise.all([administrator.untilOver(id), reference.of(filesOf(batches))]);
  expect(job).toMatchObject({
    status: 'complete',
    domain_results: [{ success: true, message: '', ...resultOf(batches) }],
  });
  const run = await administrator.runOf(id);
  expect(await administrator.log(id)).toEqual(
    logOfComplete(expect.stringMatching(/^ready: made (on demand|by event \d+)$/), batches.length, run),
  );
  expect((await administrator.runsOfDomain()).filter((it) => it === run)).toHaveLength(1);
  expect(await graphDigest(database)).toEqual(digest);
}

describe('a collector that is killed in the middle of a job', () => {
  it('and does not return: the job times out, and its files are in the graph', async () => {
    const { administrator, database } = deployment;
    const client = await administrator.createClient('gone', 'directory');
    const id = await administrator.createJob(client.id);
    const collector = deployment.collect(client.token, SLOW);
    await untilHalfSent(collector);
    await collector.kill();
    await database.query(`UPDATE job SET last_heartbeat_at = last_heartbeat_at - make_interval(secs => $1)`, [
      CLIENT_TIMEOUT,
    ]);
    await sweep();

    const log = () => administrator.log(id);
    await until(async () => (await log()).at(-1)?.startsWith('analysed by run ') === true, 90, 200);
    const [job] = await administrator.jobs('/jobs/finished');
    const batches = batchesFor(job!);
    const sent = batches.slice(0, filesIn(await log()));
    expect([sent.length >= 6, sent.length < batches.length]).toEqual([true, true]);
    expect(job).toMatchObject({
      id,
      status: 'timed_out',
      status_message: `its client was silent for ${CLIENT_TIMEOUT} s`,
      domain_results: [
        {
          success: false,
          message: 'the job was timed_out before it had collected everything',
          ...resultOf(sent),
        },
      ],
    });
    const run = await administrator.runOf(id);
    expect(await log()).toEqual([
      'ready: made on demand',
      'running',
      `timed_out: its client was silent for ${CLIENT_TIMEOUT} s`,
      `read: all files were read: ${sent.length}`,
      `analysed by run ${run}`,
    ]);
    expect(await administrator.runsOfDomain()).toEqual([run]);
    expect(await graphDigest(database)).toEqual(await reference.of(filesOf(sent)));
  });

  it('and starts again: it finds its job, which completes as if nothing had happened', async () => {
    const { administrator } = deployment;
    const client = await administrator.createClient('back', 'directory');
    const id = await administrator.createJob(client.id);
    const first = deployment.collect(client.token, SLOW);
    await untilHalfSent(first);
    await first.kill();

    const second = deployment.collect(client.token, { rate: '100' });
    await second.ended;
    expect(second.output()).toContain(`job ${id}: found running, sending it again from the start`);
    expect(second.report()).toMatchObject({ end: 'done', jobs: [{ id, end: 'complete' }] });
    await expectUndisturbedJob(id);
  });
});

describe('a service that is killed', () => {
  it('while it receives, ingests and analyses: the job completes as if nothing had happened', async () => {
    const { administrator, database, service } = deployment;
    const client = await administrator.createClient('patient', 'directory');
    const id = await administrator.createJob(client.id);
    const collector = deployment.collect(client.token, SLOW);
    const waiting = async (statement: string) => (await database.query(statement)).length > 0;

    await database.transaction(async (analysis) => {
      // The analysis writes rows of data quality at its end, and has to wait.
      await analysis.query('LOCK TABLE data_quality_domain IN SHARE MODE');
      await database.transaction(async (reading) => {
        // The write lock of the graph: readers have to wait for it.
        await reading.query('SELECT pg_advisory_xact_lock(7268001)');
        await untilHalfSent(collector);
        await service.kill('service');
        await collector.ended;
        await until(() => waiting(`SELECT FROM upload_file WHERE status = 'reading' AND attempts > 1`), 60);
        expect((await administrator.job(id)).status).toBe('ingesting');
        await service.kill('service');
      });
      await until(
        () => waiting(`SELECT FROM pg_locks WHERE relation = 'data_quality_domain'::regclass AND NOT granted`),
        60,
      );
      expect((await administrator.job(id)).status).toBe('analyzing');
      await service.kill('service');
    });

    expect(collector.output()).toMatch(/; again in 0\.5 s\n/);
    expect(collector.report()).toMatchObject({ end: 'done', jobs: [{ id, end: 'complete' }] });
    await expectUndisturbedJob(id);
  });

  it('beside another instance: the other one completes the job', async () => {
    const { administrator, environment, service } = deployment;
    const other = startService(program!, { ...environment, PORT: '0' });
    const balancer = await balance([(await other.listening)!, await service.url()]);
    try {
      const client = await administrator.createClient('lucky', 'directory');
      const collector = deployment.collect(client.token, { ...SLOW, url: balancer.url });
      await dueEvent(client.id);
      await untilHalfSent(collector);
      const seen = await service.output();
      other.kill();
      await collector.ended;

      const [job, ...others] = await administrator.jobs(`/jobs?client_id=eq:${client.id}`);
      expect(others).toEqual([]);
      await expectUndisturbedJob(job!.id);
      const ofBatches = '"principal":"client:lucky","method":"POST","route":"/api/v2/ingest"';
      const outputs = [other.output(), seen, await service.output()];
      expect(outputs.map((it) => it.includes(ofBatches))).toEqual([true, false, true]);
    } finally {
      await balancer.close();
      await other.stop();
    }
  });
});

describe('a job of an event', () => {
  it('passes every state and gets the results of its domain', async () => {
    const { administrator } = deployment;
    const client = await administrator.createClient('one', 'directory');
    const [event, time] = await dueEvent(client.id, 'WEEKLY');
    const list = () => administrator.jobs(`/jobs?client_id=eq:${client.id}`);
    await until(async () => (await list()).length > 0, 60, 200);
    const [job, ...others] = await list();
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      status: 'ready',
      execution_time: time.toISOString(),
      event_id: { int32: event, valid: true },
    });
    const next = new Date(time.getTime() + WEEK_MS).toISOString();
    expect(await administrator.call(200, 'GET', `/events?next_scheduled_at=eq:${next}`)).toMatchObject({ count: 1 });

    const { id } = job!;
    const collector = deployment.collect(client.token, { rate: '30' });
    const seen = await statesOf(id);
    expect([WAY.filter((status) => seen.includes(status)), seen.at(-1)]).toEqual([seen, 'complete']);
    await collector.ended;
    const batches = batchesFor(job!);
    const records = batches.reduce((sum, it) => sum + it.records, 0);
    const sent = { batches: batches.length, records, garbage: 0, refused: 0 };
    expect(collector.report()).toMatchObject({ end: 'done', jobs: [{ id, end: 'complete', ...sent }] });
    await expectUndisturbedJob(id);
  });
});
