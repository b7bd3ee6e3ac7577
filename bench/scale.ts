import { loadSettings } from '../src/base/config/load-settings.js';
import { openDatabase } from '../src/database/opening/open-database.js';
import { entities } from '../src/entities.js';
import { migrateQueue } from '../src/queue/graphile.js';
import { type Measured, type Measurement, measure } from './http/load.js';
import { logIn } from '../demo/demo-account.js';
import { type Operation, prepare } from './http/prepare.js';
import { MeasuredProcess } from './measured-process.js';
import { median, printTable } from './measure.js';
import { PostgresCpu } from './postgres-cpu.js';
import { serviceProgram, untilReady, withFolder } from './product.js';

/**
 * Measures operations 3, 5 and 6 with 1, 2 and 4 API instances on one embedded PostgreSQL behind a balancer, as multiples of one instance.
 * Balancer, instances and PostgreSQL are processes of their own, on the processors of one machine: with fewer than seven, they compete.
 * The three groups take turns; medians are compared.
 *
 *   npm run bench:scale -- [seconds per turn] [turns] [connections]
 */
const [seconds = 4, turns = 5, connections = 64] = process.argv.slice(2).map(Number);
const warmUpSeconds = 8;
const sizes = [1, 2, 4] as const;

/** A number of instances behind a balancer. */
interface Group extends Measured {
  readonly size: number;
  readonly balancer: MeasuredProcess;
  readonly instances: readonly MeasuredProcess[];
}

interface GroupMeasurement extends Measurement {
  readonly balancerMicrosPerRequest: number;
  /** Resident bytes of all instances. */
  readonly memory: number;
}

await withFolder(run);

async function run(dataDir: string): Promise<void> {
  const environment = {
    EDITION: 'enterprise',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '0',
    ROLE: 'api',
  };
  // Open for the whole run, so that the embedded server outlives each process that uses it.
  const database = await openDatabase(loadSettings(environment), {
    entities,
    libraries: [migrateQueue],
    log: () => {},
  });
  const processes: MeasuredProcess[] = [];
  const start = async (program: URL, settings: Record<string, string>) => {
    const process = await MeasuredProcess.start(program, settings);
    processes.push(process);
    return process;
  };
  try {
    const { operations, credentials } = await prepare(environment);
    const instances: MeasuredProcess[] = [];
    while (instances.length < Math.max(...sizes)) instances.push(await start(serviceProgram, environment));
    await Promise.all(instances.map(({ url }) => untilReady(url)));
    const groups: Group[] = [];
    for (const size of sizes) {
      const members = instances.slice(0, size);
      const urls = members.map(({ url }) => url).join(',');
      const balancer = await start(new URL('scale/balancer.js', import.meta.url), { BALANCED_URLS: urls });
      groups.push(groupOf(balancer, members));
    }
    const bearer = await logIn(groups[0]!.url, credentials);
    const postgres = await PostgresCpu.of(database.dataSource.database);
    for (const operation of operations) report(operation, await contest(operation, bearer, groups, postgres));
  } finally {
    await Promise.all(processes.map((it) => it.stop()));
    await database.close();
  }
}

function groupOf(balancer: MeasuredProcess, instances: readonly MeasuredProcess[]): Group {
  return {
    size: instances.length,
    url: balancer.url,
    balancer,
    instances,
    cpuMicros: async () => sum(await Promise.all(instances.map((it) => it.cpuMicros()))),
  };
}

async function contest(
  { path }: Operation,
  bearer: string,
  groups: readonly Group[],
  postgres: PostgresCpu,
): Promise<Map<Group, GroupMeasurement[]>> {
  const target = { path, headers: { Authorization: `Bearer ${bearer}` } };
  const results = new Map<Group, GroupMeasurement[]>(groups.map((group) => [group, []]));
  for (let turn = -1; turn < turns; turn++) {
    for (const group of groups) {
      const before = await group.balancer.cpuMicros();
      const result = await measure(group, postgres, target, {
        connections,
        seconds: turn < 0 ? warmUpSeconds : seconds,
      });
      const balancerMicros = (await group.balancer.cpuMicros()) - before;
      const figures = await Promise.all(group.instances.map((it) => it.figures()));
      if (turn < 0) continue;
      results.get(group)?.push({
        ...result,
        balancerMicrosPerRequest: balancerMicros / result.requests,
        memory: sum(figures.map((it) => it.memory)),
      });
    }
  }
  return results;
}

function report({ title }: Operation, results: ReadonlyMap<Group, readonly GroupMeasurement[]>): void {
  const middle = (measurements: readonly GroupMeasurement[], figure: keyof GroupMeasurement) =>
    median(measurements.map((it) => it[figure]));
  const [one = []] = results.values();
  const rows = [...results].map(([{ size }, measurements]) => {
    const of = (figure: keyof GroupMeasurement) => middle(measurements, figure);
    const ratio = (figure: keyof GroupMeasurement) => (of(figure) / middle(one, figure)).toFixed(2);
    return [
      String(size),
      of('requestsPerSecond').toFixed(0),
      ratio('requestsPerSecond'),
      of('cpuMicrosPerRequest').toFixed(0),
      of('balancerMicrosPerRequest').toFixed(0),
      of('postgresMicrosPerRequest').toFixed(0),
      of('p50').toFixed(1),
      of('p99').toFixed(1),
      (of('memory') / 2 ** 20).toFixed(0),
      ratio('memory'),
    ];
  });
  printTable(
    `Operation ${title}; ${connections} connections, ${turns} turns of ${seconds} s`,
    [
      'instances',
      'requests/s',
      'of one',
      'CPU µs/request',
      'balancer µs',
      'PostgreSQL µs',
      'p50 ms',
      'p99 ms',
      'memory MiB',
      'of one',
    ],
    rows,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, it) => all + it, 0);
}
