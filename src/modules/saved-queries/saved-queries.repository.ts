import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { ConflictError } from '../../base/errors.js';
import { Database } from '../../database/database.js';
import { isUniqueViolation } from '../../database/driver-errors.js';
import {
  nullTimeToken,
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';
import { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { savedQueryList, type QueryScope, type SavedQueryListRequest } from './saved-queries.list.js';
import { SavedQueryEntity } from './saved-query.entity.js';

export type SavedQueryDraft = Pick<SavedQueryEntity, 'name' | 'query' | 'description'>;

/** Most queries of one account. Concurrent requests can exceed it by their number. */
export const maxSavedQueries = 1000;

/** The queries that account $1 can read. */
const readable = `(SELECT *, CASE WHEN account_id IS NULL THEN 'public' ELSE 'owned' END AS scope FROM saved_query
  WHERE account_id = $1::uuid OR account_id IS NULL) readable`;

const item = objectToken({
  id: numberToken('q.id'),
  created_at: timeToken('q.created_at'),
  updated_at: timeToken('q.updated_at'),
  deleted_at: nullTimeToken('NULL::timestamptz'),
  user_id: optionalToken(plainTextToken('q.account_id')),
  name: textToken('q.name'),
  query: textToken('q.query'),
  description: textToken('q.description'),
  scope: plainTextToken('q.scope'),
});

@Injectable()
export class SavedQueriesRepository {
  constructor(
    @InjectRepository(SavedQueryEntity) private readonly queries: Repository<SavedQueryEntity>,
    private readonly database: Database,
  ) {}

  listPage(accountId: string, scope: QueryScope, request: SavedQueryListRequest): Promise<JsonText> {
    const from = `(SELECT * FROM ${readable} WHERE $2::text IN ('all', scope)) q`;
    return listPage(this.database, savedQueryList, request, { from, item, values: [accountId, scope] });
  }

  /** @returns `{ data: <query> }`; null if the account can't read such a query */
  async findById(accountId: string, id: number): Promise<JsonText | null> {
    const [row] = await this.database.prepared<{ json: string }>(
      `SELECT ${objectToken({ data: item })} AS json FROM ${readable.replace(/readable$/, 'q')} WHERE q.id = $2::integer`,
      [accountId, id],
    );
    return row ? new JsonText(row.json) : null;
  }

  /**
   * @returns the id of the new query
   * @throws ConflictError if the account has a query of this name or too many queries
   */
  async insert(accountId: string, draft: SavedQueryDraft, note: AuditNote): Promise<number> {
    if ((await this.queries.countBy({ accountId })) >= maxSavedQueries) {
      const message = `the account has ${maxSavedQueries} saved queries, which is the maximum; delete one first`;
      throw new ConflictError([{ code: 'resource.limit_reached', context: 'saved-queries', message }]);
    }
    return this.withUniqueName(draft.name, async (manager) => {
      const { id } = await manager.save(manager.create(SavedQueryEntity, { accountId, ...draft }));
      await note(manager, { id });
      return id;
    });
  }

  /**
   * @returns false if the account has no such query
   * @throws ConflictError if it has another query of the new name
   */
  update(accountId: string, id: number, changes: Partial<SavedQueryDraft>, note: AuditNote): Promise<boolean> {
    return this.withUniqueName(changes.name, async (manager) => {
      // Without changes there is nothing to set but the time.
      const { affected } = await manager.update(SavedQueryEntity, { id, accountId }, { ...changes });
      if (affected === 1) await note(manager);
      return affected === 1;
    });
  }

  /** @returns false if the account has no such query */
  delete(accountId: string, id: number, note: AuditNote): Promise<boolean> {
    return this.queries.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(SavedQueryEntity, { id, accountId });
      if (affected === 1) await note(manager);
      return affected === 1;
    });
  }

  private async withUniqueName<T>(
    name: string | undefined,
    work: Parameters<typeof this.queries.manager.transaction<T>>[1],
  ): Promise<T> {
    try {
      return await this.queries.manager.transaction(work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const message = `you have a saved query with the name ${JSON.stringify(name)} already`;
      throw new ConflictError([{ code: 'resource.name_taken', context: 'body.name', message }]);
    }
  }
}
