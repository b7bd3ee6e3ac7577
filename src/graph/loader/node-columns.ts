/** Characters of a name or environment that are stored for sorting and grouping: what an index takes. The property keeps the whole. */
const indexedLength = 500;

/** SQL: the columns `name` and `environment` of a node that has this object id and these properties. */
export function nameAndEnvironment(objectid: string, props: string): string {
  return `left(coalesce(nullif(${props} ->> 'name', ''), ${objectid}), ${indexedLength}) AS name,
    left(upper(coalesce(nullif(${props} ->> 'tenantid', ''), nullif(${props} ->> 'domainsid', ''))), ${indexedLength}) AS environment`;
}
