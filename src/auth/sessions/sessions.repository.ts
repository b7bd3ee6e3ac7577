import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { OpenSession, Session } from './session.js';

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  async insert({ id, accountId, createdAt, expiresAt }: Session): Promise<void> {
    await this.database.query('INSERT INTO session (id, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
      id,
      accountId,
      createdAt,
      expiresAt,
    ]);
  }

  async findOpen(id: string): Promise<OpenSession | null> {
    const [session = null] = await this.database.prepared<OpenSession>(
      `SELECT account_id AS "accountId", name, role, password_expired AS "passwordExpired",
         expires_at AS "expiresAt"
       FROM session JOIN account ON account.id = session.account_id
       WHERE session.id = $1 AND ended_at IS NULL AND NOT is_disabled`,
      [id],
    );
    return session;
  }

  async end(id: string, at: Date): Promise<void> {
    await this.database.query('UPDATE session SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [id, at]);
  }

  /** Ends every session of an account, but for one that is to go on. */
  async endAllOf(accountId: string, at: Date, except?: string): Promise<void> {
    await this.database.query(
      'UPDATE session SET ended_at = $2 WHERE account_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3::uuid',
      [accountId, at, except ?? null],
    );
  }

  /** A session whose time is up is of no use to anybody. */
  async deleteExpired(at: Date): Promise<void> {
    await this.database.query('DELETE FROM session WHERE expires_at < $1', [at]);
  }
}
