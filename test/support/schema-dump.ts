import type pg from 'pg';

/** The tables that belong to migrations, and not to TypeORM. */
const own = `c.relnamespace = 'public'::regnamespace AND c.relname <> 'migration'`;

/** Every part of the schema as one line. PostgreSQL's versions write NOT NULL and views differently: these lines do not depend on that. */
const parts = `
  SELECT concat_ws(' ', CASE relkind WHEN 'v' THEN 'view' ELSE 'table' END, relname, reloptions::text) AS line
    FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm') AND ${own}
  UNION ALL SELECT concat_ws(' ', 'column', c.relname || '.' || attname, format_type(atttypid, atttypmod),
      'COLLATE ' || (SELECT collname FROM pg_collation WHERE oid = attcollation AND collname <> 'default'),
      CASE WHEN attnotnull THEN 'NOT NULL' END, 'IDENTITY ' || nullif(attidentity, '')::text, 'GENERATED ' || nullif(attgenerated, '')::text,
      'DEFAULT ' || pg_get_expr(adbin, adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped AND ${own}
  UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(o.oid))
    FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid WHERE contype <> 'n' AND ${own}
  UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indrelid
    WHERE ${own} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  UNION ALL SELECT 'view ' || relname || ' ' || regexp_replace(pg_get_viewdef(c.oid), '\\w+\\.(?=\\w)|[\\s()]+', ' ', 'g')
    FROM pg_class c WHERE relkind IN ('v', 'm') AND ${own}
  UNION ALL SELECT 'function ' || oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND ${own}`;

/** @returns the schema and the rows as lines in a fixed order; times, which are of the run, are replaced */
export async function dumpSchema(client: pg.Client): Promise<string[]> {
  const schema = await client.query<{ line: string }>(parts);
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c WHERE relkind IN ('r', 'p') AND ${own}`,
  );
  const lines = schema.rows.map(({ line }) => line.replaceAll(/\s+/g, ' '));
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${name} t`);
    lines.push(...rows.map(({ row }) => `row ${name} ${JSON.stringify(row, withoutTime)}`));
  }
  return lines.toSorted();
}

function withoutTime(_: string, value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(value) ? 'now' : value;
}

/** The lines of `after` that `before` lacks, marked by a plus, and the reverse, marked by a minus. */
export function difference(before: readonly string[], after: readonly string[]): string {
  const minus = new Set(before);
  const plus = new Set(after);
  const removed = before.filter((line) => !plus.has(line)).map((line) => `- ${line}\n`);
  const added = after.filter((line) => !minus.has(line)).map((line) => `+ ${line}\n`);
  return [...removed, ...added].join('');
}
