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
const tierZeroTag = 'admin_tier_0';

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
 * Ids of the nodes of a group, each once: those that its selectors name, and for Admin Tier Zero those that the analysis has
 * selected too. A selector whose node does not exist has no part in it.
 * @param group alias of `asset_group`
 */
export function membersSql(group: string): string {
  return `SELECT n.id FROM asset_group_selector s JOIN node n ON n.objectid = s.selector
    WHERE s.asset_group_id = ${group}.id
  UNION
  SELECT n.id FROM tier_zero_member t JOIN node n ON n.id = t.node_id WHERE ${group}.tag = '${tierZeroTag}'`;
}

/** A count of members with the state it belongs to: the version of the graph, and that of the group's selectors. */
export interface MemberCount {
  readonly group_id: number;
  readonly graph_version: string;
  readonly selectors_version: number;
  readonly member_count: number;
}

/**
 * Each group (`g`) with the state of its membership (`state`) and the count of exactly that state (`counted`), if it is among the known
 * counts: $1, a JSON array of {@link MemberCount}.
 */
export const groupsWithCounts = `asset_group g CROSS JOIN graph_state state
  LEFT JOIN jsonb_to_recordset($1::jsonb)
    AS counted (group_id integer, graph_version bigint, selectors_version integer, member_count integer)
  ON counted.group_id = g.id AND counted.graph_version = state.version AND counted.selectors_version = g.selectors_version`;

/** Counts the members of `g`. */
export const countMembers = `(SELECT count(*)::integer FROM (${membersSql('g')}) members)`;

/** A group as AssetGroupDto describes it; `count` is an expression. */
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

/** Kind of the environment of a node `n`. */
export const environmentKind = `(SELECT kind.name FROM node environment JOIN kind ON kind.id = environment.kind
  WHERE environment.objectid = n.environment)`;

/** Whether a selector that the product did not make names the node `n` as a member of the group `g`. */
export const isCustomMember = `EXISTS (SELECT FROM asset_group_selector custom
  WHERE custom.asset_group_id = g.id AND custom.selector = n.objectid AND NOT custom.system_selector)`;
