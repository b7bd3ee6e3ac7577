import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type EntityManager, IsNull, Not, Repository } from 'typeorm';
import { ConflictError, InvalidInputError } from '../../base/errors.js';
import type { AuditDetails, AuditNote } from '../audit/audit-entry.js';
import { changeOneRow } from '../audit/change-one-row.repository.js';
import { Database, type SqlRunner } from '../../database/database.js';
import { unlessMissing, unlessTaken } from '../../database/driver-errors.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import type { ListDescription, ListRequest } from '../../http/list/list-description.js';
import { listPage, listSql, type PageOf } from '../../http/list/list-page.js';
import { deleteTokensOf } from '../tokens/api-tokens.repository.js';
import { accountList, type AccountListRequest, accountShape } from './accounts.fields.js';
import { AccountEntity } from '../account.entity.js';
import { type AccountSight, everything } from '../sight/account-sight.js';
import type { Account, AccountChanges, AccountDraft } from './account.js';

/** A new account with the hash of its password. */
type AccountRow = Omit<AccountDraft, 'password' | 'sight'> & {
  readonly passwordHash: string | null;
  readonly ssoSubject?: string;
  readonly disabledByProvider?: boolean;
} & Partial<AccountSight>;
type AccountRowChanges = Partial<
  Pick<
    AccountEntity,
    | 'name'
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'role'
    | 'isDisabled'
    | 'disabledByProvider'
    | 'passwordHash'
    | 'passwordExpired'
    | 'ssoProviderId'
    | 'ssoSubject'
    | 'environments'
    | 'seesNodesOfNone'
  >
> &
  Pick<AccountChanges, 'revokesTokens' | 'isByProvider'>;

type FirstAdministrator = Pick<AccountEntity, 'name' | 'passwordExpired'> & { readonly passwordHash: string };

/** TypeORM sets the column to the current time unless an update names it. */
const unchangedTime = { updatedAt: () => 'updated_at' };

/** The number of administrators who can log in. */
export async function countAdministrators(runner: SqlRunner): Promise<number> {
  const [row] = await runner.query<{ count: number }>(
    "SELECT count(*)::int FROM account WHERE role = 'administrator' AND NOT is_disabled AND password_hash IS NOT NULL",
  );
  return row?.count ?? 0;
}

@Injectable()
export class AccountsRepository {
  constructor(
    @InjectRepository(AccountEntity) private readonly accounts: Repository<AccountEntity>,
    private readonly database: Database,
  ) {}

  listPage(request: AccountListRequest): Promise<JsonText> {
    return listPage(this.database, accountList, request, { from: 'account', item: accountShape.token });
  }

  /** Returns a page of a list of another module. The columns of the list name columns of the table `account`. */
  async findPage<C extends string>(list: ListDescription<C>, request: ListRequest<C>): Promise<PageOf<Account>> {
    const { where, orderBy, page, values } = listSql(list, request);
    const [row] = await this.database.query<{ count: number; ids: string[] }>(
      `SELECT (SELECT count(*)::integer FROM account WHERE ${where}) AS count,
         ARRAY(SELECT id FROM account WHERE ${where} ORDER BY ${orderBy} ${page}) AS ids`,
      values,
    );
    const { count, ids } = row ?? { count: 0, ids: [] };
    const found = await this.accounts.findBy({ id: Any(ids) });
    const byId = new Map(found.map((account) => [account.id, account]));
    return { count, skip: request.skip, limit: request.limit, data: ids.flatMap((id) => byId.get(id) ?? []) };
  }

  findById(id: string): Promise<Account | null> {
    return this.accounts.findOneBy({ id });
  }

  /** Returns the account with its password hash. Names are compared without case. */
  findByName(name: string): Promise<(Account & { readonly passwordHash: string | null }) | null> {
    return this.accounts.createQueryBuilder('account').where('lower(account.name) = lower(:name)', { name }).getOne();
  }

  async findPasswordHash(id: string): Promise<string | null> {
    const row = await this.accounts.findOne({ select: { id: true, passwordHash: true }, where: { id } });
    return row && row.passwordHash;
  }

  async findSlugOfProvider(id: number): Promise<string | null> {
    const [row] = await this.database.query<{ slug: string }>('SELECT slug FROM sso_provider WHERE id = $1', [id]);
    return row?.slug ?? null;
  }

