/** SQL: the lists `(node_id, outgoing, kind)` of a table with `(node_id, lists)`. */
export function expandedLists(table: string): string {
  return `(
    SELECT o.node_id, l.outgoing, l.kind FROM ${table} o JOIN (
      SELECT id, false AS outgoing, unnest(incoming) AS kind FROM list_set
      UNION ALL SELECT id, true, unnest(outgoing) FROM list_set) l ON l.id = o.lists)`;
}

/** SQL: adds to `list_set` what a table `(incoming, outgoing)` has beyond it. Only under the write lock. */
export function missingSets(table: string): string {
  return `
    INSERT INTO list_set (incoming, outgoing)
    SELECT incoming, outgoing FROM ${table} EXCEPT SELECT incoming, outgoing FROM list_set`;
}
