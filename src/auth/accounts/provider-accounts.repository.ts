import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, sqlIn } from '../../database/database.js';
import type { Account } from './account.js';

/** Takes the accounts of a provider away from it. They keep their history and have no way to log in. @returns their ids */
export async function releaseAccountsOf(providerId: number, manager: EntityManager): Promise<string[]> {
  const rows = await sqlIn(manager).query<{ id: string }>(
    `UPDATE account SET sso_provider_id = NULL, sso_subject = NULL, disabled_by_provider = false, updated_at = now()
     WHERE sso_provider_id = $1 RETURNING id`,
    [providerId],
  );
  return rows.map(({ id }) => id);
}

export async function isAccountOf(providerId: number, accountId: string, manager: EntityManager): Promise<boolean> {
  const rows = await sqlIn(manager).query('SELECT FROM account WHERE id = $1 AND sso_provider_id = $2', [
    accountId,
    providerId,
  ]);
  return rows.length > 0;
}

type ProviderAccount = Pick<Account, 'id' | 'name' | 'role' | 'isDisabled' | 'ssoProviderId' | 'ssoSubject'>;

const columns = `id, name, role, is_disabled AS "isDisabled", sso_provider_id AS "ssoProviderId", sso_subject AS "ssoSubject"`;

/** The accounts of identity providers, for logins. */
@Injectable()
export class ProviderAccountsRepository {
  constructor(private readonly database: Database) {}

  async findBySubject(providerId: number, subject: string): Promise<ProviderAccount | null> {
    const [row = null] = await this.database.query<ProviderAccount>(
      `SELECT ${columns} FROM account WHERE sso_provider_id = $1 AND sso_subject = $2`,
      [providerId, subject],
    );
    return row;
  }

  /** Names are compared without case. */
  async findByName(name: string): Promise<ProviderAccount | null> {
    const [row = null] = await this.database.query<ProviderAccount>(
      `SELECT ${columns} FROM account WHERE lower(name) = lower($1)`,
      [name],
    );
    return row;
  }

  /** Binds an account of a provider, unless it has a subject by now. */
  async bind(id: string, providerId: number, subject: string): Promise<void> {
    await this.database.query(
      `UPDATE account SET sso_subject = $3, updated_at = now()
       WHERE id = $1 AND sso_provider_id = $2 AND sso_subject IS NULL`,
      [id, providerId, subject],
    );
  }
}
