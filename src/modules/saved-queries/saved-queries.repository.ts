import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError, InvalidInputError } from '../../base/errors.js';
import { Database } from '../../database/database.js';
import { lockForCount } from '../../database/sql/lock-for-count.js';
import { isForeignKeyViolation, unlessTaken } from '../../database/driver-errors.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import {
  savedQueryList,
  savedQueryShape,
  type QueryScope,
  type SavedQueryListRequest,
} from './saved-queries.fields.js';
import { SavedQueryEntity, SavedQueryShareEntity } from './saved-query.entity.js';

/** Who can read a query beside its account. */
export interface SavedQueryShares {
  readonly isPublic: boolean;
  readonly accountIds: readonly string[];
}

export type SavedQueryDraft = Pick<SavedQueryEntity, 'name' | 'query' | 'description'>;

/** The queries that account $1 can read. */
const readable = `(SELECT *, CASE WHEN account_id = $1::uuid THEN 'owned' WHEN account_id IS NULL OR is_public THEN 'public' ELSE 'shared' END AS scope
  FROM saved_query s WHERE account_id = $1::uuid OR account_id IS NULL OR is_public
    OR EXISTS (SELECT FROM saved_query_share WHERE query_id = s.id AND account_id = $1::uuid)) readable`;

@Injectable()
export class SavedQueriesRepository {
  constructor(
    @InjectRepository(SavedQueryEntity) private readonly queries: Repository<SavedQueryEntity>,
    private readonly database: Database,
  ) {}

  listPage(accountId: string, scope: QueryScope, request: SavedQueryListRequest): Promise<JsonText> {
    const from = `(SELECT * FROM ${readable} WHERE $2::text IN ('all', scope)) q`;
    return listPage(this.database, savedQueryList, request, {
      from,
      item: savedQueryShape.token,
      values: [accountId, scope],
    });
  }

  /** @returns `{ data: <query> }`; null if the account can't read such a query */
  findById(accountId: string, id: number): Promise<JsonText | null> {
    return jsonOf(
      this.database,
      `SELECT ${objectToken({ data: savedQueryShape.token })} AS json FROM ${readable.replace(/readable$/, 'q')} WHERE q.id = $2::integer`,
      [accountId, id],
    );
  }

  /**
   * @returns the id of the new query
   * @throws ConflictError if the account has a query of this name or `most` queries
   */
  async insert(accountId: string, draft: SavedQueryDraft, most: number, note: AuditNote): Promise<number> {
    const inserted = this.queries.manager.transaction(async (manager) => {
      await lockForCount(manager, 'saved_query', accountId);
      const count = await manager.countBy(SavedQueryEntity, { accountId });
      if (count >= most) {
        const limit = `MAX_SAVED_QUERIES_PER_ACCOUNT allows ${most}`;
        const message = `the account has ${count} saved queries and ${limit}; delete one first`;
        throw ConflictError.at('resource.limit_reached', 'saved-queries', message);
      }
      const { id } = await manager.save(manager.create(SavedQueryEntity, { accountId, ...draft }));
      await note(manager, { id });
      return id;
    });
    return unlessTaken(inserted, () => nameTaken(draft.name));
  }

  /**
   * @returns false if the account has no such query
   * @throws ConflictError if it has another query of the new name
   */
  update(accountId: string, id: number, changes: Partial<SavedQueryDraft>, note: AuditNote): Promise<boolean> {
    // Without changes there is nothing to set but the time.
    const updated = changeOneRow(this.queries.manager, note, (manager) =>
      manager.update(SavedQueryEntity, { id, accountId }, { ...changes }),
    );
    return unlessTaken(updated, () => nameTaken(changes.name));
  }

  /** @returns false if the account has no such query */
  delete(accountId: string, id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.queries.manager, note, (manager) => manager.delete(SavedQueryEntity, { id, accountId }));
  }

  isOfService(id: number): Promise<boolean> {
    return this.queries.existsBy({ id, accountId: IsNull() });
  }

  /** @returns null if the account has no such query */
  async sharesOf(accountId: string, id: number): Promise<SavedQueryShares | null> {
    const query = await this.queries.findOneBy({ id, accountId });
    if (!query) return null;
    const shares = await this.queries.manager.findBy(SavedQueryShareEntity, { queryId: id });
    return { isPublic: query.isPublic, accountIds: shares.map((share) => share.accountId).toSorted() };
  }

  /**
   * Shares a query with more accounts, or with everybody; with nobody if there are no accounts.
   * @returns false if the account has no such query
   * @throws InvalidInputError for an account that does not exist
   */
  async share(
    accountId: string,
    id: number,
    { isPublic, accountIds }: SavedQueryShares,
    note: AuditNote,
  ): Promise<boolean> {
    try {
      return await changeOneRow(this.queries.manager, note, async (manager) => {
        const updated = await manager.update(SavedQueryEntity, { id, accountId }, { isPublic });
        if (updated.affected !== 1) return updated;
        if (accountIds.length === 0) await manager.delete(SavedQueryShareEntity, { queryId: id });
        const shares = accountIds.map((it) => ({ queryId: id, accountId: it }));
        await manager.upsert(SavedQueryShareEntity, shares, ['queryId', 'accountId']);
        return updated;
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw InvalidInputError.at('body.invalid_value', 'body.user_ids', 'takes ids of accounts; one of them has none');
    }
  }

  /** @returns false if the account has no such query */
  unshare(accountId: string, id: number, accountIds: readonly string[], note: AuditNote): Promise<boolean> {
    return changeOneRow(this.queries.manager, note, async (manager) => {
      const updated = await manager.update(SavedQueryEntity, { id, accountId }, {});
      if (updated.affected === 1)
        await manager.delete(SavedQueryShareEntity, { queryId: id, accountId: In([...accountIds]) });
      return updated;
    });
  }
}

function nameTaken(name: string | undefined): ConflictError {
  const message = `you have a saved query with the name ${JSON.stringify(name)} already`;
  return ConflictError.at('resource.name_taken', 'body.name', message);
}
