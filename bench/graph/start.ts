import { MeasuredProcess } from '../measured-process.js';
import { print } from '../measure.js';
import { serviceProgram, untilReady } from '../product.js';

const MIB = 1024 ** 2;
const pollMs = 20;

export interface Start {
  /** From the start of the process until it is ready, which includes reading the graph. */
  readonly seconds: number;
  /** Resident bytes when it is ready, and at most so far. */
  readonly memory: number;
  readonly peakMemory: number;
}

/** Starts a service in a process of its own, waits until it is ready, and stops it. */
export function startService(environment: Record<string, string>): Promise<Start> {
  const start = performance.now();
  return MeasuredProcess.during(serviceProgram, environment, async (service) => {
    await untilReady(service.url, pollMs);
    const seconds = (performance.now() - start) / 1000;
    return { seconds, ...(await service.figures()) };
  });
}

export function reportStart(empty: Start, loaded: Start): void {
  const memory = (key: 'memory' | 'peakMemory') => `${((loaded[key] - empty[key]) / MIB).toFixed(0)} MiB`;
  print(
    `start of a service: ${empty.seconds.toFixed(1)} s without a graph, ${loaded.seconds.toFixed(1)} s with it; ` +
      `the graph adds ${memory('memory')}, at most ${memory('peakMemory')} while it is read`,
  );
}
