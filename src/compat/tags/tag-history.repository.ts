import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { JsonText } from '../../http/json-text.js';
import { listPage, escapeLike } from '../../http/list/list-page.js';
import { changesSql, tagChangeList, type TagChangeRequest, tagChangeShape } from './tag-history.fields.js';

@Injectable()
export class TagHistoryRepository {
  constructor(private readonly database: Database) {}

  /** @param text a part of the action, the target or the account; empty: any */
  listPage(text: string, request: TagChangeRequest): Promise<JsonText> {
    return listPage(this.database, tagChangeList, request, {
      from: `(SELECT * FROM ${changesSql} WHERE concat_ws(E'\\n', h.action, h.target, h.actor) ILIKE $1) h`,
      item: tagChangeShape.token,
      values: [`%${escapeLike(text)}%`],
    });
  }
}
