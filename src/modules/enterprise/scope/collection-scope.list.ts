import { booleanToken, textToken } from '../../../database/json-token.js';
import { objectReferences } from '../../../graph/object-references.js';
import { column } from '../../../http/list/list-description.js';

const options = [
  'session_collection',
  'local_group_collection',
  'ad_structure_collection',
  'cert_services_collection',
  'ca_registry_collection',
  'dc_registry_collection',
] as const;

type Option = (typeof options)[number];

/** Whether a list gives the objects that a scope names, or only their ids. */
export const scopeFlags = { hydrate_domains: true, hydrate_ous: true };

/** Filters by what is collected. */
export function scopeColumns(table: string) {
  const of = (name: Option) => column.boolean(`${table}.${name}`, 'filter');
  return {
    session_collection: of('session_collection'),
    local_group_collection: of('local_group_collection'),
    ad_structure_collection: of('ad_structure_collection'),
    cert_services_collection: of('cert_services_collection'),
    ca_registry_collection: of('ca_registry_collection'),
    dc_registry_collection: of('dc_registry_collection'),
  };
}

/** The scope of a row of `table` as CollectionScopeDto describes it: names and tokens (src/database/json-token.ts). */
export function scopeTokens(
  table: string,
  { hydrate_ous, hydrate_domains }: Readonly<typeof scopeFlags>,
): Record<string, string> {
  const [ous, domains] = [`${table}.ous`, `${table}.domains`];
  return {
    ...Object.fromEntries([...options, 'all_trusted_domains'].map((name) => [name, booleanToken(`${table}.${name}`)])),
    ous: hydrate_ous ? objectReferences(ous, 'ou') : textToken(ous),
    domains: hydrate_domains ? objectReferences(domains, 'domain') : textToken(domains),
  };
}
