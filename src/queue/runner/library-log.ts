import type { Logger as Log } from '@nestjs/common';
import { Logger } from 'graphile-worker';

const troubles: ReadonlySet<string> = new Set(['error']);

/**
 * What the library says, on the log of the process. How tasks end, and that the database is away, is logged by the runner, once;
 * the library tells it of each connection.
 */
export function libraryLog(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] || meta?.['success']) return;
    if (troubles.has(level) && meta?.['error'] === undefined) log.warn(message);
    else log.debug(message);
  });
}
