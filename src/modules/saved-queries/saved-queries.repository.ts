import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError, fault } from '../../base/errors.js';
import { Database } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { lockForCount } from '../../database/sql/lock-for-count.js';
import { unlessMissing, unlessTaken } from '../../database/driver-errors.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import {
  type QueryScope,
  savedQueryList,
  type SavedQueryListRequest,
  savedQueryShape,
} from './saved-queries.fields.js';
import { noSuchAccount } from './saved-queries.dto.js';
import { SavedQueryEntity, SavedQueryShareEntity } from './saved-query.entity.js';

/** Who can read a query beside its account. */
export interface SavedQueryShares {
  readonly isPublic: boolean;
  readonly accountIds: readonly string[];
}

export type SavedQueryDraft = Pick<SavedQueryEntity, 'name' | 'query' | 'description' | 'category'>;

/** A draft and the place in a request that faults name, such as `body`. */
export type PlacedDraft = SavedQueryDraft & { readonly place: string };

type NoteOfInsert = (on: Transaction, ids: readonly number[]) => Promise<void>;

/** Queries that are read at once for an export. One has up to 300 KB. */
const pageSize = 100;

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

  count(accountId: string, scope: QueryScope): Promise<number> {
    const sql = `SELECT count(*)::integer AS count FROM ${readable} WHERE $2::text IN ('all', scope)`;
    return this.database.query<{ count: number }>(sql, [accountId, scope]).then(([row]) => row!.count);
  }

  /** All queries of a scope, by their ids. They are read while they are taken. */
  async *all(accountId: string, scope: QueryScope): AsyncGenerator<SavedQueryDraft & { readonly id: number }> {
    const sql = `SELECT id, name, query, description, category FROM ${readable} WHERE $2::text IN ('all', scope) AND id > $3::integer ORDER BY id LIMIT ${pageSize}`;
    for (let last = 0; ;) {
      const page = await this.database.query<SavedQueryDraft & { id: number }>(sql, [accountId, scope, last]);
      yield* page;
      if (page.length < pageSize) return;
      last = page.at(-1)!.id;
    }
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
   * Saves all or none.
   * @returns the ids of the new queries
   * @throws ConflictError if the account has queries of these names, or would have more than `most` queries
   */
  async insert(accountId: string, drafts: readonly PlacedDraft[], most: number, note: NoteOfInsert): Promise<number[]> {
    const inserted = this.queries.manager.transaction(async (manager) => {
      await lockForCount(manager, 'saved_query', accountId);
      const count = await manager.countBy(SavedQueryEntity, { accountId });
      if (count + drafts.length > most) {
        const limit = `MAX_SAVED_QUERIES_PER_ACCOUNT allows ${most}`;
        const more = drafts.length > 1 ? `, ${drafts.length} more are sent,` : '';
        const message = `the account has ${count} saved queries${more} and ${limit}; delete one first`;
        throw ConflictError.at('resource.limit_reached', 'saved-queries', message);
      }
      const rows = drafts.map(({ name, query, description, category }) => ({
        accountId,
        name,
        query,
        description,
        category,
      }));
      const ids = (await manager.insert(SavedQueryEntity, rows)).identifiers.map(({ id }) => Number(id));
      await note(manager, ids);
      return ids;
    });
    return unlessTaken(inserted, async () => {
      const taken = await this.namesTaken(
        accountId,
        drafts.map(({ name }) => name),
      );
      return nameTaken(drafts.filter(({ name }) => taken.has(name)));
    });
  }

  /** The names among these that the account has given to queries. */
  async namesTaken(accountId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.queries.findBy({ accountId, name: In([...names]) })).map(({ name }) => name));
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
    return unlessTaken(updated, () => nameTaken([{ name: changes.name, place: 'body' }]));
  }

  /** @returns false if the account has no such query */
  delete(accountId: string, id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.queries.manager, note, (manager) => manager.delete(SavedQueryEntity, { id, accountId }));
  }

  async findDraft(accountId: string, id: number): Promise<SavedQueryDraft | null> {
    const sql = `SELECT name, query, description, category FROM ${readable} WHERE id = $2::integer`;
    const [row] = await this.database.query<SavedQueryDraft>(sql, [accountId, id]);
    return row ?? null;
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
  share(accountId: string, id: number, { isPublic, accountIds }: SavedQueryShares, note: AuditNote): Promise<boolean> {
    const shared = changeOneRow(this.queries.manager, note, async (manager) => {
      const updated = await manager.update(SavedQueryEntity, { id, accountId }, { isPublic });
      if (updated.affected !== 1) return updated;
      if (accountIds.length === 0) await manager.delete(SavedQueryShareEntity, { queryId: id });
      const shares = accountIds.map((it) => ({ queryId: id, accountId: it }));
      await manager.upsert(SavedQueryShareEntity, shares, ['queryId', 'accountId']);
      return updated;
    });
    return unlessMissing(shared, noSuchAccount);
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

/** @param drafts with names that the account has given to other queries */
export function nameTaken(
  drafts: readonly { readonly name: string | undefined; readonly place: string }[],
): ConflictError {
  const faults = drafts.map(({ name, place }) => {
    const message = `you have a saved query with the name ${JSON.stringify(name)} already`;
    return fault('resource.name_taken', `${place}.name`, message);
  });
  return new ConflictError(faults);
}
