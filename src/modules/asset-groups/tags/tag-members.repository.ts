import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { objectToken } from '../../../database/json-token.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../../http/list/json-of.js';
import { listPage } from '../../../http/list/list-page.js';
import { countsByKind, membersSql, selectedSql } from '../asset-groups.sql.js';
import { tagMemberList, type TagMemberListRequest } from './tags.list.js';
import { isIn, tagMemberToken, tagMemberWithSelectorsToken } from './tags.sql.js';

/** The nodes of the tag $1. */
const ofTag = `(SELECT * FROM asset_group WHERE id = $1) g CROSS JOIN LATERAL (${membersSql('g')}) member
  JOIN node n ON n.id = member.id JOIN kind k ON k.id = n.kind`;

const isSelector = 'sel.id = $1';

/** The nodes that the selector $1 selects. */
const ofSelector = `(SELECT DISTINCT id FROM (${selectedSql(isSelector)}) selected) member
  JOIN node n ON n.id = member.id JOIN kind k ON k.id = n.kind`;

/** A tag, or one of its selectors. */
export type Whole = { readonly tagId: number } | { readonly selectorId: number };

@Injectable()
export class TagMembersRepository {
  constructor(private readonly database: Database) {}

  /** @param environments object ids of domains and tenants; all if there are none */
  listPage(whole: Whole, environments: readonly string[], request: TagMemberListRequest): Promise<JsonText> {
    const { from, id, selectors } = sourceOf(whole);
    return listPage(this.database, tagMemberList, request, {
      from: `${from} AND ${isIn('$2')}`,
      item: tagMemberToken(selectors),
      values: [id, JSON.stringify(environments)],
    });
  }

  countByKind(whole: Whole, environments: readonly string[]): Promise<JsonText> {
    const { from, id } = sourceOf(whole);
    return oneJsonOf(this.database, countsByKind(`${from} AND ${isIn('$2')}`), [id, JSON.stringify(environments)]);
  }

  /** @returns null if the node is no member of the tag */
  find(tagId: number, nodeId: number): Promise<JsonText | null> {
    const data = objectToken({ member: tagMemberWithSelectorsToken });
    return jsonOf(this.database, `SELECT ${objectToken({ data })} AS json FROM ${ofTag} WHERE n.id = $2`, [
      tagId,
      nodeId,
    ]);
  }
}

function sourceOf(whole: Whole): { readonly from: string; readonly id: number; readonly selectors: string } {
  return 'tagId' in whole
    ? { from: ofTag, id: whole.tagId, selectors: 'sel.asset_group_id = g.id' }
    : { from: ofSelector, id: whole.selectorId, selectors: isSelector };
}
