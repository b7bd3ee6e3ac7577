import {
  arrayToken,
  booleanToken,
  nullTimeToken,
  numberToken,
  objectToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';

/** Tag of the group that also contains the nodes that the analysis selects. */
export const tierZeroTag = 'admin_tier_0';

/** Tag of the group of nodes that an attacker holds. */
export const ownedTag = 'owned';

const never = nullTimeToken('NULL::timestamptz');

const selector = objectToken({
  id: numberToken('s.id'),
  created_at: timeToken('s.created_at'),
  updated_at: timeToken('s.updated_at'),
  deleted_at: never,
  asset_group_id: numberToken('s.asset_group_id'),
  name: textToken('s.name'),
  selector: textToken('s.selector'),
  system_selector: booleanToken('s.system_selector'),
});

/**
 * Ids of the distinct nodes of a group: the nodes that its selectors name and, for Admin Tier Zero, the nodes that the analysis selected.
 * A selector without a node selects nothing.
 * @param group alias of `asset_group`
 */
export function membersSql(group: string): string {
  return `SELECT n.id FROM asset_group_selector s JOIN node n ON n.objectid = s.selector
    WHERE s.asset_group_id = ${group}.id
  UNION
  SELECT n.id FROM tier_zero_member t JOIN node n ON n.id = t.node_id WHERE ${group}.tag = '${tierZeroTag}'`;
}

/** Which nodes of $1 are members of the groups of the service. */
export const systemMembersAmong = `
  SELECT t.node_id AS id, '${tierZeroTag}' AS tag FROM tier_zero_member t WHERE t.node_id = ANY ($1::integer[])
  UNION ALL
  SELECT n.id, g.tag FROM asset_group g JOIN asset_group_selector s ON s.asset_group_id = g.id JOIN node n ON n.objectid = s.selector
  WHERE g.tag IN ('${tierZeroTag}', '${ownedTag}') AND n.id = ANY ($1::integer[])`;

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

/** Counts the members of `g`. */
export const countMembers = `(SELECT count(*)::integer FROM (${membersSql('g')}) members)`;

/**
 * A group as JSON, in the shape of AssetGroupDto.
 * @param count SQL expression of the number of members
 */
export function groupToken(count: string): string {
  return objectToken({
    id: numberToken('g.id'),
    created_at: timeToken('g.created_at'),
    updated_at: timeToken('g.updated_at'),
    deleted_at: never,
    name: textToken('g.name'),
    tag: plainTextToken('g.tag'),
    system_group: booleanToken('g.system_group'),
    selectors: arrayToken(selector, 'asset_group_selector s WHERE s.asset_group_id = g.id', 's.id'),
    member_count: numberToken(count),
  });
}

/** Kind of the environment of the node `n`. */
export const environmentKind = `(SELECT kind.name FROM node environment JOIN kind ON kind.id = environment.kind
  WHERE environment.objectid = n.environment)`;

/** True if a selector of the group `g` that a user created selects the node `n`. */
export const isCustomMember = `EXISTS (SELECT FROM asset_group_selector custom
  WHERE custom.asset_group_id = g.id AND custom.selector = n.objectid AND NOT custom.system_selector)`;
