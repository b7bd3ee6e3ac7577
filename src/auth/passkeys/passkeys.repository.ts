import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../base/errors.js';
import { Database, type SqlRunner } from '../../database/database.js';
import { unlessTaken } from '../../database/driver-errors.js';
import { DeletesExpired } from '../../queue/background-work.js';
import type { AuditNote } from '../audit/audit-entry.js';
import { deleteUnneededCodes, replaceCodes } from '../factors/factors.repository.js';
import { RecoveryCodeDigests } from '../factors/recovery-codes.js';
import type { Passkey, PasskeyDraft, PasskeyKey } from './passkey.js';

/** The number of passkeys, and of those that are for another host. */
export async function countPasskeys(runner: SqlRunner, rpId: string): Promise<{ all: number; useless: number }> {
  const [row] = await runner.query<{ all: number; useless: number }>(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE rp_id <> $1)::int AS useless FROM passkey',
    [rpId],
  );
  return row ?? { all: 0, useless: 0 };
}

@Injectable()
export class PasskeysRepository {
  constructor(
    private readonly database: Database,
    private readonly digests: RecoveryCodeDigests,
  ) {}

  listOf(accountId: string): Promise<Passkey[]> {
    return this.database.query(
      `SELECT id, name, created_at AS "createdAt", last_used AS "lastUsed" FROM passkey
       WHERE account_id = $1 ORDER BY created_at, id`,
      [accountId],
    );
  }

  async credentialIdsOf(accountId: string): Promise<string[]> {
    const rows = await this.database.query<{ credential: string }>(
      'SELECT credential_id AS credential FROM passkey WHERE account_id = $1',
      [accountId],
    );
    return rows.map(({ credential }) => credential);
  }

  async findKey(credentialId: string): Promise<PasskeyKey | null> {
    const [key = null] = await this.database.query<PasskeyKey>(
      `SELECT passkey.id, account_id AS "accountId", account.name AS "accountName", public_key AS "publicKey",
         counter::float8 AS counter
       FROM passkey JOIN account ON account.id = account_id WHERE credential_id = $1`,
      [credentialId],
    );
    return key;
  }

  /**
   * @param codes recovery codes, which are stored if the account had no second factor
   * @returns whether they are stored
   * @throws ConflictError if the device is registered already
   */
  async insert({ publicKey, ...draft }: PasskeyDraft, codes: readonly string[], note: AuditNote): Promise<boolean> {
    const digests = await this.digests.ofAll(draft.accountId, codes);
    const { id, accountId, credentialId, counter, rpId, name } = draft;
    const inserted = this.database.transaction(async (on) => {
      const [account] = await on.query<{ isFirst: boolean }>(
        'SELECT NOT totp_active AND passkeys = 0 AS "isFirst" FROM account WHERE id = $1 FOR NO KEY UPDATE',
        [accountId],
      );
      await on.query(
        `INSERT INTO passkey (id, account_id, credential_id, public_key, counter, rp_id, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
        [id, accountId, credentialId, Buffer.from(publicKey), counter, rpId, name],
      );
      await storeCount(on, accountId);
      if (account?.isFirst === true) await replaceCodes(on, accountId, digests);
      await note(on, { id });
      return account?.isFirst ?? false;
    });
    return unlessTaken(inserted, () =>
      ConflictError.at('mfa.active', 'body.response', 'this device has a passkey of the service already'),
    );
  }

  /** Raises the counter. @returns false if it is not higher than the last one, which the signature of a copied device shows */
  async use(id: string, counter: number): Promise<boolean> {
    const used = await this.database.execute(
      'UPDATE passkey SET counter = $2, last_used = now() WHERE id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0)',
      [id, counter],
    );
    return used === 1;
  }

  /** @returns false if the account has no such passkey */
  delete(accountId: string, id: string, note: AuditNote): Promise<boolean> {
    return this.database.transaction(async (on) => {
      await on.query('SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      const deleted = await on.query('DELETE FROM passkey WHERE account_id = $1 AND id = $2 RETURNING 1', [
        accountId,
        id,
      ]);
      if (deleted.length === 0) return false;
      await storeCount(on, accountId);
      await deleteUnneededCodes(on, accountId);
      await note(on, { id });
      return true;
    });
  }

  /** @returns whether this call is the first to use the challenge */
  async useChallenge(challenge: string, expiresAt: Date): Promise<boolean> {
    const used = await this.database.execute(
      'INSERT INTO used_challenge (challenge, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [challenge, expiresAt],
    );
    return used === 1;
  }

  @DeletesExpired({ name: 'used challenges', days: () => 1 })
  deleteExpired(before: Date): Promise<number> {
    const some = 'SELECT challenge FROM used_challenge WHERE expires_at < $1 LIMIT 10000';
    return this.database.execute(`DELETE FROM used_challenge WHERE challenge IN (${some})`, [before]);
  }
}

async function storeCount(on: SqlRunner, accountId: string): Promise<void> {
  await on.query(
    `UPDATE account SET passkeys = (SELECT count(*) FROM passkey WHERE account_id = $1), updated_at = now() WHERE id = $1`,
    [accountId],
  );
}
