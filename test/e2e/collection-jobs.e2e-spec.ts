import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Batch } from '../../demo/simulated-collector/collected-batches.js';
import { Estate } from '../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { batchesFor, filesOf, resultOf, usualData } from '../support/collected-data.js';
import type { CollectionAdministrator, WireJob } from '../support/collection-administrator.js';
import { type Deployment, deploy } from '../support/deployment.js';
import { type GraphDigest, graphDigest } from '../support/test-graph.js';
import { logOfComplete } from '../support/job-log.js';
import { build } from '../support/service-process.js';
import { ReferenceGraph } from '../support/reference-graph.js';
import { until } from '../support/until.js';

const WAY = ['ready', 'running', 'ingesting', 'analyzing', 'complete'];
const WEEK_MS = 7 * 86_400_000;

let program: string | undefined;
let reference: ReferenceGraph;
let deployment: Deployment;
let administrator: CollectionAdministrator;

beforeAll(async () => {
  [program, reference] = await Promise.all([build(), ReferenceGraph.open()]);
  deployment = await deploy(program);
  ({ administrator } = deployment);
});
afterAll(async () => {
  await Promise.all([deployment?.close(), reference?.close()]);
  if (program) await rm(program, { recursive: true, force: true });
});
afterEach(() => deployment?.empty());

/** Polls a job until its end. @returns the states that it had */
async function statesOf(id: number): Promise<string[]> {
  const seen: string[] = [];
  await until(
    async () => {
      const { status } = await administrator.job(id);
      if (seen.at(-1) !== status) seen.push(status);
      return !WAY.slice(0, -1).includes(status);
    },
    60,
    50,
  );
  return seen;
}

/**
 * Creates a job on demand, runs a collector for it, and waits for its end.
 * @param expected the valid batches, which are ingested for comparison meanwhile
 */
async function collected(
  client: Awaited<ReturnType<CollectionAdministrator['createClient']>>,
  options: Readonly<Record<string, string>>,
  expected: (job: WireJob) => readonly Batch[] = () => [],
): Promise<{ readonly job: WireJob; readonly digest: GraphDigest }> {
  const id = await administrator.createJob(client.id);
  const batches = expected(await administrator.job(id));
  const collector = deployment.collect(client.token, options);
  const over = collector.ended.then(() => administrator.untilOver(id));
  const [job, digest] = await Promise.all([over, reference.of(filesOf(batches))]);
  return { job, digest };
}

/** The objects that can be read if three batches in ten break off. */
function goodOf(job: WireJob): readonly Batch[] {
  return batchesFor('directory', job, { garbage: 0.3 }).filter(({ isGarbage }) => !isGarbage);
}

function garbageLinesOf(log: readonly string[]): readonly string[] {
  return log.filter((line) => line.startsWith('batch-'));
}

