import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Not, Raw, Repository } from 'typeorm';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import type { AccountSight } from '../sight/account-sight.js';
import type { AuditNote } from '../audit/audit-entry.js';
import { changeOneRow } from '../audit/change-one-row.repository.js';
import type { Role } from '../permissions.js';
import { sessionList, type SessionListRequest, sessionShape } from './sessions.fields.js';
import { SessionEntity } from './session.entity.js';
import type { SessionKind } from './session-kind.js';

/** From where a session is opened. */
export interface SessionOrigin {
  readonly kind: SessionKind;
  /** The network that the login counts against; null for the command line. */
  readonly address: string | null;
  /** The header User-Agent. */
  readonly program: string | null;
  /** When the owner has proven who it is; absent: now; null: nobody has, because a program opens the session. */
  readonly authenticatedAt?: Date | null;
}

export interface NewSession extends SessionOrigin {
  readonly id: string;
  readonly accountId: string;
  readonly ttlSeconds: number;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session that has not been ended, of an enabled account. It may have expired. */
export interface OpenSession extends AccountSight {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordExpired: boolean;
  readonly totpActive: boolean;
  readonly passkeys: number;
  readonly hasPassword: boolean;
  /** Milliseconds until the session expires, or its idle limit, by the clock of the database; negative after that. */
  readonly remainingMs: number;
}

/** SQL: when the page's session ends unless it is used; null for programs. @param seconds SESSION_IDLE */
const idleUntil = (seconds: string) => `CASE kind WHEN 'cookie' THEN last_used + ${seconds} * interval '1 second' END`;

/** SQL: when a session ends unless it is used. `least` ignores null. */
const endOf = (seconds: string) => `least(expires_at, ${idleUntil(seconds)})`;

const openOnes = `(
  SELECT *, id::text = $2 AS is_current, ${idleUntil('$3::int')} AS idle_until FROM session
  WHERE account_id = $1 AND ended_at IS NULL AND ${endOf('$3::int')} > now()) AS open_session`;

const noNote: AuditNote = () => Promise.resolve();

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
    private readonly settings: Settings,
  ) {}

  /** The session expires at a whole second, because bearer tokens contain whole seconds. */
  async insert({ ttlSeconds, ...opened }: NewSession, note: AuditNote): Promise<Session> {
    const createdAt = await this.clock.now();
    const expiresAt = new Date((Math.floor(createdAt.getTime() / 1000) + ttlSeconds) * 1000);
    const authenticatedAt = earlierOf(createdAt, opened.authenticatedAt);
    const session = { ...opened, authenticatedAt, createdAt, expiresAt, lastUsed: createdAt, endedAt: null };
    await this.sessions.manager.transaction(async (manager) => {
      const formerVisit = opened.kind === 'cookie' ? await this.lastVisit(manager, opened.accountId) : null;
      await manager.insert(SessionEntity, { ...session, formerVisit });
      await note(manager);
    });
    return session;
  }

  private async lastVisit(manager: EntityManager, accountId: string): Promise<Date | null> {
    const [row] = await manager.query<{ at: Date | null }[]>(
      `SELECT max(last_used) AS at FROM session
       WHERE account_id = $1 AND kind = 'cookie' AND (ended_at IS NOT NULL OR ${endOf('$2::int')} < now())`,
      [accountId, this.settings.sessionIdle],
    );
    return row?.at ?? null;
  }

  /** Prepared SQL, because requests wait for it. The database compares the expiry with its own clock. */
  async findOpen(id: string): Promise<OpenSession | null> {
    const [session = null] = await this.database.prepared<OpenSession>(
      `SELECT account_id AS "accountId", name, role, password_expired AS "passwordExpired",
         totp_active AS "totpActive", passkeys, environments, sees_nodes_of_none AS "seesNodesOfNone",
         password_hash IS NOT NULL AS "hasPassword",
         (extract(epoch FROM ${endOf('$2::int')} - now()) * 1000)::float8 AS "remainingMs"
       FROM session JOIN account ON account.id = session.account_id
       WHERE session.id = $1 AND ended_at IS NULL AND NOT is_disabled`,
      [id, this.settings.sessionIdle],
    );
    return session;
  }

  /** Whether its owner has proven who it is in the last minutes. */
  async isProvenWithin(id: string, minutes: number): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT FROM session WHERE id = $1 AND authenticated_at > now() - make_interval(mins => $2)',
      [id, minutes],
    );
    return rows.length > 0;
  }

  /** The owner has proven again who it is. */
  async storeProof(id: string): Promise<void> {
    await this.sessions.update({ id }, { authenticatedAt: () => 'now()' });
  }

  /** @param current id of the session of the request, if it has one */
  listOpenOf(accountId: string, current: string | undefined, request: SessionListRequest): Promise<JsonText> {
    return listPage(this.database, sessionList, request, {
      from: openOnes,
      item: sessionShape.token,
      values: [accountId, current ?? '', this.settings.sessionIdle],
    });
  }

  isOpenOf(accountId: string, id: string): Promise<boolean> {
    return this.sessions.existsBy(openOf(accountId, id));
  }

  /** @returns false if the account has no open session with this id */
  endOneOf(accountId: string, id: string, note: AuditNote): Promise<boolean> {
    const open = openOf(accountId, id);
    return changeOneRow(this.sessions.manager, note, (manager) => manager.update(SessionEntity, open, ending));
  }

  async storeUse(id: string): Promise<void> {
    await this.sessions.update({ id }, { lastUsed: () => 'now()' });
  }

  async end(id: string): Promise<void> {
    await this.sessions.update({ id, endedAt: IsNull() }, ending);
  }

  /** Ends all sessions of an account except one, if that is given. */
  async endAllOf(accountId: string, except?: string, note: AuditNote = noNote): Promise<void> {
    const others = except === undefined ? {} : { id: Not(except) };
    await this.sessions.manager.transaction(async (manager) => {
      const { affected } = await manager.update(SessionEntity, { accountId, endedAt: IsNull(), ...others }, ending);
      await note(manager, { ended: affected });
    });
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

  /** The newest session of the page stays, because it tells the next one of an account when its former visit was. */
  async deleteExpired(): Promise<void> {
    await this.database.query(
      `DELETE FROM session WHERE ${endOf('$1::int')} < now() AND (kind <> 'cookie' OR EXISTS (
         SELECT FROM session newer WHERE newer.account_id = session.account_id AND newer.kind = 'cookie'
           AND (newer.last_used, newer.id) > (session.last_used, session.id)))`,
      [this.settings.sessionIdle],
    );
  }
}

function openOf(accountId: string, id: string) {
  return { id, accountId, endedAt: IsNull(), expiresAt: Raw((column) => `${column} > now()`) };
}

/** The clock of a provider may be ahead. */
function earlierOf(now: Date, given: Date | null | undefined): Date | null {
  if (given === undefined) return now;
  return given && (given < now ? given : now);
}
