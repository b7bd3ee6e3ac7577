import { Injectable, Logger } from '@nestjs/common';
import { Cache } from '../../base/values/cache.js';
import { Clock } from '../../base/clock.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';
import { isReadOnly } from '../../database/driver-errors.js';
import { credentialBytes } from '../credentials/credential-cache.js';
import { TokenProofsRepository } from './token-proofs.repository.js';

const storeEveryMs = 600_000;
const retryAfterMs = 60_000;
const proofBytes = 200;

interface RecentProof {
  /** Milliseconds after which the next proof is stored again. */
  readonly until: number;
  readonly since: number;
  readonly stored: Promise<void>;
}

/**
 * Stores for all instances which addresses have proven a token within the last hour. Other callers, who may know only the id of the token,
 * get less memory and disk for a body (docs/adr/0028-unproven-bodies.md).
 */
@Injectable()
export class TokenProofs {
  private readonly logger = new Logger(TokenProofs.name);
  private readonly recent = new Cache<string, RecentProof>(credentialBytes, () => proofBytes);

  constructor(
    private readonly proofs: TokenProofsRepository,
    private readonly clock: Clock,
  ) {}

  async isProven(tokenId: string, address: string): Promise<boolean> {
    return this.freshProof(keyOf(tokenId, address)) !== undefined || this.proofs.isProven(tokenId, address);
  }

  /**
   * Call for each request with a verified signature. Other instances know a new proof when this resolves. It never rejects, so that reads
   * succeed while the database is read-only.
   */
  store(tokenId: string, address: string): Promise<void> {
    const key = keyOf(tokenId, address);
    const known = this.freshProof(key);
    if (known) return known.stored;
    const since = this.clock.now().getTime();
    // Several requests wait for one write, so the end of the request that started it must not cancel it.
    const stored = runWithoutScope(() => this.write(key, tokenId, address));
    this.recent.set(key, { since, until: since + storeEveryMs, stored });
    return stored;
  }

  private async write(key: string, tokenId: string, address: string): Promise<void> {
    try {
      await this.proofs.store(tokenId, address);
    } catch (error) {
      const since = this.clock.now().getTime();
      this.recent.set(key, { since, until: since + retryAfterMs, stored: Promise.resolve() });
      // TokenUses logs this once. Here it would be logged for each token and minute.
      if (isReadOnly(error)) return;
      this.logger.warn(`the proof of token ${tokenId} could not be stored: ${String(error)}`);
    }
  }

  /** If the clock was set back, a proof is stored again instead of being valid for longer. */
  private freshProof(key: string): RecentProof | undefined {
    const recent = this.recent.get(key);
    const now = this.clock.now().getTime();
    return recent && now >= recent.since && now < recent.until ? recent : undefined;
  }
}

function keyOf(tokenId: string, address: string): string {
  return `${tokenId} ${address}`;
}
