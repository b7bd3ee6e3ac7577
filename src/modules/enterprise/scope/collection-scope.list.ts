import { booleanToken, textToken } from '../../../database/json-token.js';
import { objectReferences } from '../../../graph/object-references.js';
import { column } from '../../../http/list/list-description.js';
import { collectionOptionNames } from './collection-scope.js';

/** Flags of lists: if true, the list contains the named objects instead of their ids. */
export const scopeFlags = { hydrate_domains: true, hydrate_ous: true };

/** Filters by the options of collection. */
export function scopeColumns(table: string) {
  const of = (name: string) => column.boolean(`${table}.${name}`, 'filter');
  return {
    session_collection: of('session_collection'),
    local_group_collection: of('local_group_collection'),
    ad_structure_collection: of('ad_structure_collection'),
    cert_services_collection: of('cert_services_collection'),
    ca_registry_collection: of('ca_registry_collection'),
    dc_registry_collection: of('dc_registry_collection'),
  };
}

/** The properties of CollectionScopeDto as tokens (src/database/json-token.ts). */
export function scopeTokens(
  table: string,
  { hydrate_ous, hydrate_domains }: Readonly<typeof scopeFlags>,
): Record<string, string> {
  const [ous, domains] = [`${table}.ous`, `${table}.domains`];
  return {
    ...Object.fromEntries(
      [...collectionOptionNames, 'all_trusted_domains'].map((name) => [name, booleanToken(`${table}.${name}`)]),
    ),
    ous: hydrate_ous ? objectReferences(ous, 'ou') : textToken(ous),
    domains: hydrate_domains ? objectReferences(domains, 'domain') : textToken(domains),
  };
}
