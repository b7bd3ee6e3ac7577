import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import {
  arrayToken,
  nullTimeToken,
  numberToken,
  objectToken,
  textToken,
  timeToken,
} from '../../../database/sql/json-token.js';
import type { SelectionAnswer } from '../../../graph/cypher/selection.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../../http/list/json-of.js';
import { filterSql, listPage } from '../../../http/list/list-page.js';
import { membersSql, selectedSql } from '../../../analysis/tier-zero/members-sql.js';
import { environmentsValue, isAmongAsked } from '../../environments/asked-environments.js';
import { countMembers } from './asset-groups.sql.js';
import {
  isCustomMember,
  memberCountsShape,
  type MemberFilters,
  memberList,
  type MemberListRequest,
  memberShape,
} from '../shapes/members.fields.js';
import {
  oneTagMember,
  selectionPreview,
  sourceBy,
  tagMemberList,
  type TagMemberListRequest,
  tagMemberShape,
} from '../shapes/tags.fields.js';

const memberIds = `SELECT ARRAY(${membersSql('g')}) AS ids FROM asset_group g WHERE g.tag = $1`;

/** The nodes of the group $1. */
const ofGroup = `(SELECT * FROM asset_group WHERE id = $1) g CROSS JOIN LATERAL (${membersSql('g')}) member
  JOIN node n ON n.id = member.id JOIN kind k ON k.id = n.kind`;

const isSelector = 'sel.id = $1';

/** The nodes that the selector $1 selects. */
const ofSelector = `(SELECT DISTINCT id FROM (${selectedSql(isSelector)}) selected) member
  JOIN node n ON n.id = member.id JOIN kind k ON k.id = n.kind`;

/** Most members of a collection. */
export const maxCollected = 50_000;

const preview = `SELECT ${objectToken({ data: selectionPreview.tokenFor({ source: 'found.source' }) })} AS json`;

const never = nullTimeToken('NULL::timestamptz');
const times = { created_at: timeToken('now()'), updated_at: timeToken('now()'), deleted_at: never };
const entry = objectToken({
  id: numberToken('n.id'),
  ...times,
  asset_group_collection_id: numberToken('$1::int'),
  object_id: textToken('n.objectid'),
  node_label: textToken('k.name'),
  properties: objectToken({ name: textToken('n.name'), objectid: textToken('n.objectid') }),
});
const collection = objectToken({
  data: `'[' || ${objectToken({ id: numberToken('$1::int'), ...times, entries: arrayToken(entry, ofGroup, 'n.id') })} || ']'`,
});

/** A tag, or one of its selectors. */
interface TagOrSelector {
  readonly tagId: number;
  readonly selectorId?: number;
}

/** Reads the members of groups. */
@Injectable()
export class MembersRepository {
  constructor(private readonly database: Database) {}

  /** @returns the ids of the nodes of the group with a tag; null if there is no such group */
  async findMemberIds(tag: string): Promise<number[] | null> {
    const [row] = await this.database.prepared<{ ids: number[] }>(memberIds, [tag]);
    return row ? row.ids : null;
  }

  /** Returns one page of the nodes of a group; an empty page if there is no such group. */
  listMembers(id: number, request: MemberListRequest): Promise<JsonText> {
    return listPage(this.database, memberList, request, { from: ofGroup, item: memberShape.token, values: [id] });
  }

  countMembers(id: number, filters: MemberFilters): Promise<JsonText> {
    const values: (string | number | boolean)[] = [id];
    const sql = countsByKind(`${ofGroup} WHERE ${filterSql(memberList, filters, values)}`);
    return oneJsonOf(this.database, sql, values, { isPrepared: false });
  }

  /** @returns null if there is no such group; the number of members if there are too many */
  async collect(id: number): Promise<JsonText | number | null> {
    const [group] = await this.database.prepared<{ members: number }>(
      `SELECT ${countMembers} AS members FROM asset_group g WHERE g.id = $1`,
      [id],
    );
    if (!group || group.members > maxCollected) return group?.members ?? null;
    return oneJsonOf(this.database, `SELECT ${collection} AS json`, [id]);
  }

  async countCustomMembers(id: number): Promise<number> {
    const sql = `SELECT count(*)::int AS count FROM ${ofGroup} WHERE ${isCustomMember}`;
    const [row] = await this.database.prepared<{ count: number }>(sql, [id]);
    return row?.count ?? 0;
  }

  /** @param environments object ids of domains and tenants; all if there are none */
  listOf(whole: TagOrSelector, environments: readonly string[], request: TagMemberListRequest): Promise<JsonText> {
    const { from, id, selectors } = sourceOf(whole);
    return listPage(this.database, tagMemberList, request, {
      from: `${from} AND ${isAmongAsked('n.environment', '$2')}`,
      item: tagMemberShape.tokenFor({ source: sourceBy(selectors) }),
      values: [id, environmentsValue(environments)],
    });
  }

  countOf(whole: TagOrSelector, environments: readonly string[]): Promise<JsonText> {
    const { from, id } = sourceOf(whole);
    return oneJsonOf(this.database, countsByKind(`${from} AND ${isAmongAsked('n.environment', '$2')}`), [
      id,
      environmentsValue(environments),
    ]);
  }

  /** @param selected nodes that a selector would select */
  preview({ ids, sources, count }: Omit<SelectionAnswer, 'fault'>): Promise<JsonText> {
    return oneJsonOf(this.database, preview, [ids, sources, count]);
  }

  /** @returns null if the node is no member of the tag */
  find(tagId: number, nodeId: number): Promise<JsonText | null> {
    const data = oneTagMember.tokenFor({ source: sourceBy('sel.asset_group_id = g.id') });
    const sql = `SELECT ${objectToken({ data })} AS json FROM ${ofGroup} WHERE n.id = $2`;
    return jsonOf(this.database, sql, [tagId, nodeId]);
  }
}

function sourceOf({ tagId, selectorId }: TagOrSelector): {
  readonly from: string;
  readonly id: number;
  readonly selectors: string;
} {
  return selectorId === undefined
    ? { from: ofGroup, id: tagId, selectors: 'sel.asset_group_id = g.id' }
    : { from: ofSelector, id: selectorId, selectors: isSelector };
}

/**
 * Counts nodes by kind.
 * @param from FROM clause with the nodes `n` and their kinds `k`
 */
function countsByKind(from: string): string {
  const byKind = `SELECT k.name AS kind, count(*) AS members FROM ${from} GROUP BY k.name`;
  return `SELECT ${objectToken({ data: memberCountsShape.token })} AS json FROM (${byKind}) by_kind`;
}
