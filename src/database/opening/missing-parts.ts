import { DataSource, type EntityMetadata, type MixedList, TableColumn } from 'typeorm';
import { SnakeCase } from '../sql/snake-case.js';

/** The query runners of TypeORM and of the product have it. */
export interface PlainQueries {
  query<Row>(text: string): Promise<Row[]>;
}

/** The parts of the database, in the words of {@link EntityTables.parts}. The conditions of checks are left out: PostgreSQL rewrites them. */
const present = `
  SELECT 'table ' || relname AS part FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = current_schema()::regnamespace
  UNION ALL SELECT format('column %s.%s %s%s', relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' not null' END)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('constraint %s %s', conname,
      CASE contype WHEN 'c' THEN 'CHECK' ELSE replace(pg_get_constraintdef(oid), '"', '') END)
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
  UNION ALL SELECT format('unique index %s', relname) FROM pg_index JOIN pg_class c ON c.oid = indexrelid
    WHERE indisunique AND relnamespace = current_schema()::regnamespace`;

/** @returns the tables, columns and constraints that the entities need and the database lacks; it may have more */
export async function missingParts(runner: PlainQueries, entities: MixedList<Function>): Promise<string[]> {
  const rows = await runner.query<{ part: string }>(present);
  const found = new Set(rows.map(({ part }) => part));
  const tables = await new EntityTables(entities).parts();
  const missing = tables.flatMap(([table = '', ...parts]) =>
    found.has(table) ? parts.filter((part) => !found.has(part)) : [table],
  );
  return missing.toSorted();
}

/** Describes entities without a connection. */
class EntityTables extends DataSource {
  constructor(entities: MixedList<Function>) {
    super({ type: 'postgres', entities, namingStrategy: new SnakeCase() });
  }

  /** The name of each table, then its parts. */
  async parts(): Promise<string[][]> {
    await this.buildMetadatas();
    return this.entityMetadatas.map((table) => this.partsOf(table));
  }

  private partsOf(table: EntityMetadata): string[] {
    const { tableName, columns, primaryColumns, uniques, checks, foreignKeys, indices } = table;
    if (table.tableType === 'view') return [`table ${tableName}`];
    const primaryKey = primaryColumns[0]?.primaryKeyConstraintName;
    return [
      `table ${tableName}`,
      ...columns.map((column) => `column ${tableName}.${column.databaseName} ${this.typeOf(column)}`),
      `constraint ${primaryKey} PRIMARY KEY ${listed(primaryColumns)}`,
      ...uniques.map((it) => `constraint ${it.name} UNIQUE ${listed(it.columns)}`),
      ...checks.map((it) => `constraint ${it.name} CHECK`),
      ...foreignKeys.map(
        (it) =>
          `constraint ${it.name} FOREIGN KEY ${listed(it.columns)} REFERENCES ` +
          `${it.referencedTablePath}${listed(it.referencedColumns)}${it.onDelete ? ` ON DELETE ${it.onDelete}` : ''}`,
      ),
      ...indices.filter(({ isUnique }) => isUnique).map(({ name }) => `unique index ${name}`),
    ];
  }

  /** As PostgreSQL writes it. */
  private typeOf(column: EntityMetadata['columns'][number]): string {
    const { isArray, isNullable, precision } = column;
    const type = this.driver.normalizeType(column);
    const full = this.driver.createFullType(
      new TableColumn({
        name: column.databaseName,
        type,
        isArray,
        ...(typeof precision === 'number' && { precision }),
      }),
    );
    return `${full.toLowerCase().replace(' array', '[]')}${isNullable ? '' : ' not null'}`;
  }
}

function listed(columns: readonly { readonly databaseName: string }[]): string {
  return `(${columns.map(({ databaseName }) => databaseName).join(', ')})`;
}
