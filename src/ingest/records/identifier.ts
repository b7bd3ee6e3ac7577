import { maxObjectidLength } from '../../graph/records.js';

/** NUL and single halves of surrogate pairs are valid in JSON, but not in PostgreSQL. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Also matches valid pairs, but is faster than {@link unstorable}. */
const suspicious = /[\0\ud800-\udfff]/;

export function isStorable(text: string): boolean {
  return storable(text) === text;
}

/** Replaces characters that PostgreSQL cannot store by U+FFFD. */
export function storable(text: string): string {
  return suspicious.test(text) ? text.replace(unstorable, '\uFFFD') : text;
}

/** The id of a node: in upper case, because sources differ in case. Null for a blank text. @param text that PostgreSQL can store */
export function identifierOf(text: string): string | null {
  return text.trim() === '' ? null : text.toUpperCase();
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
