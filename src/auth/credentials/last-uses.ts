import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from '../../base/values/cache.js';
import { Clock } from '../../base/clock.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';
import { isReadOnly } from '../../database/driver-errors.js';
import { credentialBytes } from './credential-cache.js';

const everyMs = 60_000;

/** Stores the last use of each credential of one sort at most once a minute. Requests do not wait for it. */
export abstract class LastUses implements OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private readonly recordedAt = new Cache<string, number>(credentialBytes, () => 0);
  /** The warning is logged once instead of for each credential and minute. */
  private isReadOnlyLogged = false;
  private readonly underWay = new Set<Promise<void>>();

  /** @param sort for messages: `API token` */
  protected constructor(
    private readonly sort: string,
    private readonly clock: Clock,
  ) {}

  protected abstract store(id: string, at: Date): Promise<void>;

  /** @param lastUse milliseconds; 0 if it is not known */
  record(id: string, lastUse = 0): void {
    const now = this.clock.now();
    if (now.getTime() - Math.max(lastUse, this.recordedAt.get(id) ?? 0) < everyMs) return;
    this.recordedAt.set(id, now.getTime());
    // The end of a request must not cancel the write that it caused.
    const work = runWithoutScope(() => this.write(id, now));
    this.underWay.add(work);
    void work.then(() => this.underWay.delete(work));
  }

  /** Waits for running writes before the database closes. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async write(id: string, at: Date): Promise<void> {
    try {
      await this.store(id, at);
      this.isReadOnlyLogged = false;
    } catch (error) {
      if (isReadOnly(error)) {
        if (!this.isReadOnlyLogged)
          this.logger.warn(`the database is read-only: uses of ${this.sort}s are not recorded`);
        this.isReadOnlyLogged = true;
        return;
      }
      this.logger.warn(`the use of ${this.sort} ${id} could not be stored: ${String(error)}`);
    }
  }
}
