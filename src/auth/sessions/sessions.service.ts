import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { InvalidInputError, NotFoundError } from '../../base/errors.js';
import type { AuditNote } from '../audit/audit-entry.js';
import type { Principal } from '../principal.js';
import { SessionTokens } from './bearer.strategy.js';
import type { JsonText } from '../../http/json-text.js';
import { AuditService } from '../audit/audit.service.js';
import type { SessionListRequest } from './sessions.fields.js';
import { CachedSessions } from './cached-sessions.js';
import { type SessionOrigin, SessionsRepository } from './sessions.repository.js';

/** Opens sessions and ends them before they expire. This instance refuses their bearer tokens at once, the others within five seconds. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly cachedSessions: CachedSessions,
    private readonly tokens: SessionTokens,
    private readonly settings: Settings,
    private readonly audit: AuditService,
  ) {}

  /**
   * Opens a session for SESSION_TTL, and deletes expired ones and the oldest above MAX_SESSIONS_PER_ACCOUNT: a caller with the password must
   * not be locked out by sessions that browsers and scripts have left.
   * @returns the bearer token
   */
  async open(accountId: string, origin: SessionOrigin, note: AuditNote): Promise<string> {
    const { sessionTtl: ttlSeconds, maxSessionsPerAccount } = this.settings;
    const session = await this.sessions.insert({ id: randomUUID(), accountId, ttlSeconds, ...origin }, note);
    await this.sessions.deleteExpired();
    for (const id of await this.sessions.deleteOldest(accountId, maxSessionsPerAccount)) this.cachedSessions.forget(id);
    return this.tokens.issue(session);
  }

  /** The open sessions of an account. */
  list(accountId: string, { sessionId }: Principal, request: SessionListRequest): Promise<JsonText> {
    return this.sessions.listOpenOf(accountId, sessionId, request);
  }

  isOpenOf(accountId: string, id: string): Promise<boolean> {
    return this.sessions.isOpenOf(accountId, id);
  }

  /**
   * @param owner path of the account for the audit log: `self`
   * @throws NotFoundError if the account has no open session with this id
   */
  async endOneOf(accountId: string, owner: string, id: string): Promise<void> {
    await this.audit.audited({ action: 'session.end', resource: `${owner}/sessions/${id}` }, async (note) => {
      if (!(await this.sessions.endOneOf(accountId, id, note)))
        throw new NotFoundError('path.session_id', `there is no open session ${id} of this account`);
    });
    this.cachedSessions.forget(id);
  }

  /** As {@link endAllOf}, with an entry in the audit log. */
  async endListed(accountId: string, owner: string, except?: string): Promise<void> {
    await this.audit.audited({ action: 'session.end', resource: `${owner}/sessions` }, (note) =>
      this.sessions.endAllOf(accountId, except, note),
    );
    this.cachedSessions.forgetAll();
  }

  /** @throws InvalidInputError if the caller has signed the request, which has no session */
  async endOwn({ sessionId }: Principal): Promise<void> {
    if (sessionId === undefined)
      throw InvalidInputError.at('auth.no_session', 'header.Authorization', 'a signed request has no session');
    await this.end(sessionId);
  }

  async end(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId);
    this.cachedSessions.forget(sessionId);
  }

  /** @param except id of a session that does not end */
  async endAllOf(accountId: string, except?: string): Promise<void> {
    await this.sessions.endAllOf(accountId, except);
    this.cachedSessions.forgetAll();
  }
}
