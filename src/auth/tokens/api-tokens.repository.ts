import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, LessThanOrEqual, Or, Repository } from 'typeorm';
import { Settings } from '../../base/config/settings.js';
import { ConflictError, InvalidInputError } from '../../base/errors.js';
import type { AuditNote } from '../audit/audit-entry.js';
import { changeOneRow } from '../audit/change-one-row.repository.js';
import { Database, type SqlRunner } from '../../database/database.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { AccountEntity } from '../account.entity.js';
import { apiTokenList, type ApiTokenListRequest, apiTokenShape } from './api-tokens.fields.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { SsoProviderEntity } from '../sso-provider.entity.js';
import type { ApiToken, ApiTokenDraft, UsableApiToken } from './api-token.js';
import type { UsableBearerKey } from './bearer-key.js';

type Key = Pick<ApiTokenEntity, 'keyEncrypted' | 'keyDigest'>;
type ApiTokenRow = ApiTokenDraft & Key & { readonly id: string };

/** A new token of an identity provider. */
type ProviderTokenRow = Pick<ApiTokenEntity, 'id' | 'name' | 'expiresAt' | 'keyDigest'> & {
  readonly ssoProviderId: number;
};

/** Tokens that a provider may have: the one in use and its successor. */
const maxPerProvider = 2;

/** SQL: when a token stops because its owner no longer logs in by the identity provider; null: never. @param days SSO_TOKEN_GRACE */
const graceEnd = (days: string) => `CASE WHEN account.sso_provider_id IS NOT NULL AND ${days} > 0
  THEN coalesce(account.last_login, account.created_at) + ${days} * interval '1 day' END`;

const withGrace = (days: string) => `
  SELECT api_token.*, ${graceEnd(days)} AS grace_until,
    CASE WHEN key_encrypted IS NOT NULL THEN 'signing' WHEN account_id IS NULL THEN 'provisioning' ELSE 'reading' END AS type
  FROM api_token LEFT JOIN account ON account.id = account_id`;
const ofAll = `(${withGrace('$1::int')} WHERE client_id IS NULL) AS account_token`;
const ownedBy = `(${withGrace('$1::int')} WHERE account_id = $2) AS own_token`;

/** The key of a token as it is stored. */
interface SealedKey {
  readonly id: string;
  readonly keyEncrypted: Buffer;
}

/** The keys that were stored last. */
export function newestSealedKeys(runner: SqlRunner, most: number): Promise<SealedKey[]> {
  return runner.query(
    `SELECT id, key_encrypted AS "keyEncrypted" FROM api_token
     WHERE key_encrypted IS NOT NULL ORDER BY created_at DESC LIMIT $1`,
    [most],
  );
}

