import { createServer } from 'node:http';
import { loadSettings } from '../src/base/config/load-settings.js';
import { openDatabase } from '../src/database/opening/open-database.js';
import { signedHeaders } from '../demo/signed-headers.js';
import { entities } from '../src/entities.js';
import { type Measurement, measure } from './http/load.js';
import { logIn } from '../demo/demo-account.js';
import { listening, MeasuredProcess } from './measured-process.js';
import { type Operation, prepare, type Prepared } from './http/prepare.js';
import { median, printTable } from './measure.js';
import { PostgresCpu } from './postgres-cpu.js';
import { serviceProgram, withFolder } from './product.js';

/**
 * Measures operations 3, 5 and 6 as multiples of the floor: the same statements through `pg` behind `node:http`. Both run in
 * processes of their own on one embedded PostgreSQL. Floor, bearer, signed, traced and limited calls take turns; medians are compared.
 * Traced calls are bearer calls to a service that sends a trace of each request to this process. Limited calls are of an account that is
 * limited to environments; operation 3 refuses them.
 *
 *   npm run bench:http -- [seconds per turn] [turns] [connections]
 */
const [seconds = 4, turns = 5, connections = 32] = process.argv.slice(2).map(Number);

/** V8 compiles the hot paths of the service meanwhile; the floor has few. */
const warmUpSeconds = 8;

const contenders = ['floor', 'bearer', 'signed', 'traced', 'limited'] as const;
type Contender = (typeof contenders)[number];

await withFolder(run);

async function run(dataDir: string): Promise<void> {
  const environment = {
    EDITION: 'enterprise',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
    // One account asks for many: its limits count, and never apply. Work is charged as calls, so a high rate would cost more than a burst has.
    RATE_LIMIT_PER_SECOND: '10000',
    RATE_LIMIT_BURST: '10000000',
    QUESTIONS_PER_PRINCIPAL: String(connections),
  };
  const settings = loadSettings(environment);
  // Open for the whole run, so that the embedded server outlives each process that uses it.
  const database = await openDatabase(settings, { entities, log: () => {} });
  try {
    const prepared = await prepare(environment);
    const statements = Object.fromEntries(prepared.operations.map((it) => [it.path, it.statements]));
    const service = await MeasuredProcess.start(serviceProgram, environment);
    const collector = await startCollector();
    const traced = await MeasuredProcess.start(serviceProgram, {
      ...environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    const floor = await MeasuredProcess.start(new URL('http/floor.js', import.meta.url), {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: String(settings.databasePoolSize),
      FLOOR_ROUTES: JSON.stringify(statements),
    });
    try {
      await checkEqual(prepared, service, floor);
      const postgres = await PostgresCpu.of(database.dataSource.database);
      for (const operation of prepared.operations) {
        report(operation, await contest(operation, prepared, { service, traced, floor, postgres }));
      }
    } finally {
      await Promise.all([service.stop(), traced.stop(), floor.stop()]);
      collector.close();
    }
  } finally {
    await database.close();
  }
}

async function contest(
  operation: Operation,
  { credentials, limited }: Prepared,
  {
    service,
    traced,
    floor,
    postgres,
  }: {
    readonly service: MeasuredProcess;
    readonly traced: MeasuredProcess;
    readonly floor: MeasuredProcess;
    readonly postgres: PostgresCpu;
  },
): Promise<Record<Contender, Measurement[]>> {
  const bearer = await logIn(service.url, credentials);
  const headers: Record<Contender, Record<string, string>> = {
    floor: {},
    bearer: { Authorization: `Bearer ${bearer}` },
    signed: signedHeaders(credentials.token, 'GET', operation.path, '', new Date()),
    traced: { Authorization: `Bearer ${bearer}` },
    limited: { Authorization: `Bearer ${await logIn(service.url, limited)}` },
  };
  const servers: Record<Contender, MeasuredProcess> = {
    floor,
    bearer: service,
    signed: service,
    traced,
    limited: service,
  };
  const results: Record<Contender, Measurement[]> = { floor: [], bearer: [], signed: [], traced: [], limited: [] };
  for (let turn = -1; turn < turns; turn++) {
    for (const contender of contendersOf(operation)) {
      const target = { path: operation.path, headers: headers[contender] };
      const result = await measure(servers[contender], postgres, target, {
        connections,
        seconds: turn < 0 ? warmUpSeconds : seconds,
      });
      if (turn >= 0) results[contender].push(result);
    }
  }
  return results;
}

function contendersOf({ isSeen }: Operation): readonly Contender[] {
  return contenders.filter((it) => isSeen || it !== 'limited');
}

function report(operation: Operation, results: Record<Contender, Measurement[]>): void {
  const middle = (contender: Contender, figure: keyof Measurement) =>
    median(results[contender].map((it) => it[figure]));
  const ratio = (contender: Contender, figure: keyof Measurement) =>
    middle(contender, figure) / middle('floor', figure);
  const rows = contendersOf(operation).map((contender) => [
    contender,
    middle(contender, 'requestsPerSecond').toFixed(0),
    ratio(contender, 'requestsPerSecond').toFixed(2),
    middle(contender, 'cpuMicrosPerRequest').toFixed(0),
    ratio(contender, 'cpuMicrosPerRequest').toFixed(2),
    middle(contender, 'postgresMicrosPerRequest').toFixed(0),
    middle(contender, 'p50').toFixed(1),
    middle(contender, 'p99').toFixed(1),
    ratio(contender, 'p99').toFixed(2),
  ]);
  printTable(
    `Operation ${operation.title}; ${connections} connections, ${turns} turns of ${seconds} s`,
    ['', 'requests/s', 'of floor', 'CPU µs/request', 'of floor', 'PostgreSQL µs', 'p50 ms', 'p99 ms', 'of floor'],
    rows,
  );
}

/** Receives traces and discards them. */
async function startCollector(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end());
  });
  return { url: await listening(server), close: () => void server.close() };
}

/** @throws Error if floor and service answer an operation differently */
async function checkEqual(
  { operations, credentials }: Prepared,
  service: MeasuredProcess,
  floor: MeasuredProcess,
): Promise<void> {
  for (const { path, isSame } of operations) {
    const headers = signedHeaders(credentials.token, 'GET', path, '', new Date());
    const [ours, theirs] = await Promise.all([fetch(service.url + path, { headers }), fetch(floor.url + path)]);
    if (!isSame(await ours.text(), await theirs.text()))
      throw new Error(`service and floor answer ${path} differently`);
  }
}
