import { closestNames } from '../../base/closest-names.js';
import type { Fault } from '../../base/errors.js';

/** Maximum number of names that an error message lists. */
const maxNames = 20;

/** The fault of a parameter that names something unknown. It lists all names if they are few, else the closest. */
export function unknownName(name: string, given: string, all: readonly string[]): Fault {
  const listed =
    all.length === 0
      ? 'there are none'
      : all.length <= maxNames
        ? `there are ${all.join(', ')}`
        : `did you mean ${closestNames(given, all, 3).join(' or ')}?`;
  return {
    code: 'reference.not_found',
    context: `query.${name}`,
    message: `there is no ${name} ${JSON.stringify(given)}; ${listed}`,
  };
}
