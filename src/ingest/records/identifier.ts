import { maxObjectidLength } from '../../graph/records.js';

/** NUL and lone halves of surrogate pairs are legal in JSON texts and in no text or jsonb of PostgreSQL. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** The text with what can't be stored replaced by U+FFFD. */
export function storable(text: string): string {
  return text.replace(unstorable, '\uFFFD');
}

/** How the identity of a node is written: upper case, so that sources that differ in case meet. Empty or blank text: null. */
export function identifierOf(text: string): string | null {
  return text.trim() === '' ? null : storable(text).toUpperCase();
}

export function isTooLong(identifier: string): boolean {
  return identifier.length > maxObjectidLength;
}
