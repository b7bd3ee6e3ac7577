import { Injectable } from '@nestjs/common';
import type { Note } from '../audit/audit-entry.js';
import { Database } from '../../database/database.js';
import { millisecondsUntil } from '../cache/remaining-time.js';
import type { NewSession, OpenSession, Session } from './session.js';

/** Sessions. All times are those of the database: an instance whose clock is wrong must not end or delete the sessions of others. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** The expiry is in whole seconds, as bearer tokens contain it. */
  insert({ id, accountId, ttlSeconds }: NewSession, note: Note): Promise<Session> {
    return this.database.transaction(async (tx) => {
      const [session] = await tx.query<Session>(
        `INSERT INTO session (id, account_id, created_at, expires_at)
         VALUES ($1, $2, now(), date_trunc('second', now()) + $3 * interval '1 second')
         RETURNING id, account_id AS "accountId", created_at AS "createdAt", expires_at AS "expiresAt"`,
        [id, accountId, ttlSeconds],
      );
      if (!session) throw new Error(`session ${id} was not inserted`);
      await note(tx);
      return session;
    });
  }

  async findOpen(id: string): Promise<OpenSession | null> {
    const [session = null] = await this.database.prepared<OpenSession>(
      `SELECT account_id AS "accountId", name, role, password_expired AS "passwordExpired",
         ${millisecondsUntil('expires_at')} AS "remainingMs"
       FROM session JOIN account ON account.id = session.account_id
       WHERE session.id = $1 AND ended_at IS NULL AND NOT is_disabled`,
      [id],
    );
    return session;
  }

  async end(id: string): Promise<void> {
    await this.database.query('UPDATE session SET ended_at = now() WHERE id = $1 AND ended_at IS NULL', [id]);
  }

  /** Ends every session of an account, but for one that is to go on. */
  async endAllOf(accountId: string, except?: string): Promise<void> {
    await this.database.query(
      'UPDATE session SET ended_at = now() WHERE account_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $2::uuid',
      [accountId, except ?? null],
    );
  }

  async deleteExpired(): Promise<void> {
    await this.database.query('DELETE FROM session WHERE expires_at < now()');
  }
}
