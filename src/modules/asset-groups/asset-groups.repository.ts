import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { arrayToken, objectToken, textToken } from '../../database/json-token.js';
import { JsonText } from '../../http/json-text.js';
import { listPage } from '../../http/list/list-page.js';
import { countMembers, groupsWithCounts, groupToken, membersSql } from './asset-group-sql.js';
import { assetGroupList, type AssetGroupListRequest, memberList, type MemberListRequest } from './asset-groups.list.js';

/** $2 is the count to take where none is known, or null. */
const selectOne = `SELECT ${objectToken({ data: groupToken('COALESCE(counted.member_count, $2)') })} AS json,
    COALESCE(counted.member_count, $2) IS NOT NULL AS counted
  FROM ${groupsWithCounts} WHERE g.id = $1::integer`;

interface GroupRow {
  readonly json: string;
  readonly counted: boolean;
}

const remember = `ON CONFLICT (asset_group_id) DO UPDATE SET graph_version = excluded.graph_version,
  selectors_version = excluded.selectors_version, member_count = excluded.member_count`;

const countOne = `INSERT INTO asset_group_count (asset_group_id, graph_version, selectors_version, member_count)
  SELECT g.id, state.version, g.selectors_version, ${countMembers} FROM asset_group g CROSS JOIN graph_state state
  WHERE g.id = $1 FOR KEY SHARE OF g ${remember} RETURNING member_count AS count`;

const countUnknown = `INSERT INTO asset_group_count (asset_group_id, graph_version, selectors_version, member_count)
  SELECT g.id, state.version, g.selectors_version, ${countMembers} FROM ${groupsWithCounts}
  WHERE counted.asset_group_id IS NULL ORDER BY g.id FOR KEY SHARE OF g ${remember}`;

const memberItem = objectToken({
  objectID: textToken('n.objectid'),
  name: textToken('n.name'),
  label: textToken('k.name'),
  kinds: arrayToken(
    textToken('kind.name'),
    'unnest(n.kinds) WITH ORDINALITY each (id, position) JOIN kind ON kind.id = each.id',
    'each.position',
  ),
});

/** Reads asset groups, as JSON that PostgreSQL writes. */
@Injectable()
export class AssetGroupsRepository {
  constructor(private readonly database: Database) {}

  /** `{ data: <group> }`, the number of members being that of the graph as it is now; null where there is no such group. */
  async findById(id: number): Promise<JsonText | null> {
    const row = await this.selectOne(id, null);
    if (!row) return null;
    if (row.counted) return new JsonText(row.json);
    const [fresh] = await this.database.prepared<{ count: number }>(countOne, [id]);
    const again = fresh && (await this.selectOne(id, fresh.count));
    return again ? new JsonText(again.json) : null;
  }

  async listPage(request: AssetGroupListRequest): Promise<JsonText> {
    await this.database.prepared(countUnknown);
    // Should the graph change in between, the page counts by itself.
    return listPage(this.database, assetGroupList, request, {
      from: groupsWithCounts,
      item: groupToken(`COALESCE(counted.member_count, ${countMembers})`),
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

  private async selectOne(id: number, count: number | null): Promise<GroupRow | undefined> {
    const [row] = await this.database.prepared<GroupRow>(selectOne, [id, count]);
    return row;
  }
}
