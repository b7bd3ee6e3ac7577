import { Injectable } from '@nestjs/common';
import { Database, oneRow, sqlIn } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import { uuid } from '../../../base/values/uuid.js';
import { filterSql, type FilterAttribute } from '../filter/filter-sql.js';
import { parseScimFilter } from '../filter/scim-filter.js';
import type { ScimPage } from '../wire/scim-resource.js';
import { isThere, provisionedAccounts } from './provisioned-accounts.repository.js';
import type { ProvisionedAccount } from './scim-user.js';

const from = `${provisionedAccounts} WHERE a.sso_provider_id = $1`;

const columns = `a.id, a.name, u.external_id AS "externalId", a.first_name AS "firstName", a.last_name AS "lastName", a.email,
  a.is_disabled AS "isDisabled", a.disabled_by_provider AS "disabledByProvider", a.created_at AS "createdAt",
  a.updated_at AS "updatedAt"`;

const displayName = "coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.name)";
const attributes: ReadonlyMap<string, FilterAttribute> = new Map([
  ['id', { sql: 'a.id', type: 'uuid' }],
  ['username', { sql: 'a.name', type: 'folded' }],
  ['externalid', { sql: 'u.external_id', type: 'exact' }],
  ['displayname', { sql: displayName, type: 'folded' }],
  ['name.givenname', { sql: 'a.first_name', type: 'folded' }],
  ['name.familyname', { sql: 'a.last_name', type: 'folded' }],
  ['emails', { sql: 'a.email', type: 'folded' }],
  ['emails.value', { sql: 'a.email', type: 'folded' }],
  ['emails.type', { sql: "CASE WHEN a.email IS NOT NULL THEN 'work' END", type: 'folded' }],
  ['emails.primary', { sql: 'CASE WHEN a.email IS NOT NULL THEN true END', type: 'boolean' }],
  ['active', { sql: '(NOT a.is_disabled)', type: 'boolean' }],
  ['meta.created', { sql: 'a.created_at', type: 'time' }],
  ['meta.lastmodified', { sql: 'a.updated_at', type: 'time' }],
]);

/** The accounts of providers, for provisioning. */
@Injectable()
export class ScimUsersRepository {
  constructor(private readonly database: Database) {}

  /** @throws InvalidInputError if the filter has a fault */
  async findPage(
    providerId: number,
    { filter, startIndex, count }: ScimPage,
  ): Promise<{ readonly total: number; readonly rows: ProvisionedAccount[] }> {
    const values: (string | number | boolean)[] = [providerId];
    const condition = filter ? filterSql(parseScimFilter(filter, 'query.filter'), attributes, values) : 'true';
    const where = `${from} AND ${isThere} AND ${condition}`;
    const [{ total }, rows] = [
      oneRow(await this.database.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${where}`, values)),
      await this.database.query<ProvisionedAccount>(
        `SELECT ${columns} FROM ${where} ORDER BY a.created_at, a.id OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
        [...values, startIndex - 1, count],
      ),
    ];
    return { total, rows };
  }

  async find(providerId: number, id: string, on: Transaction = this.database): Promise<ProvisionedAccount | null> {
    if (!uuid.test(id)) return null;
    const [row = null] = await sqlIn(on).query<ProvisionedAccount>(
      `SELECT ${columns} FROM ${from} AND ${isThere} AND a.id = $2`,
      [providerId, id],
    );
    return row;
  }

  transaction(work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(work);
  }

  /** Lets changes of the account wait for each other until the transaction ends. */
  async lock(id: string, on: Transaction): Promise<void> {
    await sqlIn(on).query(`SELECT FROM ${provisionedAccounts} WHERE a.id = $1 FOR NO KEY UPDATE OF a`, [id]);
  }

  /** The id of an account that the provider has deleted, by its name without case. */
  async findDeleted(providerId: number, name: string): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(
      `SELECT a.id FROM ${from} AND NOT ${isThere} AND lower(a.name) = lower($2)`,
      [providerId, name],
    );
    return row?.id ?? null;
  }

  /** Stores what only the provider knows. An account that it had deleted is there again. */
  async store(
    {
      id,
      providerId,
      externalId,
    }: { readonly id: string; readonly providerId: number; readonly externalId: string | null },
    on: Transaction = this.database,
  ): Promise<void> {
    await sqlIn(on).query(
      `INSERT INTO scim_user (account_id, sso_provider_id, external_id) VALUES ($1, $2, $3)
       ON CONFLICT (account_id) DO UPDATE SET sso_provider_id = $2, external_id = $3, deleted_at = NULL`,
      [id, providerId, externalId],
    );
  }

  /** An account that an administrator has enabled after its deletion stays there, also if its provider disables it. */
  async forgetDeletion(id: string, on: Transaction): Promise<void> {
    await sqlIn(on).query('UPDATE scim_user SET deleted_at = NULL WHERE account_id = $1 AND deleted_at IS NOT NULL', [
      id,
    ]);
  }

  /** Takes the account out of all groups, too. */
  async markDeleted(id: string, providerId: number, on: Transaction): Promise<void> {
    await sqlIn(on).query(
      `WITH members AS (DELETE FROM scim_group_member WHERE account_id = $1)
       INSERT INTO scim_user (account_id, sso_provider_id, deleted_at) VALUES ($1, $2, now())
       ON CONFLICT (account_id) DO UPDATE SET sso_provider_id = $2, deleted_at = now()`,
      [id, providerId],
    );
  }
}
