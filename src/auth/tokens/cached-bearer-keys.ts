import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { CredentialCache } from '../credentials/credential-cache.js';
import { permissionsOfAccount, provisioningPermissions, readingPermissions } from '../permissions.js';
import type { Principal } from '../principal.js';
import { visibilityOf } from '../sight/account-sight.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { keyDigestOf, type UsableBearerKey } from './bearer-key.js';
import { TokenUses } from './token-uses.js';

interface CachedKey {
  readonly principal: Principal;
  /** Milliseconds by the clock of this instance. */
  readonly expiresAt: number;
  readonly id: string;
  /** Milliseconds; 0 if the key was never used. */
  readonly lastAccess: number;
}

/** Authenticates bearer keys, which it caches by their digest ({@link CredentialCache}). */
@Injectable()
export class CachedBearerKeys {
  private readonly cache: CredentialCache<CachedKey>;

  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly clock: Clock,
    private readonly uses: TokenUses,
  ) {
    this.cache = new CredentialCache({ load: (digest) => this.load(digest), clock });
  }

  /** @throws UnauthenticatedError if the key is unknown, revoked or has expired, or its account is disabled */
  async authenticate(key: string): Promise<Principal> {
    const found = await this.cache.get(keyDigestOf(key));
    if (!found || this.clock.now().getTime() >= found.expiresAt)
      throw new UnauthenticatedError('the bearer key is unknown, revoked or has expired, or its account is disabled');
    this.uses.record(found.id, found.lastAccess);
    return found.principal;
  }

  forgetAll(): void {
    this.cache.forgetAll();
  }

  private async load(digest: string): Promise<CachedKey | null> {
    const readAt = this.clock.now().getTime();
    const key = await this.tokens.findUsableKey(digest);
    const principal = key && principalOf(key);
    if (!principal) return null;
    const { id, remainingMs, lastAccess } = key;
    const expiresAt = readAt + (remainingMs ?? Number.POSITIVE_INFINITY);
    return { principal, id, expiresAt, lastAccess: lastAccess?.getTime() ?? 0 };
  }
}

function principalOf(key: UsableBearerKey): Principal | null {
  const { id, accountId, name, role, providerId, slug } = key;
  const visibility = visibilityOf(key);
  const proof = { sessionId: undefined, tokenId: id, client: undefined, visibility };
  if (providerId !== null && slug !== null) {
    const provider = { id: providerId, slug };
    return { id, name: `provider:${slug}`, role: undefined, permissions: provisioningPermissions, ...proof, provider };
  }
  if (accountId === null || name === null || role === null) return null;
  const held = permissionsOfAccount(role, visibility !== undefined);
  const permissions = new Set([...readingPermissions].filter((it) => held.has(it)));
  return { id: accountId, name, role, permissions, ...proof, isReadingKey: true };
}
