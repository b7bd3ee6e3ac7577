import { createHash } from 'node:crypto';
import { programDigest } from './program-digest.js';
import { rulesVersion } from './runs/rules-version.js';
import type { RuleSettings } from './facts/rule-settings.js';
import type { StoredSelector } from './tier-zero/selectors.js';

/**
 * Identifies the rules of one version of the product with the selectors and settings of users. It may change without a change of a rule;
 * then one analysis derives all anew.
 */
export function rulesDigest(selectors: readonly StoredSelector[], settings: RuleSettings): string {
  return createHash('sha256')
    .update(programDigest)
    .update(String(rulesVersion))
    .update(JSON.stringify([selectors, settings]))
    .digest('hex')
    .slice(0, 16);
}
