import { groupSchema, type ScimResource, withVersion } from '../wire/scim-resource.js';

export interface ProvisionedGroup {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Member {
  readonly value: string;
  readonly display: string;
}

/** @param members absent in lists: a provider reads them group by group */
export function toScimGroup(group: ProvisionedGroup, members?: readonly Member[]): ScimResource {
  const { id, displayName, externalId, createdAt, updatedAt } = group;
  return withVersion({
    schemas: [groupSchema],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members && { members: members.map((it) => ({ ...it, type: 'User' })) }),
    meta: { resourceType: 'Group', created: createdAt.toISOString(), lastModified: updatedAt.toISOString() },
  });
}
