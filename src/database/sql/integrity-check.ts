import type { SqlRunner } from '../database.js';

/**
 * A rule that the program relies on and that no constraint of the database ensures. Each room has the rules of its own tables;
 * `db check` proves them.
 */
export interface IntegrityCheck {
  readonly name: string;
  /** The rule, as a sentence. */
  readonly rule: string;
  /** Selects one text, the place, for each violation. */
  readonly places: string | ((on: SqlRunner) => Promise<string>);
}

interface IdentityColumn {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

const identityColumns = `
  SELECT format('%I.%I', table_schema, table_name) AS table, quote_ident(column_name) AS column,
    pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS sequence
  FROM information_schema.columns WHERE is_identity = 'YES' AND table_schema = current_schema() ORDER BY 1`;

/** Rules that hold for all tables. A restore by other means than `db restore` breaks the first. */
export const tableChecks: readonly IntegrityCheck[] = [
  {
    name: 'sequences',
    rule: 'the next id of each table is free',
    places: async (on) => {
      const columns = await on.query<IdentityColumn>(identityColumns);
      return columns
        .map(
          ({ table, column, sequence }) => `
          SELECT format('%s: the highest %s is %s, the last number of the sequence %s', '${table}', '${column}', top, last_value)
          FROM (SELECT max(${column}) AS top FROM ${table}) t, ${sequence} s WHERE top > last_value OR top = last_value AND NOT is_called`,
        )
        .join(' UNION ALL ');
    },
  },
  {
    name: 'indexes',
    rule: 'each index is valid',
    places: `SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class c ON c.oid = indrelid
      WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)`,
  },
  {
    name: 'constraints',
    rule: 'each constraint has been validated',
    places: `SELECT conrelid::regclass || ' ' || conname FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND NOT convalidated`,
  },
];
