import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Table from 'cli-table3';
import { Timings } from '../graph/timing.js';
import { MeasuredProcess } from '../http/measured-process.js';
import { withFolder } from '../with-folder.js';
import { writeCollection } from './collection.js';
import { PacedCalls } from './paced-calls.js';
import { serviceEnvironment, user } from './service-environment.js';
import { UploadClient } from './upload-client.js';
import type { UploadOrder } from './upload-process.js';

/** A load that two cores bear beside an ingest: the question is how long an answer takes, not how many fit in a second. */
const perSecond = 50;
const [warmUpSeconds, idleSeconds, turnSeconds] = [5, 20, 5] as const;
const path = '/api/v2/asset-groups/1';

/** How long operation 5 takes while a collection of so many nodes is ingested, against the same service idle. */
export async function measureReads(nodes: number): Promise<void> {
  await withFolder(async (folder) => {
    await mkdir(join(folder, 'data'));
    const { files } = await writeCollection(folder, { nodes, changeEvery: 0, padding: 0 });
    const environment = serviceEnvironment(join(folder, 'data'));
    const service = await MeasuredProcess.start(new URL('../http/service.js', import.meta.url), environment);
    try {
      report(await compare(service, files));
    } finally {
      await service.stop();
    }
  });
}

interface Comparison {
  readonly idle: Timings;
  /** One for each few seconds of the ingest and of the analysis after it. */
  readonly busy: readonly Timings[];
}

async function compare(service: MeasuredProcess, files: readonly string[]): Promise<Comparison> {
  const client = await UploadClient.logIn(service.url, user.name, user.password);
  const uploader = await MeasuredProcess.start(new URL('upload-process.js', import.meta.url), {});
  const calls = new PacedCalls({ url: service.url + path, headers: client.headers }, perSecond);
  try {
    await calls.during(warmUpSeconds);
    const idle = await calls.during(idleSeconds);
    const ingest = { isDone: false };
    const order: UploadOrder = { url: service.url, files };
    const ingested = uploader.ask(order).finally(() => {
      ingest.isDone = true;
    });
    ingested.catch(() => {});
    const busy: Timings[] = [];
    while (!ingest.isDone) busy.push(await calls.during(turnSeconds));
    expectSuccess(await ingested);
    return { idle, busy };
  } finally {
    calls.close();
    await uploader.stop();
  }
}

function expectSuccess(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('failure' in answer) || answer.failure !== null)
    throw new Error(`the upload failed: ${JSON.stringify(answer)}`);
}

function report({ idle, busy }: Comparison): void {
  const table = new Table({ head: ['', 'p50 ms', 'p99 ms', 'p99, times idle'], style: { head: [], border: [] } });
  const row = (title: string, timings: Timings) => {
    const [p50, p99] = [timings.percentile(0.5), timings.percentile(0.99)];
    table.push([title, p50.toFixed(1), p99.toFixed(1), (p99 / idle.percentile(0.99)).toFixed(1)]);
  };
  row('idle', idle);
  for (const [turn, timings] of busy.entries()) row(`from second ${turn * turnSeconds} of the ingest on`, timings);
  row('the whole ingest', Timings.of(busy));
  process.stdout.write(`Operation 5, ${perSecond} calls a second\n${table.toString()}\n`);
}
