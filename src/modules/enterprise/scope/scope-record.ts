import { collectionOptions } from './collection-rules.js';
import type { CollectionScope } from './collection-scope.js';

/** What a scope asks for, under the names of the wire, without all that it does not: `{ session_collection: true, ous: ['…'] }`. */
export function toScopeRecord(scope: CollectionScope): Readonly<Record<string, true | readonly string[]>> {
  const { ous, domains, allTrustedDomains } = scope;
  const chosen = Object.entries(collectionOptions).filter(([, option]) => scope[option]);
  return {
    ...Object.fromEntries(chosen.map(([name]) => [name, true as const])),
    ...(allTrustedDomains && { all_trusted_domains: true as const }),
    ...(ous.length > 0 && { ous }),
    ...(domains.length > 0 && { domains }),
  };
}
