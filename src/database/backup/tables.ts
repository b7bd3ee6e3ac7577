import type pg from 'pg';

/** A table. Its name is qualified if it is not in the current schema. */
export interface Table {
  readonly name: string;
  /** Quoted, for statements. */
  readonly identifier: string;
  /** Stored columns; generated ones are left out. */
  readonly columns: readonly string[];
  readonly references: readonly string[];
}

interface Sequence {
  readonly name: string;
  readonly identifier: string;
  readonly next: string;
}

/** The tables of migrations and of TypeORM are left out: they describe the tables of one database, not its data. */
const TABLES = `
  SELECT CASE WHEN space.nspname = current_schema() THEN '' ELSE space.nspname || '.' END || c.relname AS name,
    c.oid::regclass::text AS identifier,
    ARRAY(SELECT quote_ident(attname) FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname) AS columns,
    ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
      WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS references
  FROM pg_class c JOIN pg_namespace space ON space.oid = c.relnamespace
  WHERE c.relkind = 'r' AND (space.nspname = current_schema() OR space.nspname = ANY ($1))
    AND c.relname NOT IN ('migration', 'migrations', 'typeorm_metadata')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY name`;

const SEQUENCES = `
  SELECT CASE WHEN schemaname = current_schema() THEN '' ELSE schemaname || '.' END || sequencename AS name,
    format('%I.%I', schemaname, sequencename) AS identifier, increment_by::int AS step
  FROM pg_sequences
  WHERE (schemaname = current_schema() OR schemaname = ANY ($1)) AND sequencename <> 'migration_id_seq'
  ORDER BY name`;

/**
 * Lists the tables of the current schema and of `schemas`, each after the tables that it references.
 * @param schemas schemas of libraries
 */
export async function listTables(client: pg.Client, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES, [schemas]);
  const ordered: Table[] = [];
  const waiting = new Set(rows);
  while (waiting.size > 0) {
    const open = new Set([...waiting].map(({ identifier }) => identifier));
    const ready = [...waiting].filter((table) => !table.references.some((it) => open.has(it)));
    if (ready.length === 0) throw new Error(`tables reference each other in a circle: ${[...open].join(', ')}`);
    ordered.push(...ready);
    for (const table of ready) waiting.delete(table);
  }
  return ordered;
}

/** Lists the sequences of the same schemas. */
export async function listSequences(client: pg.Client, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Omit<Sequence, 'next'> & { readonly step: number }>(SEQUENCES, [schemas]);
  const sequences: Sequence[] = [];
  for (const { name, identifier, step } of rows) {
    // The view pg_sequences has no value for a sequence that was set and not used afterwards.
    const next = `SELECT (last_value + CASE WHEN is_called THEN ${step} ELSE 0 END)::text AS next FROM ${identifier}`;
    const found = await client.query<{ next: string }>(next);
    sequences.push({ name, identifier, next: found.rows[0]?.next ?? '1' });
  }
  return sequences;
}

/** Makes the text format of COPY independent of the settings of the server and the user. */
export const copySettings = `
  SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** The table and its columns in a COPY statement. */
export function copyTarget({ identifier, columns }: Pick<Table, 'identifier' | 'columns'>): string {
  return `${identifier} (${columns.join(', ')})`;
}
