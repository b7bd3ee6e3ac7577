import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import { LoginFailure, type OnceOnly } from '../persons/person.js';

@Injectable()
export class UsedMessagesRepository {
  constructor(private readonly database: Database) {}

  /** A message that was used before changes no account either, such as its role. @throws LoginFailure */
  async requireUnused(messages: readonly OnceOnly[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    const [used] = await this.database.query<{ id: string }>(
      'SELECT id FROM sso_used_message WHERE id = ANY ($1) LIMIT 1',
      [ids],
    );
    if (used) throw usedBefore(used.id);
  }

  /**
   * Of several instances that take the same message at once, one inserts its ids.
   * @param on the transaction that opens the session
   * @throws LoginFailure if one of the ids was used before
   */
  async use(messages: readonly OnceOnly[], on: Transaction): Promise<void> {
    await sqlIn(on).query('DELETE FROM sso_used_message WHERE expires_at < now()');
    // In one order, so that two logins wait for each other at most once.
    for (const { id, expiresAt } of messages.toSorted((one, other) => one.id.localeCompare(other.id, 'en'))) {
      const rows = await sqlIn(on).query(
        'INSERT INTO sso_used_message (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
        [id, expiresAt],
      );
      if (rows.length === 0) throw usedBefore(id);
    }
  }
}

function usedBefore(id: string): LoginFailure {
  return new LoginFailure(`the message ${id} has opened a session before`);
}
