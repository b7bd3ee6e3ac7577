import type { SqlValue } from '../database.js';

type Row = Readonly<Record<string, SqlValue>>;

/** SQL: `(name, tag) VALUES ($1, $2)`. @param values of the statement; the values of the row are added */
export function rowSql(row: Row, values: SqlValue[]): string {
  const places = Object.values(row).map((value) => `$${values.push(value)}`);
  return `(${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`;
}

/** SQL: `name = $1, tag = $2`. @param values of the statement; the values of the row are added */
export function assignmentsSql(row: Row, values: SqlValue[]): string {
  return Object.entries(row)
    .map(([column, value]) => `${column} = $${values.push(value)}`)
    .join(', ');
}
