import { ConflictError, NotFoundError } from '../../base/errors.js';
import type { TagMembers } from '../../graph/cypher/execution/memory-query-graph.js';
import { ownedId, tierZeroId } from './system-groups.js';

/** The two views of a record: their names in paths, in messages and in the audit log. */
export const views = {
  group: { noun: 'asset group', ofService: 'a system group', place: 'path.asset_group_id', resource: 'asset-groups' },
  tag: {
    noun: 'tag',
    ofService: 'a tag of the service',
    place: 'path.asset_group_tag_id',
    resource: 'asset-group-tags',
  },
} as const;

export type View = keyof typeof views;

export function missing(view: View, id: number): NotFoundError {
  return new NotFoundError(views[view].place, `there is no ${views[view].noun} ${id}`);
}

export function isProtected(view: View, id: number, reason: string): ConflictError {
  const { noun, ofService, place } = views[view];
  return ConflictError.at('resource.protected', place, `the ${noun} ${id} is ${ofService}; ${reason}`);
}

interface NamedMembers {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
  readonly members: readonly number[];
}

/** As queries name a tag: `Tag_Tier_Zero`, `Tag_Owned`, and `Tag_Crown_Jewels` for "Crown Jewels". */
export function queryTag({ id, name, tag, members }: NamedMembers): TagMembers {
  const isTierZero = id === tierZeroId;
  return {
    label: isTierZero ? 'Tag_Tier_Zero' : `Tag_${name.replaceAll(/\W+/g, '_')}`,
    systemTag: isTierZero || id === ownedId ? tag : null,
    isTierZero,
    members,
  };
}
