import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Cache } from '../../base/values/cache.js';
import { Clock } from '../../base/clock.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';
import { isReadOnly } from '../../database/driver-errors.js';
import { credentialBytes } from '../credentials/credential-cache.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import type { CachedToken } from './cached-tokens.js';

const everyMs = 60_000;

/** Stores the last use of each token at most once a minute. Requests do not wait for it. */
@Injectable()
export class TokenUses implements OnApplicationShutdown {
  private readonly logger = new Logger(TokenUses.name);
  private readonly recordedAt = new Cache<string, number>(credentialBytes, () => 0);
  /** The warning is logged once instead of for each token and minute. */
  private isReadOnlyLogged = false;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly clock: Clock,
  ) {}

  record(id: string, { lastAccess }: Pick<CachedToken, 'lastAccess'>): void {
    const now = this.clock.now();
    if (now.getTime() - Math.max(lastAccess, this.recordedAt.get(id) ?? 0) < everyMs) return;
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
      await this.tokens.storeLastAccess(id, at);
      this.isReadOnlyLogged = false;
    } catch (error) {
      if (isReadOnly(error)) {
        if (!this.isReadOnlyLogged) this.logger.warn('the database is read-only: uses of API tokens are not recorded');
        this.isReadOnlyLogged = true;
        return;
      }
      this.logger.warn(`the use of token ${id} could not be stored: ${String(error)}`);
    }
  }
}
