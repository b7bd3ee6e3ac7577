import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { DeletesExpired } from '../../queue/background-work.js';

/** An attempt to log in or to change a password. */
export interface PasswordAttempt {
  /** The name that the caller sent, even if no account has it. */
  readonly name: string;
  readonly address: string;
}

/** Wrong passwords within the last minute. */
export interface RecentFailures {
  readonly ofAddress: number;
  readonly ofName: number;
  /** Until the failures of the address are forgotten. */
  readonly addressMs: number;
}

type NoteFailures = (what: 'name' | 'address', on: Transaction) => Promise<void>;

const selectRecent = `
  SELECT key, failures, (extract(epoch FROM expires_at - now()) * 1000)::integer AS ms
  FROM login_failure WHERE key = ANY ($1) AND expires_at > now()`;

/** Locks the rows in the order of their keys, because two attempts may have both keys in common. */
const addOne = `
  INSERT INTO login_failure AS stored (key, failures, expires_at)
  SELECT key, 1, now() + interval '60 seconds' FROM unnest($1::text[]) key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN stored.expires_at > now() THEN stored.failures + 1 ELSE 1 END,
    expires_at = CASE WHEN stored.expires_at > now() THEN stored.expires_at ELSE excluded.expires_at END
  RETURNING key, failures`;

const deleteSome = `
  DELETE FROM login_failure WHERE key IN (SELECT key FROM login_failure WHERE expires_at < $1 LIMIT 10000)`;

/** Counts wrong passwords for all instances, with the time of the database. */
@Injectable()
export class LoginFailuresRepository {
  constructor(private readonly database: Database) {}

  async recent(attempt: PasswordAttempt): Promise<RecentFailures> {
    const { address, name } = keysOf(attempt);
    const rows = await this.database.prepared<{ key: string; failures: number; ms: number }>(selectRecent, [
      [address, name],
    ]);
    const [ofAddress, ofName] = [address, name].map((key) => rows.find((row) => row.key === key));
    return { ofAddress: ofAddress?.failures ?? 0, ofName: ofName?.failures ?? 0, addressMs: ofAddress?.ms ?? 0 };
  }

  /** @param note is called with what of the attempt has failed `limit` times within the last minute, once a minute */
  async add(attempt: PasswordAttempt, limit = 0, note: NoteFailures = () => Promise.resolve()): Promise<void> {
    const keys = keysOf(attempt);
    await this.database.transaction(async (tx) => {
      const rows = await tx.query<{ key: string; failures: number }>(addOne, [Object.values(keys)]);
      const reached = rows.filter(({ failures }) => failures === limit);
      for (const { key } of reached) await note(key === keys.name ? 'name' : 'address', tx);
    });
  }

  @DeletesExpired({ name: 'failed logins', days: () => 1 })
  deleteExpired(expiredBefore: Date): Promise<number> {
    return this.database.execute(deleteSome, [expiredBefore]);
  }
}

function keysOf({ address, name }: PasswordAttempt): { readonly address: string; readonly name: string } {
  return { address: digest(`address ${address}`), name: digest(`name ${name.toLowerCase()}`) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
