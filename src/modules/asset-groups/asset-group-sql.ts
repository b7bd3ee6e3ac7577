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
import { tierZeroTag } from './asset-group.js';

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

/** Each group (`g`) with the state of its membership (`state`) and the count that is of exactly that state (`counted`), if there is one. */
export const groupsWithCounts = `asset_group g CROSS JOIN graph_state state
  LEFT JOIN asset_group_count counted ON counted.asset_group_id = g.id
    AND counted.graph_version = state.version AND counted.selectors_version = g.selectors_version`;

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
