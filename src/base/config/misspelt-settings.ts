import { closestNames } from '../values/closest-names.js';
import { settingDescriptions } from './setting.decorators.js';

/** Shorter names are near to many others. */
const leastLength = 7;

/** Characters that may differ from a setting. */
function maxDifferent(setting: string): number {
  return setting.length < 8 ? 1 : 2;
}

/** Variables that shells, terminals and npm set. npm copies its configuration to names that begin with npm_. */
const foreign =
  /^(npm_.*|COLORTERM|COLUMNS|COLOR|DISPLAY|EDITOR|HOME|HOSTNAME|INIT_CWD|LANG|LC_.*|LINES|LOGNAME|LS_COLORS|MAIL|NODE|NODE_ENV|NO_COLOR|OLDPWD|PAGER|PATH|PWD|SHELL|SHLVL|TERM|TMPDIR|TZ|USER|VISUAL|XDG_.*|_)$/i;

/**
 * Finds variables of the environment that are most likely misspelt settings.
 * @returns lines such as `EDITON is no setting; did you mean EDITION?`
 */
export function misspeltSettings(variables: readonly string[]): string[] {
  const known = settingDescriptions().map(({ variable }) => variable);
  const long = known.filter(({ length }) => length >= leastLength);
  return variables
    .filter((name) => !known.includes(name) && !foreign.test(name))
    .flatMap((name) => {
      const similar = long.filter((setting) => closestNames(name, [setting], 1, maxDifferent(setting)).length > 0);
      return closestNames(name, similar, 1).map((near) => `${name} is no setting; did you mean ${near}?`);
    });
}
