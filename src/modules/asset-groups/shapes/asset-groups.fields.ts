import { memory } from '../../../http/fields/memory.js';
import { field, listOf, shape } from '../../../http/fields/fields.js';
import type { ListRequest } from '../../../http/list/list-description.js';
import { ownedTag, tierZeroTag } from '../../../analysis/tier-zero/system-groups.js';

/** Whether a node with these tags is in Admin Tier Zero. */
export function isTierZero(tags: readonly string[]): boolean {
  return tags.includes(tierZeroTag);
}

/** Whether a node with these tags is in the group of owned nodes. */
export function isOwned(tags: readonly string[]): boolean {
  return tags.includes(ownedTag);
}

/** The selector `s`: with its `seed`, or with the text of a rule. */
export const selectorShape = shape('AssetGroupSelectorDto', {
  id: field.int32('s.id'),
  created_at: field.time('s.created_at'),
  updated_at: field.time('s.updated_at'),
  deleted_at: field.neverDeleted(),
  asset_group_id: field.int32('s.asset_group_id', 'Id of the group.'),
  name: field.text('s.name', { example: 'Build server' }),
  selector: field.text(
    'COALESCE(seed.object_id, s.description)',
    'Object id of one node, in upper case; for a selector of the service the text of the rule.',
  ),
  system_selector: field.boolean('s.system_selector', 'True for a rule of the service.'),
});

/** The enabled selectors of the group `g`: rules once, others once for each object that they name. */
const selectors = `asset_group_selector s LEFT JOIN asset_group_seed seed ON seed.selector_id = s.id
  WHERE s.asset_group_id = g.id AND s.disabled_at IS NULL AND (s.system_selector OR seed.object_id IS NOT NULL)`;

/** The group `g`. */
export const assetGroupShape = shape('AssetGroupDto', {
  id: field.int32('g.id', {}, 'sort', 'filter'),
  created_at: field.time('g.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('g.updated_at', {}, 'sort', 'filter'),
  deleted_at: field.neverDeleted(),
  name: field.text('g.name', { example: 'Admin Tier Zero' }, 'sort', 'filter'),
  tag: field.word('g.tag', { example: 'admin_tier_0' }, 'sort', 'filter'),
  system_group: field.boolean(
    'g.system_group',
    "True for a group that the service created. It can't be renamed or deleted.",
    'sort',
    'filter',
  ),
  selectors: field.array(selectorShape, selectors, 's.id, seed.object_id', 'Ordered by id.'),
  member_count: field.count(
    ({ members }: { /** SQL of the number of members. */ readonly members: string }) => members,
    'Number of distinct nodes in the group, counted in the current graph.',
  ),
});

export const assetGroupList = listOf(assetGroupShape, { defaultSort: ['id'], tieBreaker: 'g.id' });

export type AssetGroupListRequest = ListRequest<keyof typeof assetGroupList.columns>;

/** A selector that got another name or another object id is in both lists. */
export const selectorChangesShape = shape('SelectorChangesDto', {
  added_selectors: memory.any<unknown>({
    type: [selectorShape.dto],
    description: 'New and changed selectors, as they are now.',
  }),
  removed_selectors: memory.any<unknown>({
    type: [selectorShape.dto],
    description: 'Removed and changed selectors, as they were before.',
  }),
});
