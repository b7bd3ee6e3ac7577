import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/values/json-object.js';
import type { Transaction } from '../../../database/transaction.js';
import type { AccountChanges } from '../../accounts/account.js';
import { AccountsRepository } from '../../accounts/accounts.repository.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { AuditService } from '../../audit/audit.service.js';
import type { ProviderIdentity } from '../../principal.js';
import { SsoProvidersService } from '../../sso/providers/sso-providers.service.js';
import type { PatchOperation } from '../patch/scim-patch.js';
import { invalidValue } from '../patch/scim-patch.js';
import { listOf, pageOf, requireVersion, type ScimList, type ScimResource } from '../wire/scim-resource.js';
import { type ProvisionedAccount, toScimUser } from './scim-user.js';
import { ScimUsersRepository } from './scim-users.repository.js';
import { patchedAttributes, type UserAttributes, userAttributes } from './user-attributes.js';

/** Provisions the accounts of an identity provider. It sees and changes those that belong to it, and no others. */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly users: ScimUsersRepository,
    private readonly accounts: AccountsService,
    private readonly rows: AccountsRepository,
    private readonly providers: SsoProvidersService,
    private readonly audit: AuditService,
  ) {}

  /** @throws InvalidInputError */
  async list({ id }: ProviderIdentity, query: Readonly<Record<string, string>>): Promise<ScimList> {
    const page = pageOf(query);
    const { total, rows } = await this.users.findPage(id, page);
    return listOf(rows.map(toScimUser), total, page.startIndex);
  }

  /** @throws NotFoundError */
  async get(provider: ProviderIdentity, id: string): Promise<ScimResource> {
    return toScimUser(await this.require(provider, id));
  }

  /** An account that the provider had deleted is used again. @throws InvalidInputError; ConflictError if the name is taken */
  async create(provider: ProviderIdentity, body: JsonObject): Promise<ScimResource> {
    const user = userAttributes(body, true);
    const { userName } = user;
    if (userName === undefined) throw invalidValue('body.userName', 'is required');
    const deleted = await this.users.findDeleted(provider.id, userName);
    const id = deleted ?? (await this.insert(provider, { ...user, userName }));
    if (deleted !== null) await this.revive(provider, deleted, user);
    return this.get(provider, id);
  }

  /** @throws NotFoundError; InvalidInputError; ConflictError if the name is taken; VersionChangedError */
  replace(provider: ProviderIdentity, id: string, body: JsonObject, ifMatch?: string): Promise<ScimResource> {
    return this.change(provider, id, () => userAttributes(body, true), ifMatch);
  }

  /** As {@link replace}. */
  patch(
    provider: ProviderIdentity,
    id: string,
    operations: readonly PatchOperation[],
    ifMatch?: string,
  ): Promise<ScimResource> {
    return this.change(provider, id, () => patchedAttributes(operations), ifMatch);
  }

  /** Disables the account, and hides it from the provider. Only an administrator deletes an account. @throws NotFoundError */
  async delete(provider: ProviderIdentity, id: string, ifMatch?: string): Promise<void> {
    const { isDisabled } = await this.require(provider, id);
    await this.write(provider, id, isDisabled ? {} : { isDisabled: true }, ifMatch, (_, tx) =>
      this.users.markDeleted(id, provider.id, tx),
    );
  }

  private async change(
    provider: ProviderIdentity,
    id: string,
    read: () => UserAttributes,
    ifMatch: string | undefined,
  ): Promise<ScimResource> {
    const account = await this.require(provider, id);
    const user = read();
    const { externalId } = user;
    await this.write(provider, id, differences(account, changesOf(user)), ifMatch, async (current, tx) => {
      await this.users.forgetDeletion(id, tx);
      if (externalId !== undefined && externalId !== current.externalId)
        await this.users.store({ id, providerId: provider.id, externalId }, tx);
    });
    return this.get(provider, id);
  }

  /**
   * Compares the version and changes the account in one transaction, so that one of two changes of the same version succeeds.
   * @param more changes what only the provider knows
   */
  private async write(
    provider: ProviderIdentity,
    id: string,
    changes: AccountChanges,
    ifMatch: string | undefined,
    more: (current: ProvisionedAccount, tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const work = async (tx: Transaction) => {
      await this.users.lock(id, tx);
      const current = await this.require(provider, id, tx);
      requireVersion(toScimUser(current), ifMatch);
      await more(current, tx);
    };
    if (Object.keys(changes).length === 0) await this.users.transaction(work);
    else await this.accounts.update(id, { ...changes, isByProvider: true }, work);
  }

  /** Gives the account the role of a new one. Its groups have gone with its deletion. */
  private async revive(provider: ProviderIdentity, id: string, user: UserAttributes): Promise<void> {
    const { config } = await this.providers.get(provider.id);
    const role = config.autoProvision.defaultRole;
    const isDisabled = user.active === false;
    await this.accounts.update(id, { ...changesOf(user), role, isDisabled, isByProvider: true });
    await this.users.store({ id, providerId: provider.id, externalId: user.externalId ?? null });
  }

  private async insert(
    provider: ProviderIdentity,
    user: UserAttributes & { readonly userName: string },
  ): Promise<string> {
    const { userName: name, externalId = null, email = null, firstName = null, lastName = null, active } = user;
    const { config } = await this.providers.get(provider.id);
    const role = config.autoProvision.defaultRole;
    const details = { name, role, sso_provider_id: provider.id };
    const isDisabled = active === false;
    const draft = { name, email, role, firstName, lastName, isDisabled, disabledByProvider: isDisabled };
    const { id } = await this.audit.audited({ action: 'account.create', resource: 'accounts', details }, (note) =>
      this.rows.insert({ ...draft, passwordHash: null, ssoProviderId: provider.id }, async (on, more) => {
        await this.users.store({ id: String(more?.['id']), providerId: provider.id, externalId }, on);
        await note(on, more);
      }),
    );
    return id;
  }

  private async require(
    { id: providerId }: ProviderIdentity,
    id: string,
    on?: Transaction,
  ): Promise<ProvisionedAccount> {
    const account = await this.users.find(providerId, id, on);
    if (!account) throw new NotFoundError('path.id', `the provider has no user ${id}`);
    return account;
  }
}

function changesOf({ userName, active, firstName, lastName, email }: UserAttributes): AccountChanges {
  return {
    ...(userName !== undefined && { name: userName }),
    ...(active !== undefined && { isDisabled: !active }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
  };
}

/** Providers repeat what they have said before; that is no change. Nor does one switch an account that an administrator has disabled. */
function differences(account: ProvisionedAccount, changes: AccountChanges): AccountChanges {
  const isBlocked = account.isDisabled && !account.disabledByProvider;
  const former: AccountChanges = account;
  const known = new Map<string, unknown>(Object.entries(former));
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => known.get(name) !== value && !(isBlocked && name === 'isDisabled'),
    ),
  );
}
