import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { Database } from '../../database/database.js';
import { unlessMissing } from '../../database/driver-errors.js';
import { objectToken } from '../../database/sql/json-token.js';
import { lockForCount } from '../../database/sql/lock-for-count.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { DeletesExpired } from '../../queue/background-work.js';
import { noSuchAccount } from '../saved-queries/saved-queries.dto.js';
import { PictureEntity, PictureShareEntity } from './picture.entity.js';
import type { PictureState } from './picture-state.dto.js';
import {
  type PictureDto,
  pictureList,
  type PictureListRequest,
  type PictureScope,
  pictureShape,
} from './pictures.fields.js';

/** Pictures that an account may keep. */
export const mostPictures = 100;
const daysOfUnnamed = 30;

export interface PictureDraft {
  readonly name: string | null;
  readonly state: PictureState;
}

/** Who can open a picture beside its account. */
export interface PictureShares {
  readonly isPublic: boolean;
  readonly accountIds: readonly string[];
}

export interface PictureRow {
  readonly shown: PictureDto;
  readonly state: PictureState;
  readonly accountIds: readonly string[];
}

/** The pictures that account $1 can open. */
const readable = `(SELECT *, CASE WHEN account_id = $1::uuid THEN 'owned' WHEN is_public THEN 'public' ELSE 'shared' END AS scope
  FROM picture i WHERE account_id = $1::uuid OR is_public
    OR EXISTS (SELECT FROM picture_share WHERE picture_id = i.id AND account_id = $1::uuid))`;

@Injectable()
export class PicturesRepository {
  constructor(
    @InjectRepository(PictureEntity) private readonly pictures: Repository<PictureEntity>,
    private readonly database: Database,
  ) {}

  listPage(accountId: string, scope: PictureScope, request: PictureListRequest): Promise<JsonText> {
    const from = `(SELECT * FROM ${readable} r WHERE $2::text IN ('all', scope)) p`;
    return listPage(this.database, pictureList, request, {
      from,
      item: pictureShape.token,
      values: [accountId, scope],
    });
  }

  /** @returns `{ data: <picture> }`; null if the account can't open such a picture */
  find(accountId: string, id: string): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: pictureShape.token })} AS json FROM ${readable} p WHERE p.id = $2::uuid`;
    return jsonOf(this.database, sql, [accountId, id]);
  }

  /** The picture with its state, and with its shares if the account keeps it. */
  async findRow(accountId: string, id: string): Promise<PictureRow | null> {
    const shares = `ARRAY(SELECT s.account_id::text FROM picture_share s WHERE s.picture_id = p.id AND p.scope = 'owned' ORDER BY 1)`;
    const sql = `SELECT (${pictureShape.token})::json AS shown, p.state, ${shares} AS "accountIds" FROM ${readable} p WHERE p.id = $2::uuid`;
    const [row] = await this.database.query<PictureRow>(sql, [accountId, id]);
    return row ?? null;
  }

  /**
   * The oldest unnamed picture makes room for a new one.
   * @throws ConflictError if the account has too many named ones
   */
  insert(accountId: string, id: string, draft: PictureDraft, note: AuditNote): Promise<void> {
    return this.pictures.manager.transaction(async (manager) => {
      await lockForCount(manager, 'picture', accountId);
      await this.makeRoom(manager, accountId);
      await manager.insert(PictureEntity, [{ id, accountId, ...draft }]);
      await note(manager, { id });
    });
  }

  private async makeRoom(manager: EntityManager, accountId: string): Promise<void> {
    if ((await manager.countBy(PictureEntity, { accountId })) < mostPictures) return;
    const oldest = await manager.findOne(PictureEntity, {
      select: { id: true },
      where: { accountId, name: IsNull() },
      order: { updatedAt: 'ASC', id: 'ASC' },
    });
    if (!oldest)
      throw ConflictError.at(
        'resource.limit_reached',
        'pictures',
        `the account has ${mostPictures} named pictures, and keeps no more; delete one first`,
      );
    await manager.delete(PictureEntity, { id: oldest.id });
  }

  /** @returns false if the account has no such picture */
  update(accountId: string, id: string, changes: Partial<PictureDraft>, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.pictures.manager, note, (manager) =>
      manager.update(PictureEntity, { id, accountId }, { ...changes }),
    );
  }

  /** @returns false if the account has no such picture */
  delete(accountId: string, id: string, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.pictures.manager, note, (manager) => manager.delete(PictureEntity, { id, accountId }));
  }

  /**
   * @returns false if the account has no such picture
   * @throws InvalidInputError for an account that does not exist
   */
  share(accountId: string, id: string, shares: PictureShares, note: AuditNote): Promise<boolean> {
    const shared = changeOneRow(this.pictures.manager, note, async (manager) => {
      const updated = await manager.update(PictureEntity, { id, accountId }, { isPublic: shares.isPublic });
      if (updated.affected !== 1) return updated;
      await manager.delete(PictureShareEntity, { pictureId: id });
      const rows = [...new Set(shares.accountIds)].map((it) => ({ pictureId: id, accountId: it }));
      await manager.insert(PictureShareEntity, rows);
      return updated;
    });
    return unlessMissing(shared, noSuchAccount);
  }

  @DeletesExpired({ name: 'unnamed pictures', days: () => daysOfUnnamed })
  deleteExpired(before: Date): Promise<number> {
    const some = 'SELECT id FROM picture WHERE name IS NULL AND updated_at < $1 LIMIT 100';
    return this.database.execute(`DELETE FROM picture WHERE id IN (${some})`, [before]);
  }
}
