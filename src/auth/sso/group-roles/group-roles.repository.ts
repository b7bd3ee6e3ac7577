import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import type { Role } from '../../permissions.js';

/** The role of the members of a group that the provider tells of by SCIM. */
export interface GroupRole {
  /** Its display name. */
  readonly group: string;
  readonly role: Role;
}

/** A provider with the roles that it gives. */
export interface RoleGiver {
  readonly id: number;
  readonly config: {
    readonly groupRoles: readonly GroupRole[];
    readonly autoProvision: { readonly defaultRole: Role };
  };
}

/** An account whose role its groups have changed. */
export interface ChangedRole {
  readonly id: string;
  readonly name: string;
  readonly former: Role;
  readonly role: Role;
  /** Whether the account sees some environments only, which no role changes. */
  readonly isLimited: boolean;
}

/** The role of each account by the first entry of the setting that names one of its groups, else the default one. */
const wanted = `
  SELECT a.id, a.role AS former, coalesce((
    SELECT r.role FROM jsonb_to_recordset($2::jsonb) AS r(place int, "group" text, role text)
    JOIN scim_group g ON g.sso_provider_id = a.sso_provider_id AND lower(g.display_name) = lower(r."group")
    JOIN scim_group_member m ON m.group_id = g.id AND m.account_id = a.id
    ORDER BY r.place LIMIT 1), $3) AS role
  FROM account a WHERE a.sso_provider_id = $1 AND ($4::uuid[] IS NULL OR a.id = ANY($4::uuid[]))
  ORDER BY a.id FOR NO KEY UPDATE OF a`;

@Injectable()
export class GroupRolesRepository {
  constructor(private readonly database: Database) {}

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /**
   * Gives accounts of a provider the role of their groups, if the provider has a setting for that. Accounts of providers are no
   * administrators with a password, so the last of those is never among them.
   * @param ids the accounts; all of the provider if absent
   */
  async give({ id, config }: RoleGiver, on: Transaction, ids?: readonly string[]): Promise<ChangedRole[]> {
    const { groupRoles, autoProvision } = config;
    if (groupRoles.length === 0) return [];
    const setting = JSON.stringify(groupRoles.map((it, place) => ({ ...it, place })));
    return sqlIn(on).query<ChangedRole>(
      `WITH wanted AS (${wanted})
       UPDATE account SET role = wanted.role, updated_at = now() FROM wanted
       WHERE account.id = wanted.id AND wanted.former <> wanted.role
       RETURNING account.id, account.name, wanted.former, account.role, account.environments IS NOT NULL AS "isLimited"`,
      [id, setting, autoProvision.defaultRole, ids ?? null],
    );
  }
}
