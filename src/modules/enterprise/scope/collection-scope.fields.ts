import { memory } from '../../../http/fields/memory.js';
import { getSchemaPath } from '@nestjs/swagger';
import { textToken } from '../../../database/sql/json-token.js';
import { objectReferences } from '../../../graph/lookups/object-references.js';
import { type Field, field, type Fields, type JsonOf, type Shape, shape } from '../../../http/fields/fields.js';

/** Flags of lists: if true, the list contains the named objects instead of their ids. */
export const scopeFlags = { hydrate_domains: true, hydrate_ous: true };
export type ScopeFlags = Readonly<typeof scopeFlags>;

/** A domain or tenant to collect from, as {@link objectReferences} writes it. */
const domainReference = shape('DomainReferenceDto', {
  objectid: memory.text(),
  name: memory.text('Empty if the graph does not contain the object.'),
  exists: memory.boolean('True if the graph contains the object.'),
  type: memory.text({
    description: 'Kind of the object; empty if the graph does not contain it.',
    example: 'Domain',
  }),
});

const ouReference = shape('OuReferenceDto', {
  ...domainReference.fields,
  distinguishedname: memory.text('Empty if the graph does not contain the object.'),
});

/** Objects, or their ids if they are not asked for. */
function references<F extends Fields>(
  reference: Shape<F>,
  sql: string,
  kind: 'ou' | 'domain',
  flag: keyof ScopeFlags,
): Field<readonly (JsonOf<F> | string)[], ScopeFlags, undefined> {
  return {
    token: ({ [flag]: isHydrated }) => (isHydrated ? objectReferences(sql, kind) : textToken(sql)),
    schema: {
      type: 'array',
      items: { oneOf: [{ $ref: getSchemaPath(reference.dto) }, { type: 'string' }] },
      description: `Object ids if \`${flag}\` is false.`,
    },
    models: [reference.dto],
    column: undefined,
  };
}

/** The scope of an event or a job, whose table has these columns. */
export function scopeFields(table: string) {
  const option = (name: string) => field.boolean(`${table}.${name}`, {}, 'filter');
  return {
    session_collection: option('session_collection'),
    local_group_collection: option('local_group_collection'),
    ad_structure_collection: option('ad_structure_collection'),
    cert_services_collection: option('cert_services_collection'),
    ca_registry_collection: option('ca_registry_collection'),
    dc_registry_collection: option('dc_registry_collection'),
    all_trusted_domains: field.boolean(`${table}.all_trusted_domains`),
    ous: references(ouReference, `${table}.ous`, 'ou', 'hydrate_ous'),
    domains: references(domainReference, `${table}.domains`, 'domain', 'hydrate_domains'),
  };
}
