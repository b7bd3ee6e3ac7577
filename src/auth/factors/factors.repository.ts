import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../base/errors.js';
import { Database, type SqlConnection, type SqlRunner } from '../../database/database.js';
import type { AuditNote } from '../audit/audit-entry.js';
import type { FactorState } from './factor-state.js';
import { RecoveryCodeDigests } from './recovery-codes.js';

/** Wrong codes of an account, after right passwords, in an hour. After so many its codes are refused for an hour. */
export const maxWrongCodes = 10;

interface SealedTotp {
  readonly accountId: string;
  readonly secretSealed: Buffer;
}

/** A secret whose code is about to be verified. */
export interface CodeAttempt extends Pick<SealedTotp, 'secretSealed'> {
  /** Whether another wrong code blocks the factor. */
  readonly isLast: boolean;
}

/** The secrets that were stored last. */
export function newestTotpSecrets(runner: SqlRunner, most: number): Promise<SealedTotp[]> {
  return runner.query(
    `SELECT account_id AS "accountId", secret_sealed AS "secretSealed" FROM totp_factor
     ORDER BY account_id LIMIT $1`,
    [most],
  );
}

/** Counts the code as wrong before it is verified, so that parallel guesses, also at several instances, can't exceed the limit. */
const reserve = `
  UPDATE totp_factor SET
    wrong_codes = CASE WHEN window_end > now() THEN wrong_codes + 1 ELSE 1 END,
    window_end = CASE WHEN window_end > now() THEN window_end ELSE now() + interval '1 hour' END
  WHERE account_id = $1 AND NOT (wrong_codes >= $2 AND window_end > now())
  RETURNING secret_sealed AS "secretSealed", wrong_codes >= $2 AS "isLast"`;

/** Stores the second factors of accounts. All times are of the database. */
@Injectable()
export class FactorsRepository {
  constructor(
    private readonly database: Database,
    private readonly digests: RecoveryCodeDigests,
  ) {}

  async state(accountId: string): Promise<FactorState> {
    const [state] = await this.database.query<FactorState>(
      `SELECT totp_active AS "isActive", passkeys,
         EXISTS (SELECT FROM totp_factor WHERE account_id = account.id) AS "isEnrolled",
         (SELECT count(*)::int FROM recovery_code WHERE account_id = account.id) AS "recoveryCodesLeft"
       FROM account WHERE id = $1`,
      [accountId],
    );
    return state ?? { isEnrolled: false, isActive: false, passkeys: 0, recoveryCodesLeft: 0 };
  }

  /** Replaces a secret that is not active. @throws ConflictError if one is active */
  enrol(accountId: string, secretSealed: Buffer, note: AuditNote): Promise<void> {
    return this.ofAccount(accountId, async (on, isActive) => {
      if (isActive)
        throw ConflictError.at(
          'mfa.active',
          'path.account_id',
          'codes of an app are active already; remove them first',
        );
      await on.query(
        `INSERT INTO totp_factor (account_id, secret_sealed) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET
           secret_sealed = excluded.secret_sealed, last_step = 0, wrong_codes = 0, window_end = NULL, blocked_at = NULL`,
        [accountId, secretSealed],
      );
      await note(on);
    });
  }

  async findSecret(accountId: string): Promise<Buffer | null> {
    const [row] = await this.database.query<SealedTotp>(
      'SELECT secret_sealed AS "secretSealed" FROM totp_factor WHERE account_id = $1',
      [accountId],
    );
    return row?.secretSealed ?? null;
  }

  /**
   * @param proven the secret whose code was verified
   * @returns false if the secret was replaced meanwhile, or is active already
   */
  async activate(
    accountId: string,
    proven: Buffer,
    step: number,
    codes: readonly string[],
    note: AuditNote,
  ): Promise<boolean> {
    const digests = await this.digests.ofAll(accountId, codes);
    return this.ofAccount(accountId, async (on, isActive) => {
      if (isActive) return false;
      const used = await on.query(
        'UPDATE totp_factor SET last_step = $3 WHERE account_id = $1 AND secret_sealed = $2 RETURNING 1',
        [accountId, proven, step],
      );
      if (used.length === 0) return false;
      await on.query('UPDATE account SET totp_active = true, updated_at = now() WHERE id = $1', [accountId]);
      await replaceCodes(on, accountId, digests);
      await note(on);
      return true;
    });
  }

  /** @returns null if codes of the account are refused */
  async reserve(accountId: string): Promise<CodeAttempt | null> {
    const [attempt = null] = await this.database.query<CodeAttempt>(reserve, [accountId, maxWrongCodes]);
    return attempt;
  }

