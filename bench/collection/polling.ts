import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noCollectionOptions } from '../../src/modules/enterprise/scope/collection-scope.js';
import { Database } from '../../src/database/database.js';
import { signedHeaders } from '../../demo/signed-headers.js';
import { ClientsService } from '../../src/modules/enterprise/clients/clients.service.js';
import { ClientJobsService } from '../../src/modules/enterprise/clients/client-jobs.service.js';
import { JobRunsService } from '../../src/modules/enterprise/jobs/job-runs.service.js';
import { JobsService } from '../../src/modules/enterprise/jobs/jobs.service.js';
import { measure } from '../http/load.js';
import { get } from '../http/paced.js';
import { type RecordedStatement, recordStatements } from '../http/prepare.js';
import { median, print, printTable, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { enterpriseEnvironment, serviceProgram, withFolder, withProduct } from '../product.js';

const available = '/api/v2/jobs/available';
const current = '/api/v2/jobs/current';

const connections = 4;
const [warmUpSeconds, turnSeconds, turns] = [15, 4, 5] as const;
const [idleSeconds, rounds] = [30, 12] as const;

interface PollingClient {
  readonly token: { readonly id: string; readonly key: string };
  /** Paths that it calls in each round. */
  readonly paths: readonly string[];
}

export interface PollingLoad {
  readonly clients: number;
  /** How many of the clients run a job and also report on it. */
  readonly running: number;
  readonly everySeconds: number;
}

interface Prepared {
  readonly clients: readonly PollingClient[];
  readonly statements: readonly RecordedStatement[];
  readonly database: Database;
}

/** Measures the CPU time of service and PostgreSQL for clients that wait or run jobs, without uploads. */
export async function measurePolling(load: PollingLoad): Promise<void> {
  await withFolder(async (folder) => {
    const environment = enterpriseEnvironment(join(folder, 'data'));
    await withProduct(environment, async (app, url) => {
      const prepared = { database: app.get(Database), ...(await prepare(app, load)) };
      const service = await MeasuredProcess.start(serviceProgram, environment);
      const floor = await MeasuredProcess.start(new URL('../http/floor.js', import.meta.url), {
        DATABASE_URL: url,
        DATABASE_POOL_SIZE: '10',
        FLOOR_ROUTES: JSON.stringify({ [available]: prepared.statements }),
      });
      try {
        await compareToFloor(prepared, service, floor);
        await measureLoad(prepared, service, load);
      } finally {
        await Promise.all([service.stop(), floor.stop()]);
      }
    });
  });
}

type Product = Parameters<Parameters<typeof withProduct>[1]>[0];

async function prepare(
  app: Product,
  { clients: count, running }: PollingLoad,
): Promise<Pick<Prepared, 'clients' | 'statements'>> {
  const [service, orders, runs] = [app.get(ClientsService), app.get(ClientJobsService), app.get(JobRunsService)];
  const clients: PollingClient[] = [];
  let idle = '';
  for (let index = 0; index < count; index++) {
    const draft = { name: `client ${index}`, type: 'directory', domainController: '' } as const;
    const { client, token } = await service.create(draft);
    idle = client.id;
    const isRunning = index < running;
    if (isRunning) {
      const scope = { ...noCollectionOptions, sessionCollection: true, ous: [], domains: [] };
      await runs.start(client.id, await orders.createOnDemand(client.id, scope));
    }
    clients.push({ token, paths: isRunning ? [available, current] : [available] });
  }
  // The floor of a call: record that the client was there, and read its jobs.
  const checkIn = {
    name: 'check-in',
    text: 'UPDATE client SET last_checkin = $2 WHERE id = $1',
    values: [idle, new Date().toISOString()],
  };
  const read = await recordStatements(app.get(Database), () => app.get(JobsService).listReady(idle));
  return { clients, statements: [checkIn, ...read] };
}

async function compareToFloor(
  { clients, database }: Prepared,
  service: MeasuredProcess,
  floor: MeasuredProcess,
): Promise<void> {
  const token = clients.at(-1)?.token ?? { id: '', key: '' };
  const headers = signedHeaders(token, 'GET', available, '', new Date());
  const [ours, theirs] = await Promise.all([
    fetch(service.url + available, { headers }).then((it) => it.text()),
    fetch(floor.url + available).then((it) => it.text()),
  ]);
  if (ours !== theirs) throw new Error(`service and floor answer differently: ${ours} and ${theirs}`);
  const postgres = await PostgresCpu.of(database);
  const micros: { readonly service: number[]; readonly floor: number[] } = { service: [], floor: [] };
  for (let turn = -1; turn < turns; turn++) {
    const seconds = turn < 0 ? warmUpSeconds : turnSeconds;
    const [one, other] = [
      await measure(service, postgres, { path: available, headers }, { connections, seconds }),
      await measure(floor, postgres, { path: available, headers: {} }, { connections, seconds }),
    ];
    if (turn < 0) continue;
    micros.service.push(one.cpuMicrosPerRequest);
    micros.floor.push(other.cpuMicrosPerRequest);
  }
  const [own, least] = [median(micros.service), median(micros.floor)];
  print(
    `GET ${available}, ${connections} connections, ${turns} turns of ${turnSeconds} s: ${own.toFixed(0)} µs of CPU a call ` +
      `in the service, ${least.toFixed(0)} µs in the floor: ${(own / least).toFixed(2)} times`,
  );
}

async function measureLoad(
  { clients, database }: Prepared,
  service: MeasuredProcess,
  load: PollingLoad,
): Promise<void> {
  const postgres = await PostgresCpu.of(database);
  const cores = async <T>(work: () => Promise<T>) => {
    const before = [performance.now(), await service.cpuMicros(), await postgres.micros()] as const;
    const result = await work();
    const seconds = (performance.now() - before[0]) / 1000;
    const own = ((await service.cpuMicros()) - before[1]) / 1e6 / seconds;
    const its = ((await postgres.micros()) - before[2]) / 1e6 / seconds;
    return { result, seconds, own, its };
  };
  const idle = await cores(() => sleep(idleSeconds * 1000));
  const { everySeconds } = load;
  const busy = await cores(() => poll(service.url, clients, everySeconds));
  const { calls, timings } = busy.result;
  const together = busy.own + busy.its;
  const extra = together - idle.own - idle.its;
  printTable(
    `${load.clients} clients that poll every ${everySeconds} s, ${load.running} of them with a job; in cores`,
    ['', 'service', 'PostgreSQL', 'together', 'calls/s', 'CPU µs/call', 'p50 ms', 'p99 ms'],
    [
      ['idle', idle.own.toFixed(3), idle.its.toFixed(3), (idle.own + idle.its).toFixed(3), '', '', '', ''],
      [
        'polling',
        busy.own.toFixed(3),
        busy.its.toFixed(3),
        together.toFixed(3),
        (calls / busy.seconds).toFixed(1),
        ((extra * busy.seconds * 1e6) / calls).toFixed(0),
        timings.percentile(0.5).toFixed(1),
        timings.percentile(0.99).toFixed(1),
      ],
    ],
  );
}

/**
 * Calls the paths of all clients in rounds, spread over the time of a round. Every call has its own signature and its own
 * connection, like a call of a collector that was idle.
 */
async function poll(
  url: string,
  clients: readonly PollingClient[],
  everySeconds: number,
): Promise<{ readonly calls: number; readonly timings: Timings }> {
  const timings = new Timings();
  const start = performance.now();
  let calls = 0;
  const one = async ({ token, paths }: PollingClient, index: number) => {
    for (let round = 0; round < rounds; round++) {
      const at = start + (round + index / clients.length) * everySeconds * 1000;
      await sleep(Math.max(0, at - performance.now()));
      for (const path of paths) {
        await timings.measure(() => call(url, path, token));
        calls++;
      }
    }
  };
  await Promise.all(clients.map(one));
  await sleep(Math.max(0, start + rounds * everySeconds * 1000 - performance.now()));
  return { calls, timings };
}

async function call(url: string, path: string, token: PollingClient['token']): Promise<void> {
  const { status, body } = await get(url + path, signedHeaders(token, 'GET', path, '', new Date()), false);
  if (status !== 200) throw new Error(`${path}: ${status}: ${body}`);
}
