import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import { conditionInCypher } from '../../graph/conditions/written-condition.js';
import type { Weakness } from './weakness.js';

/** A saved query of the service. */
export interface ShippedQuery {
  readonly name: string;
  readonly description: string;
  readonly query: string;
}

/** The nodes of a weakness in Cypher, as the variable `n`. */
export function matchOf({ kinds, where, isOfTierZero }: Weakness): string {
  const names = kinds.map((kind) => kindNames.get(kind) ?? '');
  const [only = '', ...others] = names;
  const pattern = `MATCH (n${others.length === 0 ? `:${only}` : ''}${isOfTierZero ? ':Tag_Tier_Zero' : ''})`;
  const ofKinds = others.length === 0 ? [] : [`(${names.map((name) => `n:${name}`).join(' OR ')})`];
  return `${pattern}\nWHERE ${[...ofKinds, ...where.map(conditionInCypher)].join('\n  AND ')}`;
}

/** @returns null if the weakness has no saved query */
export function queryOf(weakness: Weakness): ShippedQuery | null {
  if (!weakness.query) return null;
  const { name, description, rest = 'RETURN n\nLIMIT 1000' } = weakness.query;
  return { name, description, query: `${matchOf(weakness)}\n${rest}` };
}
