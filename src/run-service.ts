import type { Settings } from './config/settings.js';
import { createLogger } from './operations/logging/logger.js';
import { type RunningService, serve } from './serve.js';
import { stopOnSignal } from './stop-on-signal.js';

/**
 * Starts the service as what this process does: SIGINT and SIGTERM stop it and end the process, also while it starts.
 * @returns the service, and a signal that fires when it was told to stop.
 */
export async function runService(settings: Settings): Promise<{ service: RunningService; stopping: AbortSignal }> {
  const { logger, flush } = createLogger(settings);
  const starting = serve(settings, logger);
  let serving = false;
  const stopping = stopOnSignal(async () => {
    logger.info('stopping: no new requests, those in flight finish');
    // An embedded server that is about to run has to be stopped, too; a database of somebody else's is not waited for.
    if (serving || !settings.databaseUrl) await (await starting.catch(() => null))?.stop();
    flush();
  });
  const service = await starting;
  serving = true;
  return { service, stopping };
}
