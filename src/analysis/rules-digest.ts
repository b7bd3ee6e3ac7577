import { createHash } from 'node:crypto';
import { programDigest } from './program-digest.js';
import type { StoredSelector } from './tier-zero/selectors.js';

/**
 * Identifies the rules of one version of the product with the selectors and settings of users. It may change without a change of a rule;
 * then one analysis derives all anew.
 */
export function rulesDigest(selectors: readonly StoredSelector[], withCitrix: boolean): string {
  return createHash('sha256')
    .update(programDigest)
    .update(JSON.stringify([selectors, withCitrix]))
    .digest('hex')
    .slice(0, 16);
}
