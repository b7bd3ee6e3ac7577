import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** What Nest itself says at the start: each module and each route. */
const chatter: ReadonlySet<string | undefined> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestApplicationContext',
]);

/** Sends what this product and Nest have to say to the log of the process; what Nest says at the start at level debug. */
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
