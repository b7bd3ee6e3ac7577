/** The types of tags, with the numbers of the API. */
export const TagType = { Tier: 1, Label: 2, Owned: 3 } as const;
