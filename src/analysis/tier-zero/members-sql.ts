/**
 * `id` and `source` (1 seed, 2 below, 3 above) of the nodes that enabled selectors select; a node may be there several times. A seed without a
 * node selects nothing. Nodes below and above the seeds of a user are as the last analysis found them.
 * @param condition on the selectors `sel`
 * @param isOn whether a selector counts; those that are disabled do not by default
 */
export function selectedSql(condition: string, isOn = 'sel.disabled_at IS NULL'): string {
  return `SELECT n.id, 1 AS source FROM asset_group_selector sel JOIN asset_group_seed seed ON seed.selector_id = sel.id
      JOIN node n ON n.objectid = seed.object_id WHERE ${isOn} AND ${condition}
    UNION ALL
    SELECT n.id, found.source FROM asset_group_selector sel JOIN selected_node found ON found.selector_id = sel.id
      JOIN node n ON n.id = found.node_id WHERE ${isOn} AND ${condition}`;
}

/**
 * Ids of the distinct members of a group: the nodes that its selectors select, and of a tier only those that no tier before it selects.
 * This is the one definition of membership.
 * @param group alias of `asset_group`
 */
export function membersSql(group: string): string {
  return `SELECT id FROM (${selectedSql(`sel.asset_group_id = ${group}.id`)}) own
    EXCEPT SELECT selected.id FROM asset_group former
      CROSS JOIN LATERAL (${selectedSql('sel.asset_group_id = former.id')}) selected
      WHERE former.position < ${group}.position`;
}
