import { ownedId, ownedTag, tierZeroId, tierZeroTag } from './system-groups.js';

/**
 * `id` and `source` (1 seed, 2 below, 3 above) of the nodes that enabled selectors select; a node may be there several times. A seed without a
 * node selects nothing. What is below and above the seeds of a user is as the last analysis found it.
 * @param condition on the selectors `sel`
 * @param isOn whether a selector counts; those that are disabled do not by default
 */
export function selectedSql(condition: string, isOn = 'sel.disabled_at IS NULL'): string {
  return `SELECT n.id, 1 AS source FROM asset_group_selector sel JOIN asset_group_seed seed ON seed.selector_id = sel.id
      JOIN node n ON n.objectid = seed.object_id WHERE ${isOn} AND ${condition}
    UNION ALL
    SELECT n.id, found.source FROM asset_group_selector sel JOIN selected_node found ON found.selector_id = sel.id
      JOIN node n ON n.id = found.node_id WHERE ${isOn} AND ${condition}`;
}

/**
 * Ids of the distinct members of a group: the nodes that its selectors select, and of a tier only those that no tier before it selects.
 * This is the one definition of membership.
 * @param group alias of `asset_group`
 */
export function membersSql(group: string): string {
  return `SELECT id FROM (${selectedSql(`sel.asset_group_id = ${group}.id`)}) own
    EXCEPT SELECT selected.id FROM asset_group former
      CROSS JOIN LATERAL (${selectedSql('sel.asset_group_id = former.id')}) selected
      WHERE former.position < ${group}.position`;
}

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
