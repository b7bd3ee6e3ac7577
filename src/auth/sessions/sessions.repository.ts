import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Raw, Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import type { AuditNote } from '../audit/audit-entry.js';
import { changeOneRow } from '../audit/change-one-row.repository.js';
import type { Role } from '../permissions.js';
import { ownSessionList, type OwnSessionListRequest, ownSessionShape } from './own-sessions.fields.js';
import { SessionEntity } from './session.entity.js';
import type { SessionKind } from './session-kind.js';

export interface NewSession {
  readonly id: string;
  readonly accountId: string;
  readonly kind: SessionKind;
  readonly ttlSeconds: number;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session that has not been ended, of an enabled account. It may have expired. */
export interface OpenSession {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordExpired: boolean;
  /** Milliseconds until the session expires by the clock of the database; negative after that. */
  readonly remainingMs: number;
}

const openOnes = `(
  SELECT *, id::text = $2 AS is_current FROM session
  WHERE account_id = $1 AND ended_at IS NULL AND expires_at > now()) AS own_session`;

const ending = { endedAt: () => 'now()' };

/**
 * Stores sessions with the times of the database, so that an instance with a wrong clock does not end the sessions of others
 * (docs/adr/0029-database-clock.md).
 */
@Injectable()
export class SessionsRepository {
  constructor(
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
  ) {}

  /** The session expires at a whole second, because bearer tokens contain whole seconds. */
  async insert({ id, accountId, kind, ttlSeconds }: NewSession, note: AuditNote): Promise<Session> {
    const createdAt = await this.clock.now();
    const expiresAt = new Date((Math.floor(createdAt.getTime() / 1000) + ttlSeconds) * 1000);
    const session = { id, accountId, kind, createdAt, expiresAt, endedAt: null };
    await this.sessions.manager.transaction(async (manager) => {
      await manager.insert(SessionEntity, session);
      await note(manager);
    });
    return session;
  }

  /** Prepared SQL, because requests wait for it. The database compares the expiry with its own clock. */
  async findOpen(id: string): Promise<OpenSession | null> {
    const [session = null] = await this.database.prepared<OpenSession>(
      `SELECT account_id AS "accountId", name, role, password_expired AS "passwordExpired",
         (extract(epoch FROM expires_at - now()) * 1000)::float8 AS "remainingMs"
       FROM session JOIN account ON account.id = session.account_id
       WHERE session.id = $1 AND ended_at IS NULL AND NOT is_disabled`,
      [id],
    );
    return session;
  }

  /** @param current id of the session of the request, if it has one */
  listOpenOf(accountId: string, current: string | undefined, request: OwnSessionListRequest): Promise<JsonText> {
    return listPage(this.database, ownSessionList, request, {
      from: openOnes,
      item: ownSessionShape.token,
      values: [accountId, current ?? ''],
    });
  }

  /** @returns false if the account has no open session with this id */
  endOneOf(accountId: string, id: string, note: AuditNote): Promise<boolean> {
    const isOpen = { id, accountId, endedAt: IsNull(), expiresAt: Raw((column) => `${column} > now()`) };
    return changeOneRow(this.sessions.manager, note, (manager) => manager.update(SessionEntity, isOpen, ending));
  }

  async end(id: string): Promise<void> {
    await this.sessions.update({ id, endedAt: IsNull() }, ending);
  }

  /** Ends all sessions of an account except one, if that is given. */
  async endAllOf(accountId: string, except?: string): Promise<void> {
    const others = except === undefined ? {} : { id: Not(except) };
    await this.sessions.update({ accountId, endedAt: IsNull(), ...others }, ending);
  }

  /** Deletes all sessions of an account that have not ended, except the newest. @returns their ids */
  async deleteOldest(accountId: string, kept: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `DELETE FROM session WHERE id IN (
         SELECT id FROM session WHERE account_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id OFFSET $2)
       RETURNING id`,
      [accountId, kept],
    );
    return rows.map(({ id }) => id);
  }

  async deleteExpired(): Promise<void> {
    await this.sessions.delete({ expiresAt: Raw((column) => `${column} < now()`) });
  }
}
