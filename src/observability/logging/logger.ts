import { destination, type Logger, pino } from 'pino';
import type { Settings } from '../../base/config/settings.js';

/**
 * The log of the process: one JSON object a line on standard output, written in batches so that a request does not wait for it.
 * What is logged of a request is chosen field by field (request-log.ts) and holds no secret. Call `flush` before the process ends.
 */
export function createLogger(settings: Pick<Settings, 'logLevel'>): { logger: Logger; flush: () => void } {
  const out = destination({ fd: 1, sync: false, minLength: 8192 });
  const timer = setInterval(() => out.flush(), 500).unref();
  const logger = pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    out,
  );
  const flush = () => {
    clearInterval(timer);
    out.flushSync();
  };
  return { logger, flush };
}
