import { TEMPLATES } from '../sharphound/template-records.js';
import type { Directory } from './directory.js';
import { WELL_KNOWN_USERS } from './well-known.js';

/** How many objects of each kind a collection of the domain describes. */
export interface DirectoryCounts {
  readonly users: number;
  readonly groups: number;
  readonly computers: number;
  readonly ous: number;
  readonly containers: number;
  readonly gpos: number;
  readonly certTemplates: number;
}

const lengthOf = (items: Iterable<unknown>): number => {
  let count = 0;
  for (const _ of items) count++;
  return count;
};

export function countsOf({ plan, wellKnown, units, containers, policies }: Directory): DirectoryCounts {
  return {
    users: plan.sizes.users + WELL_KNOWN_USERS.length,
    groups: plan.sizes.groups + lengthOf(wellKnown.all()),
    computers: plan.sizes.computers,
    ous: lengthOf(units.all()),
    containers: lengthOf(containers.all()),
    gpos: policies.all().length,
    certTemplates: TEMPLATES.length,
  };
}
