import type { SqlLiteral, SqlScript } from '../../database/sql-script.js';
import { isLockDenied } from '../../database/driver-errors.js';

/** Fewer rows are put into indexes one by one sooner than these are dropped and made. */
const fewRows = 10_000;

interface Limits {
  /** To sort this many rows beside each new one costs as much as putting that one at its place. */
  readonly sharesToSort: number;
  /** To sort this many takes about half a second for each index of `edge`: readers of the table wait so long, and for the rows themselves. */
  readonly mostRows: number;
  /** An index that no new row comes into. */
  readonly untouched?: string;
}

const limitsOf = {
  edge: { sharesToSort: 4, mostRows: 1_000_000, untouched: 'edge_derived' },
  edge_seen: { sharesToSort: 4, mostRows: 1_000_000 },
  collected: { sharesToSort: 4, mostRows: 1_000_000 },
  // Five indexes, most of texts.
  node: { sharesToSort: 2, mostRows: 250_000 },
} satisfies Record<string, Limits>;

type LoadedTable = keyof typeof limitsOf;

/**
 * Inserts `created` rows. Where they are many beside those that are there, the indexes are made anew: sorting all rows costs a tenth of
 * putting each at its place (docs/adr/0005-graph-storage.md).
 * @param insert SQL: one statement
 */
export async function insertMany(
  script: SqlScript,
  table: LoadedTable,
  created: number,
  insert: string,
  values: readonly SqlLiteral[] = [],
): Promise<void> {
  const indexes = created >= fewRows && (await areMany(script, table, created)) ? await dropIndexes(script, table) : [];
  script.add(insert, values);
  for (const { make } of indexes) script.add(make);
}

async function areMany(script: SqlScript, table: LoadedTable, created: number): Promise<boolean> {
  const { sharesToSort, mostRows } = limitsOf[table];
  const most = Math.min(sharesToSort * created, mostRows - created);
  if (most < 0) return false;
  const [row] = await script.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM (SELECT FROM ${table} LIMIT $1) t`,
    [most + 1],
  );
  return (row?.rows ?? 0) <= most;
}

interface Index {
  readonly drop: string;
  readonly make: string;
}

/** Those of constraints first, so that the primary key is the first to be made again. */
const indexesOf = `
  SELECT
    CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
      ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS drop,
    CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
      ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS make
  FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid
  WHERE i.indrelid = $1::regclass AND i.indexrelid <> coalesce(to_regclass(nullif($2, '')), 0)
  ORDER BY c.oid IS NULL, i.indexrelid`;

/** @returns how to make them again; none where they stay, since somebody reads the table just now, or only its owner may drop them. */
async function dropIndexes(script: SqlScript, table: LoadedTable): Promise<readonly Index[]> {
  await script.query('SAVEPOINT indexes');
  try {
    script.add(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE NOWAIT`);
    const { untouched = '' }: Limits = limitsOf[table];
    const indexes = await script.query<Index>(indexesOf, [table, untouched]);
    for (const { drop } of indexes) script.add(drop);
    script.add('RELEASE SAVEPOINT indexes');
    await script.run();
    return indexes;
  } catch (error) {
    if (!isLockDenied(error)) throw error;
    await script.query('ROLLBACK TO SAVEPOINT indexes');
    return [];
  }
}
