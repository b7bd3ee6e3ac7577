import type { Logger } from '@nestjs/common';
import { errorMessage } from '../error-message.js';

/** Logs once that another service can't be used, and once that it can again. */
export class Availability {
  private isAway = false;

  /**
   * @param name of the service, with the setting of its address
   * @param consequence while it is away
   */
  constructor(
    private readonly logger: Pick<Logger, 'warn' | 'log'>,
    private readonly name: string,
    private readonly consequence: string,
  ) {}

  get away(): boolean {
    return this.isAway;
  }

  noteFailure(error: unknown): void {
    if (this.isAway) return;
    this.isAway = true;
    this.logger.warn(`${this.name} can't be used: ${errorMessage(error)}; ${this.consequence}`);
  }

  noteSuccess(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.logger.log(`${this.name} is back`);
  }
}
