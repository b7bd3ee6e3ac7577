import { maxObjectidLength } from '../../graph/records.js';

/** NUL and lone halves of surrogate pairs are legal in JSON texts and in no text or jsonb of PostgreSQL. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Half a character as a code unit, paired or not; quicker to look for than {@link unstorable}, and rare. */
const suspicious = /[\0\ud800-\udfff]/;

export function isStorable(text: string): boolean {
  return storable(text) === text;
}

/** The text with what can't be stored replaced by U+FFFD. */
export function storable(text: string): string {
  return suspicious.test(text) ? text.replace(unstorable, '\uFFFD') : text;
}

/** How the identity of a node is written: upper case, so that sources that differ in case meet. Empty or blank text: null. */
export function identifierOf(text: string): string | null {
  return text.trim() === '' ? null : storable(text).toUpperCase();
}

export function isTooLong(identifier: string): boolean {
  return identifier.length > maxObjectidLength;
}