describe('a collected job', () => {
  it('of an event passes every state and gets the results of its domain, as does a job on demand', async () => {
    const client = await administrator.createClient('one', 'directory');
    const first = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    const event = await administrator.createEvent(client.id, first, 'WEEKLY');
    const list = () => administrator.jobs(`/jobs?client_id=eq:${client.id}`);
    await until(async () => (await list()).length > 0, 60, 200);
    const made = await list();
    expect(made).toMatchObject([
      { status: 'ready', execution_time: first.toISOString(), event_id: { int32: event, valid: true } },
    ]);
    const next = new Date(first.getTime() + WEEK_MS).toISOString();
    expect(await administrator.call(200, 'GET', `/events?next_scheduled_at=eq:${next}`)).toMatchObject({ count: 1 });

    const [{ id }] = made as [WireJob];
    const collector = deployment.collect(client.token, { rate: '30' });
    const batches = batchesFor('directory', made[0]!);
    const [seen, digest] = await Promise.all([statesOf(id), reference.of(filesOf(batches))]);
    expect([WAY.filter((status) => seen.includes(status)), seen.at(-1)]).toEqual([seen, 'complete']);
    await collector.ended;
    const records = batches.reduce((sum, it) => sum + it.records, 0);
    const sent = { batches: batches.length, records, garbage: 0, refused: 0 };
    expect(collector.report()).toMatchObject({ end: 'done', jobs: [{ id, end: 'complete', ...sent }] });

    const run = await administrator.runOf(id);
    expect(await administrator.log(id)).toEqual(logOfComplete(`ready: made by event ${event}`, batches.length, run));
    const finished = await administrator.jobs(`/jobs/finished?client_id=eq:${client.id}`);
    expect(finished).toMatchObject([
      { id, status: 'complete', domain_results: [{ success: true, message: '', ...resultOf(batches) }] },
    ]);
    expect(await administrator.runsOfDomain()).toEqual([run]);
    expect(await graphDigest(deployment.database)).toEqual(digest);

    const { job: second } = await collected(client, {});
    expect(second).toMatchObject({ status: 'complete', event_id: { valid: false } });
    const runs = [run, await administrator.runOf(second.id)];
    expect(await administrator.runsOfDomain()).toEqual(runs);
    expect(new Set(runs).size).toBe(2);
  });

  it('of a tenant adds a row of its data quality', async () => {
    const client = await administrator.createClient('cloud', 'cloud');
    const { job, digest } = await collected(client, {}, (it) => batchesFor('cloud', it));
    const { seed, preset } = usualData;
    const estate = new Estate({ seed, sizes: ESTATE_PRESETS[preset], now: new Date(job.execution_time) });
    const { id, counts } = estate.tenantAt(estate.cloudRuns - 1);
    const { users, groups, devices } = counts;
    expect(job).toMatchObject({
      status: 'complete',
      domain_results: [{ success: true, user_count: users, group_count: groups, computer_count: devices }],
    });
    expect(await administrator.dataQuality(`cloud-tenants/${id}`)).toMatchObject([
      { tenantid: id, users, groups, devices, run_id: await administrator.runOf(job.id) },
    ]);
    expect(await graphDigest(deployment.database)).toEqual(digest);
  });

  it('has the same result if every batch is sent four times', async () => {
    const client = await administrator.createClient('stammerer', 'directory');
    const options = { repeat: '4', rate: '100' };
    const { job, digest } = await collected(client, options, (it) => batchesFor('directory', it));
    const batches = batchesFor('directory', job);
    const message = `all files were read: ${batches.length}`;
    expect(job).toMatchObject({
      status: 'complete',
      status_message: message,
      domain_results: [{ success: true, message: '', ...resultOf(batches) }],
    });
    expect(await graphDigest(deployment.database)).toEqual(digest);
  });

  it('with some garbage ingests the rest and logs each fault', async () => {
    const client = await administrator.createClient('mumbler', 'directory');
    const { job, digest } = await collected(client, { garbage: '0.3', rate: '100' }, goodOf);
    const batches = batchesFor('directory', job, { garbage: 0.3 });
    const good = goodOf(job);
    const failed = batches.length - good.length;
    expect([good.length, failed].every((it) => it > 0)).toBe(true);
    expect(job).toMatchObject({
      status: 'partially_complete',
      domain_results: [
        {
          ...resultOf(good),
          success: false,
          message: `${failed} unreadable files may contain its data`,
        },
      ],
    });
    const log = await administrator.log(job.id);
    expect(garbageLinesOf(log)).toEqual(
      Array.from({ length: failed }, () => expect.stringMatching(/^batch-[0-9a-f]{12}\.json: ends too early/)),
    );
    expect(log.at(-1)).toBe(`partially_complete: ${job.status_message}`);
    expect(await graphDigest(deployment.database)).toEqual(digest);
  });

  it('with nothing but garbage fails', async () => {
    const client = await administrator.createClient('babbler', 'directory');
    const { job } = await collected(client, { garbage: '1', rate: '100' });
    const files = batchesFor('directory', job, { garbage: 1 }).length;
    expect(job).toMatchObject({
      status: 'failed',
      status_message: `no file could be read: ${files}`,
      domain_results: [],
    });
    const log = await administrator.log(job.id);
    expect(garbageLinesOf(log)).toHaveLength(files);
    expect(log.filter((line) => line.startsWith('analysed by'))).toEqual([]);
    expect((await graphDigest(deployment.database)).nodes.count).toBe(0);
  });
});
