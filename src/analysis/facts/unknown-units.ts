import type { StoredFacts } from './graph-facts.js';
import { inUnknownUnits } from './role-facts.js';

/** For people, how many roles are limited to units whose members are not known; none if there are none. */
export function notesOnUnits({ scopedRoles, units }: Pick<StoredFacts, 'scopedRoles' | 'units'>): string[] {
  const unknown = inUnknownUnits(scopedRoles, units);
  if (unknown.length === 0) return [];
  const count = new Set(unknown.map(({ node }) => node)).size;
  const assignments = unknown.length === 1 ? '1 assignment is' : `${unknown.length} assignments are`;
  return [
    `${assignments} limited to ${count} ${count === 1 ? 'unit' : 'units'} whose members the collector does not write`,
  ];
}