@Injectable()
export class ApiTokensRepository {
  constructor(
    @InjectRepository(ApiTokenEntity) private readonly tokens: Repository<ApiTokenEntity>,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** @param accountId the account; if absent, the page contains the tokens of all accounts and providers */
  listPage(request: ApiTokenListRequest, accountId?: string): Promise<JsonText> {
    const { ssoTokenGrace: days } = this.settings;
    const source =
      accountId === undefined ? { from: ofAll, values: [days] } : { from: ownedBy, values: [days, accountId] };
    return listPage(this.database, apiTokenList, request, { ...source, item: apiTokenShape.token });
  }

  /** @throws InvalidInputError if the account does not exist; ConflictError if it is disabled or has `maxPerAccount` tokens */
  async insert(row: ApiTokenRow, maxPerAccount: number, note: AuditNote): Promise<ApiToken> {
    const { accountId } = row;
    const unset = { lastAccess: null, clientId: null, ssoProviderId: null };
    const entity = Object.assign(this.tokens.create({ ...unset, ...row }), { accountId });
    await this.tokens.manager.transaction(async (manager) => {
      const account = await lockAccount(accountId, manager);
      if (!account)
        throw InvalidInputError.at('reference.not_found', 'body.user_id', `there is no account ${accountId}`);
      // Enabling the account again would make a token valid that was created while the account was being disabled.
      if (account.isDisabled)
        throw ConflictError.at(
          'resource.disabled',
          'body.user_id',
          `the account ${account.name} is disabled; enable it first`,
        );
      const count = await manager.countBy(ApiTokenEntity, { accountId });
      if (count >= maxPerAccount) {
        const limit = `MAX_TOKENS_PER_ACCOUNT allows ${maxPerAccount}`;
        throw ConflictError.at(
          'resource.limit_reached',
          'tokens',
          `the account ${account.name} has ${count} API tokens and ${limit}; delete one first`,
        );
      }
      await manager.insert(ApiTokenEntity, entity);
      await note(manager);
    });
    return entity;
  }

  /** Prepared SQL, because signed requests wait for it. The database compares the expiry with its own clock. */
  async findUsable(id: string): Promise<UsableApiToken | null> {
    const [token = null] = await this.database.prepared<UsableApiToken>(
      `SELECT account_id AS "accountId", client_id AS "clientId", COALESCE(account.name, api_token.name) AS name, role,
         environments, coalesce(sees_nodes_of_none, false) AS "seesNodesOfNone",
         key_encrypted AS "keyEncrypted", last_access AS "lastAccess",
         (extract(epoch FROM least(expires_at, ${graceEnd('$2::int')}) - now()) * 1000)::float8 AS "remainingMs"
       FROM api_token LEFT JOIN account ON account.id = account_id
       WHERE api_token.id = $1 AND key_encrypted IS NOT NULL AND is_disabled IS NOT TRUE`,
      [id, this.settings.ssoTokenGrace],
    );
    return token;
  }

  /** @throws InvalidInputError if there is no such provider; ConflictError if it has two tokens */
  insertOfProvider(row: ProviderTokenRow, note: AuditNote): Promise<ApiToken> {
    const { ssoProviderId: id } = row;
    const unset = { lastAccess: null, clientId: null, accountId: null, keyEncrypted: null };
    const entity = this.tokens.create({ ...unset, ...row });
    return this.tokens.manager.transaction(async (manager) => {
      const found = { where: { id }, lock: { mode: 'for_no_key_update' } } as const;
      if (!(await manager.findOne(SsoProviderEntity, found)))
        throw InvalidInputError.at('reference.not_found', 'body.sso_provider_id', `there is no provider ${id}`);
      if ((await manager.countBy(ApiTokenEntity, { ssoProviderId: id })) >= maxPerProvider) {
        const message = `the provider has ${maxPerProvider} provisioning tokens; delete the former one first`;
        throw ConflictError.at('resource.limit_reached', 'tokens', message);
      }
      await manager.insert(ApiTokenEntity, entity);
      await note(manager);
      return entity;
    });
  }

  async findUsableKey(digest: string): Promise<UsableBearerKey | null> {
    const [key = null] = await this.database.prepared<UsableBearerKey>(
      `SELECT api_token.id, account_id AS "accountId", account.name, role, sso_provider.id AS "providerId", slug,
         environments, coalesce(sees_nodes_of_none, false) AS "seesNodesOfNone", last_access AS "lastAccess",
         (extract(epoch FROM least(expires_at, ${graceEnd('$2::int')}) - now()) * 1000)::float8 AS "remainingMs"
       FROM api_token LEFT JOIN account ON account.id = account_id
       LEFT JOIN sso_provider ON sso_provider.id = api_token.sso_provider_id
       WHERE key_digest = $1 AND is_disabled IS NOT TRUE`,
      [digest, this.settings.ssoTokenGrace],
    );
    return key;
  }

  /**
   * Deletes a token of an account or a provider. Returns false if there is none with this id; it does not delete tokens of clients.
   * @param accountId the account that must own the token; any account or provider if absent
   */
  delete(id: string, note: AuditNote, accountId?: string): Promise<boolean> {
    const owner = accountId === undefined ? { clientId: IsNull() } : { accountId };
    return changeOneRow(this.tokens.manager, note, (manager) => manager.delete(ApiTokenEntity, { id, ...owner }));
  }

  /** Deletes all tokens of an account. @returns the number of tokens, or null for an unknown account */
  deleteAllOf(accountId: string, note: AuditNote): Promise<number | null> {
    return this.tokens.manager.transaction(async (manager) => {
      if (!(await lockAccount(accountId, manager))) return null;
      const count = await deleteTokensOf(accountId, manager);
      await note(manager, { tokens_revoked: count });
      return count;
    });
  }

  /** Stores at most one use a minute among all instances. A use does not change the token, so `updated_at` stays. */
  async storeLastAccess(id: string, at: Date): Promise<void> {
    const minuteBefore = new Date(at.getTime() - 60_000);
    await this.tokens.update(
      { id, lastAccess: Or(IsNull(), LessThanOrEqual(minuteBefore)) },
      { lastAccess: at, updatedAt: () => 'updated_at' },
    );
  }
}

/**
 * Deletes all tokens of an account. The transaction has to have locked or changed the row of the account, so that nobody creates a token
 * at the same time.
 * @returns the number of tokens
 */
export async function deleteTokensOf(accountId: string, manager: EntityManager): Promise<number> {
  return (await manager.delete(ApiTokenEntity, { accountId })).affected ?? 0;
}

function lockAccount(id: string, manager: EntityManager): Promise<AccountEntity | null> {
  return manager.findOne(AccountEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });
}
