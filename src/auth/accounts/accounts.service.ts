import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditDetails } from '../audit/audit-entry.js';
import { AuditService } from '../audit/audit.service.js';
import { InvalidInputError, NotFoundError } from '../../base/errors.js';
import { SettingsError } from '../../base/config/load-settings.js';
import { Settings } from '../../base/config/settings.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import type { ListDescription, ListRequest } from '../../http/list/list-description.js';
import type { PageOf } from '../../http/list/list-page.js';
import { CachedCredentials } from './cached-credentials.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { passwordFault } from '../passwords/password-rules.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { AccountListRequest } from './accounts.fields.js';
import { type AccountSight, everything } from '../sight/account-sight.js';
import type { Account, AccountChanges, AccountDraft } from './account.js';
import { limitableRoles, type Role } from '../permissions.js';
import { AccountsRepository } from './accounts.repository.js';

/** The administrator that the first start creates. */
export interface InitialAdmin {
  readonly name: string;
  /** Null if the operator chose the password, which must not be printed. */
  readonly generatedPassword: string | null;
}

const initialAdminName = 'admin';

/** @throws SettingsError if INITIAL_ADMIN_PASSWORD is too easy to guess */
export function checkInitialAdminPassword({ initialAdminPassword: password }: Settings): void {
  const fault = password && passwordFault(password, { name: initialAdminName, email: null });
  if (fault) throw new SettingsError([`INITIAL_ADMIN_PASSWORD: ${fault}`]);
}

/** Manages the accounts of people and programs. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly passwords: PasswordHasher,
    private readonly cached: CachedCredentials,
    private readonly settings: Settings,
    private readonly audit: AuditService,
  ) {}

  list(request: AccountListRequest): Promise<JsonText> {
    return this.accounts.listPage(request);
  }

  /** @param list a list whose columns name columns of the table `account` */
  listBy<C extends string>(list: ListDescription<C>, request: ListRequest<C>): Promise<PageOf<Account>> {
    return this.accounts.findPage(list, request);
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<Account> {
    const account = await this.accounts.findById(id);
    if (!account) throw noSuchAccount(id);
    return account;
  }

  /** The slug of the provider by which the owner logs in; null if it logs in by a password. */
  async slugOfProvider({ ssoProviderId }: Account): Promise<string | null> {
    return ssoProviderId === null ? null : this.accounts.findSlugOfProvider(ssoProviderId);
  }

  /** Names are compared without case. @throws NotFoundError */
  async getByName(name: string): Promise<Account> {
    const account = await this.accounts.findByName(name);
    if (!account) throw new NotFoundError('name', `there is no account ${name}`);
    return account;
  }

  /** The oldest administrator whose sessions have all permissions of the role; null if there is none. */
  findFirstAdministrator(): Promise<Account | null> {
    return this.accounts.findFirstAdministrator();
  }

  /** @throws InvalidInputError if the password is too easy to guess; ConflictError if the name is taken */
  async create({ password, sight = everything, ...draft }: AccountDraft): Promise<Account> {
    const { name, role } = draft;
    requireLimitable('body.role', role, sight);
    if (password !== null && draft.ssoProviderId) throw oneWayIn();
    const entry = {
      action: 'account.create',
      resource: 'accounts',
      details: { name, role, ...recordOfSight(sight) },
    } as const;
    const passwordHash = password === null ? null : await this.passwords.hashNew('body.password', password, draft);
    return this.audit.audited(entry, (note) => this.accounts.insert({ ...draft, ...sight, passwordHash }, note));
  }

  /**
   * A new password ends the sessions of the account. Disabling the account ends them too and deletes its API tokens.
   * @throws InvalidInputError if the password is too easy to guess; NotFoundError; ConflictError if no administrator would be left, or
   * the name is taken
   * @param before runs in the transaction before the change
   */
  async update(
    id: string,
    { password, releasesSubject, sight, ...changes }: AccountChanges,
    before?: (tx: Transaction) => Promise<void>,
  ): Promise<Account> {
    if ((changes.role !== undefined || sight) && !changes.isByProvider)
      await this.requireLimitable(id, changes.role, sight);
    const passwordHash = password === undefined ? undefined : await this.hashOf(id, password, changes);
    const released = releasesSubject === true || changes.ssoProviderId !== undefined;
    const details = {
      ...recordOf(changes),
      ...(sight && recordOfSight(sight)),
      ...(passwordHash && { password: 'replaced' }),
      ...(released && { sso_subject: 'released' }),
    };
    const entry = { action: 'account.update', resource: `accounts/${id}`, details } as const;
    const account = await this.audit.audited(entry, async (note) => {
      const replaced = passwordHash && { passwordHash, passwordExpired: changes.passwordExpired ?? false };
      const moved = {
        ...(released && { ssoSubject: null }),
        ...(changes.ssoProviderId !== undefined && { disabledByProvider: false }),
        ...(typeof changes.ssoProviderId === 'number' && { passwordHash: null, passwordExpired: false }),
      };
      const updated = await this.accounts.update(id, { ...changes, ...sight, ...replaced, ...moved }, note, before);
      if (!updated) throw noSuchAccount(id);
      return updated;
    });
    if (passwordHash || changes.isDisabled || released) await this.sessions.endAllOf(id);
    this.cached.forgetAll();
    return account;
  }

  /**
   * Limits an account to environments, or lets it see everything.
   * @throws InvalidInputError if its role is not limited; NotFoundError
   */
  async limit(id: string, sight: AccountSight): Promise<Account> {
    const { role } = await this.get(id);
    requireLimitable('path.account_id', role, sight);
    const details = sight.environments ? recordOfSight(sight) : { environments: 'all' };
    const entry = { action: 'account.limit', resource: `accounts/${id}`, details } as const;
    const account = await this.audit.audited(entry, (note) => this.accounts.update(id, sight, note));
    this.cached.forgetAll();
    if (!account) throw noSuchAccount(id);
    return account;
  }

  /**
   * Deletes the account with its sessions and tokens.
   * @throws NotFoundError; ConflictError if no administrator would be left
   */
  async delete(id: string): Promise<void> {
    await this.audit.audited({ action: 'account.delete', resource: `accounts/${id}` }, async (note) => {
      if (!(await this.accounts.delete(id, note))) throw noSuchAccount(id);
    });
    this.cached.forgetAll();
  }

  /**
   * Creates the administrator `admin` if there is no administrator. Returns null if there is one or another process creates it now. The
   * password is INITIAL_ADMIN_PASSWORD or a random one, which is stored only as a hash, and opens nothing but the change to another one.
   */
  async ensureInitialAdmin(): Promise<InitialAdmin | null> {
    if (await this.accounts.hasAdministrator()) return null;
    const name = initialAdminName;
    const configured = this.settings.initialAdminPassword;
    const generatedPassword = configured ? null : randomBytes(18).toString('base64url');
    const owner = { name, email: null };
    const passwordHash = await this.passwords.hashNew('INITIAL_ADMIN_PASSWORD', generatedPassword ?? configured, owner);
    const first = { name, passwordHash, passwordExpired: generatedPassword !== null };
    return (await this.accounts.insertFirstAdministrator(first)) ? { name, generatedPassword } : null;
  }

  private async requireLimitable(id: string, role: Role | undefined, sight: AccountSight | undefined): Promise<void> {
    const account = await this.accounts.findById(id);
    if (account) requireLimitable('body.role', role ?? account.role, sight ?? account);
  }

  private async hashOf(id: string, password: string, { name, email, ssoProviderId }: AccountChanges): Promise<string> {
    const account = await this.accounts.findById(id);
    if (!account) throw noSuchAccount(id);
    if (ssoProviderId === undefined ? account.ssoProviderId !== null : ssoProviderId !== null) throw oneWayIn();
    const owner = { name: name ?? account.name, email: email === undefined ? account.email : email };
    return this.passwords.hashNew('body.password', password, owner);
  }
}

