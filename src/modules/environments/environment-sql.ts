import type { EnvironmentType } from '../../analysis/data-quality/environment-type.js';

/** SQL behind FROM, with the alias `t`: the environments that the graph has, or that it once had, since their counts stay. */
export function environmentsSql({ kind, table, id }: EnvironmentType): string {
  return `(
    SELECT COALESCE(n.objectid, q.${id}) AS ${id}, COALESCE(n.name, q.${id}) AS name,
      COALESCE(n.last_seen::timestamp AT TIME ZONE 'UTC', q.last_seen) AS last_seen, COALESCE(n.collected, false) AS collected
    FROM (SELECT objectid, name, last_seen, props -> 'collected' = 'true' AS collected FROM node WHERE kind = ${kind}) n
    FULL JOIN (SELECT ${id}, max(created_at) AS last_seen FROM ${table} GROUP BY ${id}) q ON q.${id} = n.objectid) t`;
}

/** SQL: whether there is, or was, the environment $1; upper and lower case are the same. */
export function environmentExistsSql({ kind, table, id }: EnvironmentType): string {
  return `SELECT EXISTS (SELECT FROM node WHERE objectid = upper($1) AND kind = ${kind})
    OR EXISTS (SELECT FROM ${table} WHERE ${id} = upper($1)) AS exists`;
}

/** SQL behind FROM, with the alias `d`: what was counted in the environment $1 from $2 (inclusive) to $3. */
export function environmentCountsSql({ table, id }: EnvironmentType): string {
  return `(SELECT * FROM ${table}
    WHERE ${id} = upper($1) AND created_at >= $2::timestamptz AND created_at < $3::timestamptz) d`;
}
