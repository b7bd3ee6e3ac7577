import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DeletesExpired } from '../../queue/background-work.js';
import type { AuditNote } from '../audit/audit-entry.js';

/** A program that waits, as the person sees it who typed its code. */
export interface WaitingProgram {
  readonly address: string;
  readonly program: string | null;
  readonly createdAt: Date;
}

interface NewDeviceLogin extends Omit<WaitingProgram, 'createdAt'> {
  readonly digest: string;
  readonly userCode: string;
}

/** What a program finds that asks whether it may log in. */
export interface Poll {
  readonly state: 'pending' | 'approved' | 'denied' | 'expired';
  readonly isEarly: boolean;
}

/** Seconds. */
export const lifetime = 600;
/** Seconds between two questions of a program. */
export const pollInterval = 5;
/** Wrong codes of an account in ten minutes. */
const maxFailures = 5;

const isWaiting = "state = 'pending' AND expires_at > now()";

/** Stores logins of programs, with the time of the database. */
@Injectable()
export class DeviceLoginRepository {
  constructor(private readonly database: Database) {}

  /** @returns false if another program has the code */
  async insert({ digest, userCode, address, program }: NewDeviceLogin): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO device_login (digest, user_code, state, address, program, created_at, expires_at, next_poll)
       VALUES ($1, $2, 'pending', $3, $4, now(), now() + make_interval(secs => $5), now()) ON CONFLICT DO NOTHING`,
      [digest, userCode, address, program, lifetime],
    );
    return inserted === 1;
  }

  async findWaiting(userCode: string): Promise<WaitingProgram | null> {
    const [found = null] = await this.database.query<WaitingProgram>(
      `SELECT address, program, created_at AS "createdAt" FROM device_login WHERE user_code = $1 AND ${isWaiting}`,
      [userCode],
    );
    return found;
  }

  /** Counts the code as wrong before it is looked up, so that parallel guesses can't exceed the limit. @returns whether it may be */
  async reserveGuess(accountId: string): Promise<boolean> {
    const reserved = await this.database.execute(
      `INSERT INTO device_code_failure AS stored (account_id, failures, expires_at)
       VALUES ($1, 1, now() + make_interval(secs => $3))
       ON CONFLICT (account_id) DO UPDATE SET
         failures = CASE WHEN stored.expires_at > now() THEN stored.failures + 1 ELSE 1 END,
         expires_at = CASE WHEN stored.expires_at > now() THEN stored.expires_at ELSE excluded.expires_at END
       WHERE stored.failures < $2 OR stored.expires_at <= now()`,
      [accountId, maxFailures, lifetime],
    );
    return reserved === 1;
  }

  async returnGuess(accountId: string): Promise<void> {
    await this.database.execute(
      'UPDATE device_code_failure SET failures = greatest(failures - 1, 0) WHERE account_id = $1',
      [accountId],
    );
  }

  /** @returns false if no program waits with the code */
  decide(userCode: string, accountId: string, isApproved: boolean, note: AuditNote): Promise<boolean> {
    return this.database.transaction(async (on) => {
      const decided = await on.query<WaitingProgram>(
        `UPDATE device_login SET state = $2, account_id = $3 WHERE user_code = $1 AND ${isWaiting}
         RETURNING address, program`,
        [userCode, isApproved ? 'approved' : 'denied', accountId],
      );
      const [program] = decided;
      if (!program) return false;
      await note(on, { address: program.address, program: program.program });
      return true;
    });
  }

  /** Remembers the time of the question. */
  async poll(digest: string): Promise<Poll> {
    const [row] = await this.database.query<Poll>(
      `UPDATE device_login SET next_poll = now() + make_interval(secs => $2) FROM (
         SELECT digest, next_poll FROM device_login WHERE digest = $1 FOR UPDATE) former
       WHERE device_login.digest = former.digest
       RETURNING CASE WHEN expires_at > now() THEN state ELSE 'expired' END AS state, former.next_poll > now() AS "isEarly"`,
      [digest, pollInterval],
    );
    return row ?? { state: 'expired', isEarly: false };
  }

  /** Lets the program log in, once. @returns the account; null if it was used or is not approved */
  async take(digest: string): Promise<string | null> {
    const [row] = await this.database.query<{ accountId: string }>(
      `DELETE FROM device_login WHERE digest = $1 AND state = 'approved' AND expires_at > now()
       RETURNING account_id AS "accountId"`,
      [digest],
    );
    return row?.accountId ?? null;
  }

  @DeletesExpired({ name: 'logins of programs', days: () => 1 })
  deleteExpired(before: Date): Promise<number> {
    const some = 'SELECT digest FROM device_login WHERE expires_at < $1 LIMIT 10000';
    return this.database.execute(`DELETE FROM device_login WHERE digest IN (${some})`, [before]);
  }
}
