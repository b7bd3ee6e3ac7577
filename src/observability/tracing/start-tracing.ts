import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../../base/config/settings.js';
import { tracesUrl } from '../../base/config/trace-settings.js';
import { setTracer } from '../../base/scope/tracing.js';

/** A collector that does not answer delays the end of the process no longer than this. */
const STOP_MS = 3_000;

/**
 * Starts to trace this process if the settings name a receiver. OpenTelemetry is loaded only then, because loading it takes longer than
 * anything else that a start does in its own process (docs/performance.md).
 * @returns sends the spans that are left, and ends tracing
 */
export async function startTracing(settings: Settings, logger: Logger): Promise<() => Promise<void>> {
  const url = tracesUrl(settings);
  if (url === undefined) return async () => {};
  const { openTelemetry } = await import('./open-telemetry.js');
  const { tracer, stop } = openTelemetry(settings, url, logger);
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await Promise.race([stop(), sleep(STOP_MS)]);
  };
}
