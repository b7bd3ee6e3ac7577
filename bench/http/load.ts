import { createRequire } from 'node:module';
import type { MeasuredProcess } from './measured-process.js';

/** What is used of autocannon, which has no types of its own. */
interface AutocannonResult {
  readonly requests: { readonly total: number; readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
}
type Autocannon = (options: {
  url: string;
  connections: number;
  duration: number;
  headers: Record<string, string>;
}) => Promise<AutocannonResult>;

const autocannon: Autocannon = createRequire(import.meta.url)('autocannon');

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicrosPerRequest: number;
}

export interface Target {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Calls one path over keep-alive connections for some seconds. Any answer but a success spoils the measurement. */
export async function measure(
  server: MeasuredProcess,
  { path, headers }: Target,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Measurement> {
  const before = await server.cpuMicros();
  const result = await autocannon({ url: server.url + path, connections, duration: seconds, headers });
  const after = await server.cpuMicros();
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers were no success, ${result.errors} calls failed`);
  }
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicrosPerRequest: (after - before) / result.requests.total,
  };
}
