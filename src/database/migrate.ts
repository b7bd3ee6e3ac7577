import { productVersion } from '../base/config/product-version.js';
import type { Settings } from '../base/config/settings.js';
import { PooledDataSource } from './data-source.js';
import { DatabaseUnavailableError } from './database-unavailable-error.js';
import { lockMigrations, type Queries } from './migration-lock.js';
import { migrations } from './migrations.js';
import type { Report } from './report.js';

/** Makes or updates tables that a library keeps and migrates itself, in a schema of its own. */
export type LibraryMigration = (url: string) => Promise<void>;

/**
 * Runs the migrations that have not run yet, oldest first, each in a transaction, and then those of libraries. Instances that
 * start at once take turns, which they wait for as long as for the database.
 * @returns the names of those of the product that ran.
 * @throws DatabaseUnavailableError if another process holds the lock for too long, or a newer program migrated the database
 */
export async function migrate(
  settings: Settings,
  url: string,
  { libraries = [], log }: { readonly libraries?: readonly LibraryMigration[]; readonly log: Report },
): Promise<string[]> {
  // A connection of its own: the statement timeout of requests does not fit a migration, and the lock must outlive each transaction.
  const source = new PooledDataSource(settings, {
    url,
    entities: [],
    applicationName: 'graphward-migrate',
    poolSize: 2,
  });
  await source.initialize();
  const guard = source.createQueryRunner();
  try {
    await lockMigrations(guard, { seconds: settings.databaseWait, log });
    await refuseNewerTables(guard);
    const ran = await source.runMigrations();
    for (const migrateLibrary of libraries) await migrateLibrary(url);
    await guard.query('COMMIT');
    return ran.map(({ name }) => name);
  } finally {
    // After a failure, the end of the connection ends the transaction and with it the lock.
    await guard.release();
    await source.destroy();
  }
}

/** This program would read and write tables whose meaning it does not know. */
async function refuseNewerTables(runner: Queries): Promise<void> {
  const applied = await appliedMigrations(runner);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new DatabaseUnavailableError(
    `A newer Graphward migrated the database: this one (${productVersion()}) does not know ${unknown.join(', ')}. ` +
      'Start the newer one, or let it take these migrations back first (npm run migration:revert).',
  );
}

/** The names of the migrations that the database has, oldest first; none in an empty database. */
export async function appliedMigrations(runner: Queries): Promise<string[]> {
  const [table] = await runner.query<{ exists: boolean }>(`SELECT to_regclass('migration') IS NOT NULL AS exists`);
  if (!table?.exists) return [];
  const rows = await runner.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
  return rows.map(({ name }) => name);
}
