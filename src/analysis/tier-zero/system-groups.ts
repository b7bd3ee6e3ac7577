/** Ids and tags of the groups of the service. Admin Tier Zero is the first tier. */
export const tierZeroId = 1;
export const ownedId = 2;
export const tierZeroTag = 'admin_tier_0';
export const ownedTag = 'owned';
/** Another name of the tag of Admin Tier Zero, in questions. */
export const tierZeroName = 'tier_zero';