  /** Accepts a reserved code once: of two instances the second finds its step used. */
  async accept(accountId: string, step: number): Promise<boolean> {
    const accepted = await this.database.execute(
      'UPDATE totp_factor SET last_step = $2, wrong_codes = greatest(wrong_codes - 1, 0) WHERE account_id = $1 AND last_step < $2',
      [accountId, step],
    );
    return accepted === 1;
  }

  /** Takes a reservation back. */
  async giveBack(accountId: string): Promise<void> {
    const sql = 'UPDATE totp_factor SET wrong_codes = greatest(wrong_codes - 1, 0) WHERE account_id = $1';
    await this.database.execute(sql, [accountId]);
  }

  /** Refuses codes for an hour. */
  async block(accountId: string, note: AuditNote): Promise<void> {
    await this.database.transaction(async (on) => {
      await on.query(
        "UPDATE totp_factor SET window_end = now() + interval '1 hour', blocked_at = now() WHERE account_id = $1",
        [accountId],
      );
      await note(on);
    });
  }

  /** @returns when wrong codes blocked the factor; null if they did not, or the owner was told before */
  async takeBlock(accountId: string): Promise<Date | null> {
    const [row] = await this.database.query<{ blockedAt: Date }>(
      `UPDATE totp_factor SET blocked_at = NULL FROM (
         SELECT account_id, blocked_at FROM totp_factor WHERE account_id = $1 AND blocked_at IS NOT NULL FOR UPDATE) former
       WHERE totp_factor.account_id = former.account_id RETURNING former.blocked_at AS "blockedAt"`,
      [accountId],
    );
    return row?.blockedAt ?? null;
  }

  /** Accepts a recovery code once. */
  async useRecoveryCode(accountId: string, code: string): Promise<boolean> {
    const digest = await this.digests.of(accountId, code);
    if (digest === null) return false;
    const used = 'DELETE FROM recovery_code WHERE account_id = $1 AND digest = $2';
    return (await this.database.execute(used, [accountId, digest])) === 1;
  }

  async replaceRecoveryCodes(accountId: string, codes: readonly string[], note: AuditNote): Promise<void> {
    const digests = await this.digests.ofAll(accountId, codes);
    await this.ofAccount(accountId, async (on) => {
      await replaceCodes(on, accountId, digests);
      await note(on);
    });
  }

  /** Removes the secret, and the recovery codes if no passkey is left. @returns false if there is no secret */
  removeApp(accountId: string, note: AuditNote): Promise<boolean> {
    return this.ofAccount(accountId, async (on) => {
      const removed = await on.query('DELETE FROM totp_factor WHERE account_id = $1 RETURNING 1', [accountId]);
      if (removed.length === 0) return false;
      await on.query('UPDATE account SET totp_active = false, updated_at = now() WHERE id = $1', [accountId]);
      await deleteUnneededCodes(on, accountId);
      await note(on);
      return true;
    });
  }

  /** Removes secret, passkeys and recovery codes. @returns false if there are none */
  removeAll(accountId: string, note: AuditNote): Promise<boolean> {
    return this.ofAccount(accountId, async (on) => {
      const removed = await on.query(
        `WITH app AS (DELETE FROM totp_factor WHERE account_id = $1 RETURNING 1),
           keys AS (DELETE FROM passkey WHERE account_id = $1 RETURNING 1)
         SELECT 1 FROM app UNION ALL SELECT 1 FROM keys`,
        [accountId],
      );
      if (removed.length === 0) return false;
      await on.query('UPDATE account SET totp_active = false, passkeys = 0, updated_at = now() WHERE id = $1', [
        accountId,
      ]);
      await deleteUnneededCodes(on, accountId);
      await note(on);
      return true;
    });
  }

  /** Works on the factors of an account, one transaction after the other. */
  private ofAccount<T>(accountId: string, work: (on: SqlConnection, isActive: boolean) => Promise<T>): Promise<T> {
    return this.database.transaction(async (on) => {
      const [account] = await on.query<{ isActive: boolean }>(
        'SELECT totp_active AS "isActive" FROM account WHERE id = $1 FOR NO KEY UPDATE',
        [accountId],
      );
      return work(on, account?.isActive ?? false);
    });
  }
}

export async function replaceCodes(on: SqlRunner, accountId: string, digests: readonly string[]): Promise<void> {
  await on.query('DELETE FROM recovery_code WHERE account_id = $1', [accountId]);
  await on.query('INSERT INTO recovery_code (account_id, digest) SELECT $1, unnest($2::text[])', [accountId, digests]);
}

/** Deletes the recovery codes of an account that has no second factor left. */
export async function deleteUnneededCodes(on: SqlRunner, accountId: string): Promise<void> {
  await on.query(
    `DELETE FROM recovery_code WHERE account_id IN (SELECT id FROM account WHERE id = $1 AND NOT totp_active AND passkeys = 0)`,
    [accountId],
  );
}
