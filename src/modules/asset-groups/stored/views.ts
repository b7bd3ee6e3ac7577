import { ConflictError, NotFoundError } from '../../../base/errors.js';

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
