import { closestNames } from '../closest-names.js';
import { settingDescriptions } from './setting.decorators.js';

/** Shorter names are near to many others. */
const leastLength = 7;

/** Characters that may differ. */
const maxDifferent = 2;

/**
 * Finds variables of the environment that are most likely misspelt settings.
 * @returns lines such as `EDITON is no setting; did you mean EDITION?`
 */
export function misspeltSettings(variables: readonly string[]): string[] {
  const known = settingDescriptions().map(({ variable }) => variable);
  const long = known.filter(({ length }) => length >= leastLength);
  return variables
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const similar = long.filter(({ length }) => Math.abs(length - name.length) <= maxDifferent);
      return closestNames(name, similar, 1, maxDifferent).map((near) => `${name} is no setting; did you mean ${near}?`);
    });
}
