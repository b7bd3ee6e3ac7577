import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/transaction.js';
import { CachedCredentials } from '../../accounts/cached-credentials.js';
import { AuditService } from '../../audit/audit.service.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { type ChangedRole, GroupRolesRepository, type RoleGiver } from './group-roles.repository.js';

/** Gives accounts the role of their groups. A changed role ends the sessions of the account. */
@Injectable()
export class GroupRolesService {
  constructor(
    private readonly roles: GroupRolesRepository,
    private readonly sessions: SessionsService,
    private readonly cached: CachedCredentials,
    private readonly audit: AuditService,
  ) {}

  /** Of all accounts of a provider whose setting has changed. */
  async giveAll(provider: RoleGiver): Promise<void> {
    await this.endSessions(await this.roles.transaction((tx) => this.give(provider, tx)));
  }

  /** @param on the transaction that changes the groups; call {@link endSessions} after it */
  async give(provider: RoleGiver, on: Transaction, ids?: readonly string[]): Promise<readonly ChangedRole[]> {
    const changed = await this.roles.give(provider, on, ids);
    for (const { id, former, role, isLimited } of changed) {
      const entry = {
        action: 'account.update',
        resource: `accounts/${id}`,
        details: { role, former, by: 'groups', ...(isLimited && { environments: 'still limited' }) },
      } as const;
      await this.audit.record(entry, { on });
    }
    return changed;
  }

  async endSessions(changed: readonly Pick<ChangedRole, 'id'>[]): Promise<void> {
    for (const { id } of changed) await this.sessions.endAllOf(id);
    if (changed.length > 0) this.cached.forgetAll();
  }
}
