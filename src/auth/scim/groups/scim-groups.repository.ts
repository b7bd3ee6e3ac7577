import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError } from '../../../base/errors.js';
import { Database, oneRow, sqlIn } from '../../../database/database.js';
import { uuid } from '../../../base/values/uuid.js';
import type { Transaction } from '../../../database/transaction.js';
import { filterSql, type FilterAttribute } from '../filter/filter-sql.js';
import { parseScimFilter } from '../filter/scim-filter.js';
import { isThere, provisionedAccounts } from '../users/provisioned-accounts.repository.js';
import type { ScimPage } from '../wire/scim-resource.js';
import { type GroupChanges, type MemberChange, maxMembers } from './group-changes.js';
import type { ProvisionedGroup } from './scim-group.js';

const columns = `g.id, g.display_name AS "displayName", g.external_id AS "externalId", g.created_at AS "createdAt",
  g.updated_at AS "updatedAt"`;

/** SQL: the accounts of a group `g`. One that was given to another provider, or that its provider has deleted, is no member. */
const members = `scim_group_member m JOIN ${provisionedAccounts} ON a.id = m.account_id
  WHERE m.group_id = g.id AND a.sso_provider_id = g.sso_provider_id AND ${isThere}`;
const hasMember = `EXISTS (SELECT FROM ${members} AND m.account_id = {value})`;
const attributes: ReadonlyMap<string, FilterAttribute> = new Map([
  ['id', { sql: 'g.id', type: 'uuid' }],
  ['displayname', { sql: 'g.display_name', type: 'folded' }],
  ['externalid', { sql: 'g.external_id', type: 'exact' }],
  ['members', { sql: hasMember, type: 'condition' }],
  ['members.value', { sql: hasMember, type: 'condition' }],
  ['meta.created', { sql: 'g.created_at', type: 'time' }],
  ['meta.lastmodified', { sql: 'g.updated_at', type: 'time' }],
]);

interface Member {
  readonly value: string;
  readonly display: string;
}

/** The groups of providers with their members. */
@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly database: Database) {}

  /** @throws InvalidInputError if the filter has a fault */
  async findPage(
    providerId: number,
    { filter, startIndex, count }: ScimPage,
  ): Promise<{ readonly total: number; readonly rows: ProvisionedGroup[] }> {
    const values: (string | number | boolean)[] = [providerId];
    const condition = filter ? filterSql(parseScimFilter(filter, 'query.filter'), attributes, values) : 'true';
    const where = `scim_group g WHERE g.sso_provider_id = $1 AND ${condition}`;
    const [{ total }, rows] = [
      oneRow(await this.database.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${where}`, values)),
      await this.database.query<ProvisionedGroup>(
        `SELECT ${columns} FROM ${where} ORDER BY g.created_at, g.id OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
        [...values, startIndex - 1, count],
      ),
    ];
    return { total, rows };
  }

  async find(providerId: number, id: string, on: Transaction = this.database): Promise<ProvisionedGroup | null> {
    if (!uuid.test(id)) return null;
    const [row = null] = await sqlIn(on).query<ProvisionedGroup>(
      `SELECT ${columns} FROM scim_group g WHERE g.sso_provider_id = $1 AND g.id = $2`,
      [providerId, id],
    );
    return row;
  }

  membersOf(id: string, on: Transaction = this.database): Promise<Member[]> {
    return sqlIn(on).query<Member>(
      `SELECT member.* FROM scim_group g CROSS JOIN LATERAL (SELECT a.id AS value, a.name AS display FROM ${members}) member
       WHERE g.id = $1 ORDER BY display, value`,
      [id],
    );
  }

  /** Lets changes of the group and of its members wait for each other until the transaction ends. */
  async lock(id: string, on: Transaction): Promise<void> {
    await sqlIn(on).query('SELECT FROM scim_group WHERE id = $1 FOR UPDATE', [id]);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  async insert(providerId: number, displayName: string, externalId: string | null, on: Transaction): Promise<string> {
    const id = randomUUID();
    const rows = await sqlIn(on).query(
      `INSERT INTO scim_group (id, sso_provider_id, display_name, external_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [id, providerId, displayName, externalId],
    );
    if (rows.length === 0) throw nameTaken(displayName);
    return id;
  }

  /** False if there is none. */
  async update(providerId: number, id: string, changes: GroupChanges, on: Transaction): Promise<boolean> {
    const { displayName = null, externalId = null } = changes;
    const [taken] = await sqlIn(on).query(
      'SELECT FROM scim_group WHERE sso_provider_id = $1 AND id <> $2 AND lower(display_name) = lower($3)',
      [providerId, id, displayName],
    );
    if (taken) throw nameTaken(displayName ?? '');
    const rows = await sqlIn(on).query(
      `UPDATE scim_group SET display_name = coalesce($3, display_name),
         external_id = CASE WHEN $4 THEN $5 ELSE external_id END, updated_at = now()
       WHERE sso_provider_id = $1 AND id = $2 RETURNING id`,
      [providerId, id, displayName, changes.externalId !== undefined, externalId],
    );
    return rows.length > 0;
  }

  async delete(providerId: number, id: string, on: Transaction): Promise<boolean> {
    const rows = await sqlIn(on).query('DELETE FROM scim_group WHERE sso_provider_id = $1 AND id = $2 RETURNING id', [
      providerId,
      id,
    ]);
    return rows.length > 0;
  }

  /** @throws InvalidInputError if the provider has no such account; ConflictError if the group would have too many members */
  async changeMembers(
    providerId: number,
    groupId: string,
    changes: readonly MemberChange[],
    on: Transaction,
  ): Promise<void> {
    for (const { op, ids } of changes) {
      if (op === 'set') await sqlIn(on).query('DELETE FROM scim_group_member WHERE group_id = $1', [groupId]);
      if (op === 'remove')
        await sqlIn(on).query('DELETE FROM scim_group_member WHERE group_id = $1 AND account_id = ANY($2::uuid[])', [
          groupId,
          ids,
        ]);
      else if (ids.length > 0) await this.add(providerId, groupId, ids, on);
    }
    const [row] = await sqlIn(on).query<{ count: number }>(
      'SELECT count(*)::int AS count FROM scim_group_member WHERE group_id = $1',
      [groupId],
    );
    if (row && row.count > maxMembers)
      throw ConflictError.at('resource.limit_reached', 'body.members', `a group has at most ${maxMembers} members`);
  }

  private async add(providerId: number, groupId: string, ids: readonly string[], on: Transaction): Promise<void> {
    const found = await sqlIn(on).query<{ id: string }>(
      `SELECT a.id FROM ${provisionedAccounts} WHERE a.sso_provider_id = $1 AND a.id = ANY($2::uuid[]) AND ${isThere}`,
      [providerId, ids],
    );
    const known = new Set(found.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined)
      throw InvalidInputError.at('scim.invalid_value', 'body.members', `the provider has no user ${missing}`);
    await sqlIn(on).query(
      `INSERT INTO scim_group_member (group_id, account_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
      [groupId, ids],
    );
  }
}

function nameTaken(name: string): ConflictError {
  return ConflictError.at('resource.name_taken', 'body.displayName', `the provider has a group ${name} already`);
}
