import type { LoggerService } from '@nestjs/common';
import { destination, type Logger, pino } from 'pino';
import type { Settings } from '../../base/config/settings.js';
import { currentTracer } from '../../base/scope/tracing.js';
import { tracesUrl } from '../../base/config/trace-settings.js';

/**
 * Creates the log of the process: one JSON object per line on standard output. Lines are written in batches, so that a request does not
 * wait for them. A line of a traced request or task has the ids of its span. request-log.ts selects the fields of a request; none
 * is secret. Call `flush` before the process ends.
 */
export function createLogger(settings: Settings): { logger: Logger; flush: () => void } {
  const out = destination({ fd: 1, sync: false, minLength: 8192 });
  const timer = setInterval(() => out.flush(), 500).unref();
  const logger = pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(tracesUrl(settings) !== undefined && { mixin: () => currentTracer()?.current() ?? {} }),
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

/** Contexts in which Nest logs each module and each route at start-up. */
const chatter: ReadonlySet<string | undefined> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestApplicationContext',
]);

/** Writes the messages of the service and of Nest to the log of the process. Start-up messages of Nest have the level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger[chatter.has(context) ? 'debug' : 'info']({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, ...(message instanceof Error ? { err: message } : { stack }) }, String(message));
  }
}
