import http from 'node:http';
import { join } from 'node:path';
import { get, paced } from '../http/paced.js';
import { estateOfNodes, writeFiles } from '../estate.js';
import { printTable, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { serviceEnvironment, serviceProgram, user, withFolder } from '../product.js';
import { UploadClient } from './upload-client.js';
import type { UploadOrder } from './upload-process.js';

/** A load that two cores bear beside an ingest: latency is measured, not throughput. */
const perSecond = 50;
const [warmUpSeconds, idleSeconds, turnSeconds] = [5, 20, 5] as const;
const path = '/api/v2/asset-groups/1';

/** Measures the latency of operation 5 while a collection is uploaded, ingested and analysed, and on the idle service. */
export async function measureReads(nodes: number): Promise<void> {
  await withFolder(async (folder) => {
    const { files } = await writeFiles(join(folder, 'files'), estateOfNodes(nodes));
    const environment = serviceEnvironment(join(folder, 'data'));
    report(await MeasuredProcess.during(serviceProgram, environment, (service) => compare(service, files)));
  });
}

interface Comparison {
  readonly idle: Timings;
  /** One for each turn of the ingest and of the analysis after it. */
  readonly busy: readonly Timings[];
}

async function compare(service: MeasuredProcess, files: readonly string[]): Promise<Comparison> {
  const client = await UploadClient.logIn(service.url, user);
  const uploader = await MeasuredProcess.start(new URL('upload-process.js', import.meta.url), {});
  const agent = new http.Agent({ keepAlive: true });
  const readsDuring = (seconds: number) =>
    paced(seconds, 1000 / perSecond, async () => {
      const { status, body } = await get(service.url + path, client.headers, agent);
      if (status !== 200) throw new Error(`${status}: ${body}`);
    });
  try {
    await readsDuring(warmUpSeconds);
    const idle = await readsDuring(idleSeconds);
    const ingest = { isDone: false };
    const order: UploadOrder = { url: service.url, files, credentials: user };
    const ingested = uploader.ask(order).finally(() => {
      ingest.isDone = true;
    });
    ingested.catch(() => {});
    const busy: Timings[] = [];
    while (!ingest.isDone) busy.push(await readsDuring(turnSeconds));
    expectSuccess(await ingested);
    return { idle, busy };
  } finally {
    agent.destroy();
    await uploader.stop();
  }
}

function expectSuccess(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('failure' in answer) || answer.failure !== null)
    throw new Error(`the upload failed: ${JSON.stringify(answer)}`);
}

function report({ idle, busy }: Comparison): void {
  const row = (title: string, timings: Timings) => {
    const [p50, p99] = [timings.percentile(0.5), timings.percentile(0.99)];
    return [title, p50.toFixed(1), p99.toFixed(1), (p99 / idle.percentile(0.99)).toFixed(1)];
  };
  printTable(
    `Operation 5, ${perSecond} calls a second`,
    ['', 'p50 ms', 'p99 ms', 'p99, times idle'],
    [
      row('idle', idle),
      ...busy.map((timings, turn) => row(`from second ${turn * turnSeconds} of the ingest`, timings)),
      row('the whole ingest', Timings.of(busy)),
    ],
  );
}
