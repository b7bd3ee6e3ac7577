import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Table from 'cli-table3';
import { noCollectionOptions } from '../../src/modules/enterprise/scope/collection-scope.js';
import { Database } from '../../src/database/database.js';
import { signedHeaders } from '../../demo/signed-headers.js';
import { ClientsService } from '../../src/modules/enterprise/clients/clients.service.js';
import { JobOrdersService } from '../../src/modules/enterprise/jobs/job-orders.service.js';
import { JobRunsService } from '../../src/modules/enterprise/jobs/job-runs.service.js';
import { JobsService } from '../../src/modules/enterprise/jobs/jobs.service.js';
import { measure } from '../http/load.js';
import { MeasuredProcess } from '../http/measured-process.js';
import { type RecordedStatement, recordStatements } from '../http/record-statements.js';
import { median } from '../median.js';
import { withFolder } from '../with-folder.js';
import { environmentOf, withProduct } from './bench-database.js';
import { poll, type PollingClient } from './polling-clients.js';
import { PostgresCpu } from '../postgres-cpu.js';

const available = '/api/v2/jobs/available';
const current = '/api/v2/jobs/current';

const connections = 4;
const [warmUpSeconds, turnSeconds, turns] = [15, 4, 5] as const;
const [idleSeconds, rounds] = [30, 12] as const;

export interface PollingLoad {
  readonly clients: number;
  /** How many of them run a job, and say so beside asking. */
  readonly running: number;
  readonly everySeconds: number;
}

interface Prepared {
  readonly clients: readonly PollingClient[];
  readonly statements: readonly RecordedStatement[];
  readonly database: Database;
}

/** What clients that only wait, and jobs that only run, cost in CPU time of service and PostgreSQL. Nothing is sent for reading. */
export async function measurePolling(load: PollingLoad): Promise<void> {
  await withFolder(async (folder) => {
    const environment = environmentOf(join(folder, 'data'));
    await withProduct(environment, async (app, url) => {
      const prepared = { database: app.get(Database), ...(await prepare(app, load)) };
      const service = await MeasuredProcess.start(new URL('../http/service.js', import.meta.url), environment);
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
  const [service, orders, runs] = [app.get(ClientsService), app.get(JobOrdersService), app.get(JobRunsService)];
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
  // The least that a call does: it notes that the client was there, and reads its jobs.
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
  process.stdout.write(
    `GET ${available}, ${connections} connections, ${turns} turns of ${turnSeconds} s: ${own.toFixed(0)} µs of CPU in the ` +
      `service a call, ${least.toFixed(0)} µs in the floor: ${(own / least).toFixed(2)} times\n`,
  );
}

async function measureLoad(
  { clients, database }: Prepared,
  service: MeasuredProcess,
  load: PollingLoad,
): Promise<void> {
  const postgres = await PostgresCpu.of(database);
  const table = new Table({
    head: ['', 'service', 'PostgreSQL', 'together, cores', 'calls/s', 'µs of CPU a call', 'p50 ms', 'p99 ms'],
    style: { head: [], border: [] },
  });
  const cores = async <T>(work: () => Promise<T>) => {
    const before = [performance.now(), await service.cpuMicros(), await postgres.micros()] as const;
    const result = await work();
    const seconds = (performance.now() - before[0]) / 1000;
    const own = ((await service.cpuMicros()) - before[1]) / 1e6 / seconds;
    const its = ((await postgres.micros()) - before[2]) / 1e6 / seconds;
    return { result, seconds, own, its };
  };
  const idle = await cores(() => sleep(idleSeconds * 1000));
  table.push(['idle', idle.own.toFixed(3), idle.its.toFixed(3), (idle.own + idle.its).toFixed(3), '', '', '', '']);
  const { everySeconds } = load;
  const busy = await cores(() => poll(service.url, clients, { everySeconds, rounds }));
  const { calls, timings } = busy.result;
  const together = busy.own + busy.its;
  const extra = together - idle.own - idle.its;
  table.push([
    `${load.clients} clients, ${load.running} jobs`,
    busy.own.toFixed(3),
    busy.its.toFixed(3),
    together.toFixed(3),
    (calls / busy.seconds).toFixed(1),
    ((extra * busy.seconds * 1e6) / calls).toFixed(0),
    timings.percentile(0.5).toFixed(1),
    timings.percentile(0.99).toFixed(1),
  ]);
  process.stdout.write(`${table.toString()}\n`);
}