  /** The oldest enabled administrator whose password has not expired. */
  findFirstAdministrator(): Promise<Account | null> {
    return this.accounts.findOne({
      where: { role: 'administrator', isDisabled: false, passwordExpired: false, environments: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  hasAdministrator(): Promise<boolean> {
    return this.accounts.existsBy({ role: 'administrator' });
  }

  /** @throws ConflictError if the name is taken */
  insert(row: AccountRow, note: AuditNote): Promise<Account> {
    const unset = {
      firstName: null,
      lastName: null,
      lastLogin: null,
      ssoProviderId: null,
      ssoSubject: null,
      disabledByProvider: false,
    };
    const defaults = { ...unset, passwordExpired: false, totpActive: false, passkeys: 0, isDisabled: false };
    const entity = this.accounts.create({ id: randomUUID(), ...defaults, ...everything, ...row });
    const inserted = this.accounts.manager.transaction(async (manager) => {
      await manager.insert(AccountEntity, entity);
      await note(manager, { id: entity.id });
      return entity;
    });
    return providerExists(unlessTaken(inserted, () => nameTaken(row.name)));
  }

  /** Inserts an administrator if there is none. One statement, so that only one of several processes succeeds. Returns false if it did not. */
  async insertFirstAdministrator({ name, passwordHash, passwordExpired }: FirstAdministrator): Promise<boolean> {
    const inserted = await this.database.query<{ id: string }>(
      `INSERT INTO account (id, name, role, password_hash, password_expired)
       SELECT $1::uuid, $2, 'administrator', $3, $4 WHERE NOT EXISTS (SELECT FROM account WHERE role = 'administrator')
       ON CONFLICT DO NOTHING RETURNING id`,
      [randomUUID(), name, passwordHash, passwordExpired],
    );
    return inserted.length === 1;
  }

  /**
   * Disabling an account also deletes its API tokens, because enabling it must not restore them. Returns null for an unknown id.
   * @param before runs in the transaction before the change
   * @throws ConflictError if no administrator would be left, or the name is taken
   */
  update(
    id: string,
    { revokesTokens = false, isByProvider = false, ...changes }: AccountRowChanges,
    note: AuditNote,
    before: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<Account | null> {
    const updated = this.accounts.manager.transaction(async (manager) => {
      const demotes = changes.role !== undefined && changes.role !== 'administrator';
      if (demotes || changes.isDisabled || changes.passwordHash === null) await keepAnAdministrator(manager, id);
      await before(manager);
      const former = changes.role && (await manager.findOne(AccountEntity, { select: { role: true }, where: { id } }));
      const switched = changes.isDisabled === undefined ? {} : switchedColumns(changes.isDisabled, isByProvider);
      const columns = { ...changes, ...switched, updatedAt: () => 'now()' };
      const { affected } = await manager.update(AccountEntity, { id }, columns);
      const tokens = await revoked(id, revokesTokens || changes.isDisabled === true, manager);
      if (affected === 1) await note(manager, { ...tokens, ...(former && { former_role: former.role }) });
      return manager.findOneBy(AccountEntity, { id });
    });
    return providerExists(unlessTaken(updated, () => nameTaken(changes.name ?? '')));
  }

  /**
   * Deletes the account with its sessions and tokens. Returns false for an unknown id.
   * @throws ConflictError if no administrator would be left
   */
  delete(id: string, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.accounts.manager, note, async (manager) => {
      await keepAnAdministrator(manager, id);
      return manager.delete(AccountEntity, { id });
    });
  }

  /** A login does not change the account, so `updated_at` stays. */
  async storeLastLogin(id: string): Promise<void> {
    await this.accounts.update(id, { lastLogin: () => 'now()', ...unchangedTime });
  }

  /** Stores another hash of the same password; `updated_at` stays. */
  async updatePasswordHash(id: string, passwordHash: string): Promise<void> {
    await this.accounts.update(id, { passwordHash, ...unchangedTime });
  }
}

/** A provider enables only an account that it has disabled, so the block of an administrator stays. The columns are those before the change. */
function switchedColumns(isDisabled: boolean, isByProvider: boolean) {
  if (!isByProvider) return { isDisabled, disabledByProvider: false };
  if (isDisabled) return { isDisabled, disabledByProvider: () => 'disabled_by_provider OR NOT is_disabled' };
  return { isDisabled: () => 'is_disabled AND NOT disabled_by_provider', disabledByProvider: false };
}

/** @throws InvalidInputError if the account names a provider that does not exist */
function providerExists<T>(change: Promise<T>): Promise<T> {
  return unlessMissing(change, () =>
    InvalidInputError.at('body.invalid_value', 'body.sso_provider_id', 'there is no such provider'),
  );
}

function nameTaken(name: string): ConflictError {
  return ConflictError.at('resource.name_taken', 'body.name', `the name ${name} is taken`);
}

/** Deletes the tokens of an account if asked to. @returns details for the audit log */
async function revoked(accountId: string, revokesTokens: boolean, manager: EntityManager): Promise<AuditDetails> {
  return revokesTokens ? { tokens_revoked: await deleteTokensOf(accountId, manager) } : {};
}

/**
 * Concurrent calls wait for the locks, so that two of them can't remove the last two administrators.
 * @throws ConflictError if the account is the only administrator with a password
 */
async function keepAnAdministrator(manager: EntityManager, id: string): Promise<void> {
  const administrators = await manager.find(AccountEntity, {
    select: { id: true },
    where: { role: 'administrator', isDisabled: false, passwordHash: Not(IsNull()) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  if (administrators.length === 1 && administrators[0]?.id === id) {
    const message =
      'this is the last administrator with a password; it can be neither disabled, demoted, deleted nor given to a provider';
    throw ConflictError.at('resource.protected', 'path.account_id', message);
  }
}
