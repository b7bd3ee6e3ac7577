import { Injectable } from '@nestjs/common';
import { Cache } from '../../base/values/cache.js';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { lacksFactor } from '../factors/required-factor.js';
import { credentialBytes, CredentialCache } from '../credentials/credential-cache.js';
import { visibilityOf } from '../sight/account-sight.js';
import { limitedPermissions, permissionsOfAccount } from '../permissions.js';
import type { Principal } from '../principal.js';
import { SessionsRepository } from './sessions.repository.js';

interface CachedSession {
  readonly principal: Principal;
  /** Milliseconds by the clock of this instance. */
  readonly expiresAt: number;
}

/** Caches the principals of sessions ({@link CredentialCache}). */
@Injectable()
export class CachedSessions {
  private readonly cache: CredentialCache<CachedSession>;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.cache = new CredentialCache({ load: (id) => this.load(id), clock });
  }

  /** Returns the principal of a cached session without waiting; undefined if {@link get} has to decide. */
  peek(id: string): Principal | undefined {
    const session = this.cache.peek(id);
    return session && this.isOpen(session) ? session.principal : undefined;
  }

  /** @throws UnauthenticatedError if the session is unknown, has ended or expired, or its account is disabled */
  async get(id: string): Promise<Principal> {
    const session = await this.cache.get(id);
    if (session && this.isOpen(session)) return session.principal;
    throw new UnauthenticatedError('the session is unknown, has ended or expired, or its account is disabled');
  }

  forget(id: string): void {
    this.cache.forget(id);
  }

  forgetAll(): void {
    this.cache.forgetAll();
  }

  private isOpen({ expiresAt }: CachedSession): boolean {
    return this.clock.now().getTime() < expiresAt;
  }

  private async load(id: string): Promise<CachedSession | null> {
    const readAt = this.clock.now().getTime();
    const session = await this.sessions.findOpen(id);
    if (!session) return null;
    const { accountId, name, role, passwordExpired } = session;
    const isLimited = passwordExpired || lacksFactor(this.settings, session);
    const visibility = visibilityOf(session);
    const permissions = isLimited ? limitedPermissions : permissionsOfAccount(role, visibility !== undefined);
    const proof = { sessionId: id, tokenId: undefined, client: undefined };
    const principal = { id: accountId, name, role, permissions, visibility, ...proof };
    return { principal, expiresAt: readAt + session.remainingMs };
  }
}

/** Bearer tokens of this service are far shorter. Longer headers are verified each time instead of kept in memory. */
const maxHeaderLength = 1024;

/**
 * Remembers verified Authorization headers with a bearer token, so that the next request of a client costs two look-ups instead of the
 * verification of a signature. The signature of a token stays valid; the session is checked for each request.
 */
@Injectable()
export class VerifiedBearers {
  private readonly sessionIds = new Cache<string, string>(credentialBytes, ({ length }) => 2 * length);

  constructor(private readonly sessions: CachedSessions) {}

  /** Returns undefined if the header has to be verified or its session has to be read. */
  peek(header: string): Principal | undefined {
    const sessionId = this.sessionIds.get(header);
    return sessionId === undefined ? undefined : this.sessions.peek(sessionId);
  }

  remember(header: string, sessionId: string): void {
    if (header.length <= maxHeaderLength) this.sessionIds.set(header, sessionId);
  }
}
