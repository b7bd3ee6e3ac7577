import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Contexts in which Nest logs each module and each route at the start. */
const chatter: ReadonlySet<string | undefined> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestApplicationContext',
]);

/** Sends the log lines of this product and of Nest to the log of the process; those of Nest's start at level debug. */
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
