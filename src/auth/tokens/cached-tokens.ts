import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { CredentialCache } from '../credentials/credential-cache.js';
import { visibilityOf } from '../sight/account-sight.js';
import { clientPermissions, permissionsOfAccount } from '../permissions.js';
import type { Principal } from '../principal.js';
import { TokenKeyCipher } from '../secrets/token-key-cipher.js';
import type { UsableApiToken } from './api-token.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { CachedBearerKeys } from './cached-bearer-keys.js';

export interface CachedToken {
  readonly principal: Principal;
  /** The key, created from its text. */
  readonly key: KeyObject;
  /** Milliseconds by the clock of this instance. */
  readonly expiresAt: number;
  /** Milliseconds of the last use in the database; 0 if the token was never used. */
  readonly lastAccess: number;
}

/** A token whose key was encrypted under another secret, or was changed. */
const unopened = Symbol('a token that cannot be opened');

/** Caches API tokens with their decrypted keys and their principals ({@link CredentialCache}). */
@Injectable()
export class CachedTokens {
  private readonly logger = new Logger(CachedTokens.name);
  private readonly cache: CredentialCache<CachedToken | typeof unopened>;

  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly cipher: TokenKeyCipher,
    private readonly clock: Clock,
    private readonly keys: CachedBearerKeys,
  ) {
    this.cache = new CredentialCache({ load: (id) => this.load(id), clock });
  }

  /** @throws UnauthenticatedError if the token is unknown, has expired or can't be opened, or its account is disabled */
  async get(id: string): Promise<CachedToken> {
    const token = this.cache.peek(id) ?? (await this.cache.get(id));
    if (token === unopened)
      throw new UnauthenticatedError("signed request: the key of the token can't be opened under this SECRET_KEY");
    if (token && this.clock.now().getTime() < token.expiresAt) return token;
    throw new UnauthenticatedError('signed request: the token is unknown or has expired, or its account is disabled');
  }

  /** Of both sorts: a bearer key is cached by its digest, not by its id. */
  forget(id: string): void {
    this.cache.forget(id);
    this.keys.forgetAll();
  }

  forgetAll(): void {
    this.cache.forgetAll();
    this.keys.forgetAll();
  }

  private async load(id: string): Promise<CachedToken | typeof unopened | null> {
    const readAt = this.clock.now().getTime();
    const token = await this.tokens.findUsable(id);
    const principal = token && principalOf(id, token);
    if (!principal) return null;
    const key = this.open(id, token.keyEncrypted);
    if (!key) return unopened;
    const { remainingMs, lastAccess } = token;
    return {
      principal,
      key,
      expiresAt: readAt + (remainingMs ?? Number.POSITIVE_INFINITY),
      lastAccess: lastAccess?.getTime() ?? 0,
    };
  }

  private open(id: string, sealed: Buffer): KeyObject | null {
    try {
      return createSecretKey(Buffer.from(this.cipher.open(id, sealed), 'utf8'));
    } catch (error) {
      this.logger.error(
        `the key of token ${id} can't be opened; was it made under another SECRET_KEY? ${String(error)}`,
      );
      return null;
    }
  }
}

function principalOf(tokenId: string, token: UsableApiToken): Principal | null {
  const { accountId, clientId, name, role } = token;
  const proof = { sessionId: undefined, tokenId };
  const visibility = visibilityOf(token);
  if (clientId !== null) {
    const client = { id: clientId, name };
    const permissions = clientPermissions;
    return { id: clientId, name: `client:${name}`, role: undefined, permissions, visibility, ...proof, client };
  }
  if (accountId === null || role === null) return null;
  const permissions = permissionsOfAccount(role, visibility !== undefined);
  return { id: accountId, name, role, permissions, visibility, ...proof, client: undefined };
}
