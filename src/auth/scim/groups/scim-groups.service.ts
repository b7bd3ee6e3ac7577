import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/values/json-object.js';
import type { Transaction } from '../../../database/transaction.js';
import { AuditService } from '../../audit/audit.service.js';
import type { ProviderIdentity } from '../../principal.js';
import type { ChangedRole } from '../../sso/group-roles/group-roles.repository.js';
import { GroupRolesService } from '../../sso/group-roles/group-roles.service.js';
import { SsoProvidersService } from '../../sso/providers/sso-providers.service.js';
import { invalidValue, type PatchOperation } from '../patch/scim-patch.js';
import { listOf, pageOf, requireVersion, type ScimList, type ScimResource } from '../wire/scim-resource.js';
import { type GroupChanges, patchedGroup, wholeGroup } from './group-changes.js';
import { type ProvisionedGroup, toScimGroup } from './scim-group.js';
import { ScimGroupsRepository } from './scim-groups.repository.js';

/** Provisions the groups of an identity provider. */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly groups: ScimGroupsRepository,
    private readonly roles: GroupRolesService,
    private readonly providers: SsoProvidersService,
    private readonly audit: AuditService,
  ) {}

  /** @throws InvalidInputError */
  async list({ id }: ProviderIdentity, query: Readonly<Record<string, string>>): Promise<ScimList> {
    const page = pageOf(query);
    const { total, rows } = await this.groups.findPage(id, page);
    return listOf(
      rows.map((row) => toScimGroup(row)),
      total,
      page.startIndex,
    );
  }

  /** @throws NotFoundError */
  async get(provider: ProviderIdentity, id: string, on?: Transaction): Promise<ScimResource> {
    const group = await this.require(provider, id, on);
    return toScimGroup(group, await this.groups.membersOf(id, on));
  }

  /** @throws InvalidInputError; ConflictError if the name is taken */
  async create(provider: ProviderIdentity, body: JsonObject): Promise<ScimResource> {
    const changes = wholeGroup(body);
    const { displayName, externalId = null } = changes;
    if (displayName === undefined) throw invalidValue('body.displayName', 'is required');
    const details = { name: displayName, sso_provider_id: provider.id };
    let id = '';
    await this.changing({ action: 'scim_group.create', resource: 'scim/v2/Groups', details }, provider, async (tx) => {
      id = await this.groups.insert(provider.id, displayName, externalId, tx);
      await this.groups.changeMembers(provider.id, id, changes.members, tx);
      return { id };
    });
    return this.get(provider, id);
  }

  /** @throws NotFoundError; InvalidInputError; ConflictError if the name is taken; VersionChangedError */
  replace(provider: ProviderIdentity, id: string, body: JsonObject, ifMatch?: string): Promise<ScimResource> {
    return this.change(provider, id, () => wholeGroup(body), ifMatch);
  }

  /** As {@link replace}. */
  patch(
    provider: ProviderIdentity,
    id: string,
    operations: readonly PatchOperation[],
    ifMatch?: string,
  ): Promise<ScimResource> {
    return this.change(provider, id, () => patchedGroup(operations), ifMatch);
  }

  /** @throws NotFoundError; VersionChangedError */
  async delete(provider: ProviderIdentity, id: string, ifMatch?: string): Promise<void> {
    await this.require(provider, id);
    const entry = { action: 'scim_group.delete', resource: `scim/v2/Groups/${id}` } as const;
    await this.changing(entry, provider, async (tx) => {
      await this.lock(provider, id, ifMatch, tx);
      if (!(await this.groups.delete(provider.id, id, tx))) throw noSuchGroup(id);
      return {};
    });
  }

  private async change(
    provider: ProviderIdentity,
    id: string,
    read: () => GroupChanges,
    ifMatch: string | undefined,
  ): Promise<ScimResource> {
    await this.require(provider, id);
    const changes = read();
    const { members, ...rest } = changes;
    const details = { ...rest, members: members.map(({ op, ids }) => `${op} ${ids.length}`) };
    const entry = { action: 'scim_group.update', resource: `scim/v2/Groups/${id}`, details } as const;
    const work = async (tx: Transaction) => {
      await this.lock(provider, id, ifMatch, tx);
      if (!(await this.groups.update(provider.id, id, changes, tx))) throw noSuchGroup(id);
      await this.groups.changeMembers(provider.id, id, members, tx);
      return {};
    };
    await this.changing(entry, provider, work, affectedBy(changes));
    return this.get(provider, id);
  }

  private async require({ id: providerId }: ProviderIdentity, id: string, on?: Transaction): Promise<ProvisionedGroup> {
    const group = await this.groups.find(providerId, id, on);
    if (!group) throw noSuchGroup(id);
    return group;
  }

  /** Compares the version in the transaction of the change, so that one of two changes of the same version succeeds. */
  private async lock(
    provider: ProviderIdentity,
    id: string,
    ifMatch: string | undefined,
    tx: Transaction,
  ): Promise<void> {
    await this.groups.lock(id, tx);
    if (ifMatch !== undefined) requireVersion(await this.get(provider, id, tx), ifMatch);
  }

  /**
   * Changes a group, its entry of the audit log and the roles that follow from it in one transaction.
   * @param ids the accounts whose role may change; any of the provider if absent
   */
  private async changing(
    entry: Parameters<AuditService['audited']>[0],
    { id }: ProviderIdentity,
    work: (tx: Transaction) => Promise<object>,
    ids?: readonly string[],
  ): Promise<void> {
    const provider = await this.providers.get(id);
    let changed: readonly ChangedRole[] = [];
    await this.audit.audited(entry, (note) =>
      this.groups.transaction(async (tx) => {
        const details = await work(tx);
        changed = await this.roles.give(provider, tx, ids);
        await note(tx, { ...details, roles_changed: changed.length });
      }),
    );
    await this.roles.endSessions(changed);
  }
}

/** A new name or a new list of members concerns accounts that the change does not name. */
function affectedBy({ displayName, members }: GroupChanges): string[] | undefined {
  if (displayName !== undefined || members.some(({ op }) => op === 'set')) return undefined;
  return members.flatMap(({ ids }) => ids);
}

function noSuchGroup(id: string): NotFoundError {
  return new NotFoundError('path.id', `the provider has no group ${id}`);
}
