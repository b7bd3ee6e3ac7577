import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { arrayToken, booleanToken, objectToken, optionalToken, textToken } from '../../database/json-token.js';
import { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import {
  countMembers,
  environmentKind,
  groupsWithCounts,
  groupToken,
  type MemberCount,
  isCustomMember,
  membersSql,
} from './asset-group-sql.js';
import { assetGroupList, type AssetGroupListRequest, memberList, type MemberListRequest } from './asset-groups.list.js';

const stateOfCount = `g.id AS group_id, state.version::text AS graph_version, g.selectors_version`;

/** OFFSET keeps the planner from copying the count to both of its uses, which would count twice. */
const selectOne = `
  SELECT ${objectToken({ data: groupToken('counts.member_count') })} AS json, ${stateOfCount}, counts.member_count
  FROM ${groupsWithCounts}
    CROSS JOIN LATERAL (SELECT COALESCE(counted.member_count, ${countMembers}) AS member_count OFFSET 0) counts
  WHERE g.id = $2::integer`;

const countUnknown = `
  SELECT ${stateOfCount}, ${countMembers} AS member_count FROM ${groupsWithCounts} WHERE counted.group_id IS NULL`;

/** Groups whose counts are remembered. Those of more groups are counted by each list. */
const mostCounts = 10_000;

const memberItem = objectToken({
  objectID: textToken('n.objectid'),
  name: textToken('n.name'),
  label: textToken('k.name'),
  kinds: arrayToken(
    textToken('kind.name'),
    'unnest(n.kinds) WITH ORDINALITY each (id, position) JOIN kind ON kind.id = each.id',
    'each.position',
  ),
  environment_id: optionalToken(textToken('n.environment')),
  environment_kind: optionalToken(textToken(environmentKind)),
  custom_member: booleanToken(isCustomMember),
});

/** Reads asset groups, as JSON that PostgreSQL writes. */
@Injectable()
export class AssetGroupsRepository {
  /** The last count of each group, by its id. A count that is out of date is never used, because its state is not that of the tables. */
  private readonly counts = new LRUCache<number, MemberCount>({ max: mostCounts });

  constructor(private readonly database: Database) {}

  /** `{ data: <group> }`, the number of members being that of the graph as it is now; null where there is no such group. */
  async findById(id: number): Promise<JsonText | null> {
    const known = this.counts.get(id);
    const values = [JSON.stringify(known ? [known] : []), id];
    const [row] = await this.database.prepared<MemberCount & { json: string }>(selectOne, values);
    if (!row) return null;
    const { json, ...count } = row;
    this.counts.set(id, count);
    return new JsonText(json);
  }

  async listPage(request: AssetGroupListRequest): Promise<JsonText> {
    for (const count of await this.database.prepared<MemberCount>(countUnknown, [this.knownCounts()]))
      this.counts.set(count.group_id, count);
    // Should the graph change in between, the page counts by itself.
    return listPage(this.database, assetGroupList, request, {
      from: groupsWithCounts,
      item: groupToken(`COALESCE(counted.member_count, ${countMembers})`),
      values: [this.knownCounts()],
    });
  }

  async exists(id: number): Promise<boolean> {
    return (await this.database.prepared('SELECT FROM asset_group WHERE id = $1', [id])).length > 0;
  }

  /** One page of the nodes of a group; empty where there is no such group. */
  listMembers(id: number, request: MemberListRequest): Promise<JsonText> {
    return listPage(this.database, memberList, request, {
      from: `(SELECT id, tag FROM asset_group WHERE id = $1) g CROSS JOIN LATERAL (${membersSql('g')}) member
        JOIN node n ON n.id = member.id JOIN kind k ON k.id = n.kind`,
      item: memberItem,
      values: [id],
    });
  }

  private knownCounts(): string {
    return JSON.stringify([...this.counts.values()]);
  }
}
