import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { CredentialCache } from '../credential-cache.js';
import { expiredPasswordPermissions, permissionsOf } from '../permissions.js';
import type { Principal } from '../principal.js';
import { SessionsRepository } from './sessions.repository.js';

interface LiveSession {
  readonly principal: Principal;
  /** By the clock of this instance. */
  readonly expiresAt: number;
}

/** The sessions in use and who they stand for, remembered for as long as credentials may be. */
@Injectable()
export class LiveSessions {
  private readonly cache: CredentialCache<LiveSession>;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {
    this.cache = new CredentialCache({ load: (id) => this.load(id), clock });
  }

  /** Without reading the database: undefined where {@link get} has to be asked. */
  peek(id: string): Principal | undefined {
    const session = this.cache.peek(id);
    return session && this.isOpen(session) ? session.principal : undefined;
  }

  /** @throws UnauthenticatedError where the session has ended in one way or another */
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

  private isOpen({ expiresAt }: LiveSession): boolean {
    return this.clock.now().getTime() < expiresAt;
  }

  private async load(id: string): Promise<LiveSession | null> {
    const readAt = this.clock.now().getTime();
    const session = await this.sessions.findOpen(id);
    if (!session) return null;
    const { accountId, name, role, passwordExpired } = session;
    const permissions = passwordExpired ? expiredPasswordPermissions : permissionsOf(role);
    const principal = { id: accountId, name, role, permissions, sessionId: id, tokenId: undefined, client: undefined };
    return { principal, expiresAt: readAt + session.remainingMs };
  }
}
