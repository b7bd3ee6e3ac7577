import { membersSql, selectedSql } from '../../../analysis/tier-zero/members-sql.js';
import { ownedId, ownedTag, tierZeroId, tierZeroTag } from '../../../analysis/tier-zero/system-groups.js';

/** Which nodes of $1 are members of the groups of the service. */
export const systemMembersAmong = `
  SELECT id, '${tierZeroTag}' AS tag FROM (${selectedSql(`sel.asset_group_id = ${tierZeroId} AND n.id = ANY ($1::integer[])`)}) tier_zero
  UNION ALL
  SELECT id, '${ownedTag}' AS tag FROM (${selectedSql(`sel.asset_group_id = ${ownedId} AND n.id = ANY ($1::integer[])`)}) owned`;

/** The number of members of a group, valid for one version of the graph and one version of the selectors of the group. */
export interface MemberCount {
  readonly group_id: number;
  readonly graph_version: string;
  readonly selectors_version: number;
  readonly member_count: number;
}

/**
 * FROM clause: each group (`g`), the version of the graph (`state`), and the known count of the group (`counted`) if both of its versions
 * are current. $1 contains the known counts, a JSON array of {@link MemberCount}.
 */
export const groupsWithCounts = `asset_group g CROSS JOIN graph_state state
  LEFT JOIN jsonb_to_recordset($1::jsonb)
    AS counted (group_id integer, graph_version bigint, selectors_version integer, member_count integer)
  ON counted.group_id = g.id AND counted.graph_version = state.version AND counted.selectors_version = g.selectors_version`;

/** Columns of a {@link MemberCount}, without the count. */
export const countVersions = `g.id AS group_id, state.version::text AS graph_version, g.selectors_version`;

/** Counts the members of `g`. */
export const countMembers = `(SELECT count(*)::integer FROM (${membersSql('g')}) members)`;
