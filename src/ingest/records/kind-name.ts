/** Longest name of a kind that the graph takes. */
const MAX_KIND_LENGTH = 256;

/** Kept for marks that the graph itself makes. */
const reserved = /^tag(_|$)/i;

/** What {@link isKindName} asks for, in words. */
export const KIND_NAME = `a text of 1 to ${MAX_KIND_LENGTH} characters that is not Tag or Tag_...`;

/** Whether a source may bring along a kind of this name. */
export function isKindName(name: string): boolean {
  return name.length >= 1 && name.length <= MAX_KIND_LENGTH && !reserved.test(name);
}