/** @throws InvalidInputError if accounts of the role see everything */
function requireLimitable(place: string, role: Role, { environments }: AccountSight): void {
  if (!environments || limitableRoles.includes(role)) return;
  const message = `accounts of the role ${role} see all environments; limited are accounts of ${limitableRoles.join(' and ')}`;
  throw InvalidInputError.at('account.not_limitable', place, message);
}

function recordOfSight({ environments, seesNodesOfNone }: AccountSight): AuditDetails {
  return environments ? { environments, none: seesNodesOfNone } : {};
}

/** Returns the changes as the audit log contains them. The repository adds the number of revoked tokens. */
function recordOf(changes: AccountChanges): AuditDetails {
  const {
    isDisabled,
    firstName,
    lastName,
    passwordExpired,
    ssoProviderId,
    revokesTokens: _,
    isByProvider: _by,
    ...rest
  } = changes;
  return {
    ...rest,
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(isDisabled !== undefined && { is_disabled: isDisabled }),
    ...(passwordExpired !== undefined && { password_expired: passwordExpired }),
    ...(ssoProviderId !== undefined && { sso_provider_id: ssoProviderId }),
  };
}

function oneWayIn(): InvalidInputError {
  const message = 'the account logs in by a provider and has no password; take it away from the provider first';
  return InvalidInputError.at('account.has_provider', 'body.password', message);
}

function noSuchAccount(id: string): NotFoundError {
  return new NotFoundError('path.account_id', `there is no account ${id}`);
}
