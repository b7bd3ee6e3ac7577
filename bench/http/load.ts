import { createRequire } from 'node:module';
import { percentile } from '../measure.js';
import type { MeasuredProcess } from '../measured-process.js';
import type { PostgresCpu } from '../postgres-cpu.js';

/** The used part of autocannon, which has no types. */
interface AutocannonResult {
  readonly requests: { readonly total: number; readonly average: number };
  readonly non2xx: number;
  readonly errors: number;
}
interface AutocannonRun {
  on(event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void;
}
interface AutocannonOptions {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly headers: Record<string, string>;
}
type Autocannon = (
  options: AutocannonOptions,
  done: (error: Error | null, result: AutocannonResult) => void,
) => AutocannonRun;

const autocannon: Autocannon = createRequire(import.meta.url)('autocannon');

export interface Measurement {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicrosPerRequest: number;
  /** CPU time of PostgreSQL, including its background processes. */
  readonly postgresMicrosPerRequest: number;
}

/** One server, or several behind one URL. */
export type Measured = Pick<MeasuredProcess, 'url' | 'cpuMicros'>;

export interface Target {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Calls one path over keep-alive connections. @throws Error if a call fails or has a status other than 2xx */
export async function measure(
  server: Measured,
  postgres: PostgresCpu,
  { path, headers }: Target,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Measurement> {
  const [before, postgresBefore] = [await server.cpuMicros(), await postgres.micros()];
  const { result, times } = await run({ url: server.url + path, connections, duration: seconds, headers });
  const [after, postgresAfter] = [await server.cpuMicros(), await postgres.micros()];
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers without success, ${result.errors} failed calls`);
  }
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuMicrosPerRequest: (after - before) / result.requests.total,
    postgresMicrosPerRequest: (postgresAfter - postgresBefore) / result.requests.total,
  };
}

/** Collects the times of all calls, because autocannon rounds its percentiles to milliseconds. */
function run(options: AutocannonOptions): Promise<{ readonly result: AutocannonResult; readonly times: number[] }> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve({ result, times })));
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
}
