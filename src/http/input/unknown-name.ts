import { closestNames } from '../../base/values/closest-names.js';
import { fault, type Fault } from '../../base/errors.js';

/** Maximum number of names in an error message. A longer list begins with the most similar ones. */
const most = 10;

/** Maximum number of faults of a parameter, because a search for similar names takes time. */
const maxFaults = 5;

/** The fault of a parameter that names something unknown. */
export function unknownName(parameter: string, noun: string, given: string, all: readonly string[]): Fault {
  return fault(
    'reference.not_found',
    `query.${parameter}`,
    `there is no ${noun} ${JSON.stringify(given)}; ${knownNames(given, all)}`,
  );
}

/** Lists the known names. `given` is none of them. */
export function knownNames(given: string, all: readonly string[]): string {
  if (all.length === 0) return 'there are none';
  if (all.length <= most) return `there are ${all.join(', ')}`;
  const near = closestNames(given, all, 5);
  const others = all.filter((name) => !near.includes(name)).toSorted();
  const listed = [...near, ...others].slice(0, most).join(', ');
  return `did you mean ${near.join(' or ')}? There are ${listed} and ${all.length - most} more`;
}

/** The ids of the known names. Unknown ones are faults. */
export function idsOf(
  parameter: string,
  noun: string,
  given: readonly string[],
  known: readonly { readonly id: number; readonly name: string }[],
  faults: Fault[],
): number[] {
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  const unknown = [...new Set(given)].filter((name) => !ids.has(name)).slice(0, maxFaults);
  for (const name of unknown) faults.push(unknownName(parameter, noun, name, [...ids.keys()]));
  return given.flatMap((name) => ids.get(name) ?? []);
}
