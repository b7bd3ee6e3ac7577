import { upperCase } from '../../base/values/upper-case.js';
import { maxObjectidLength } from '../../graph/records.js';

/** The id of a node: in upper case, because sources differ in case. Null for a blank text. @param text that PostgreSQL can store */
export function identifierOf(text: string): string | null {
  return text.trim() === '' ? null : upperCase(text);
}

export function isTooLong(identifier: string): boolean {
  return identifier.length > maxObjectidLength;
}

/** Maximum length of the name of a kind. */
const MAX_KIND_LENGTH = 256;

/** Reserved for names that the graph creates. */
const reserved = /^tag(_|$)/i;

/** The condition of {@link isKindName}, for error messages. */
export const KIND_NAME = `a text of 1 to ${MAX_KIND_LENGTH} characters that is not Tag or Tag_...`;

/** Whether a file may define a kind with this name. */
export function isKindName(name: string): boolean {
  return name.length >= 1 && name.length <= MAX_KIND_LENGTH && !reserved.test(name);
}
