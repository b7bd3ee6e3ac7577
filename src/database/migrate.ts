import { DataSource } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { dataSourceOptions } from './data-source-options.js';

/** Any number will do, as long as nothing else of this product locks it. */
const MIGRATION_LOCK = 7_206_402;

/** Makes or updates tables that a library keeps and migrates itself, in a schema of its own. */
export type LibraryMigration = (url: string) => Promise<void>;

/**
 * Runs the migrations that have not run yet, oldest first, each in a transaction, and then those of libraries. Instances that
 * start at once take turns.
 * @returns the names of those of the product that ran.
 */
export async function migrate(
  settings: Settings,
  url: string,
  libraries: readonly LibraryMigration[] = [],
): Promise<string[]> {
  // A connection of its own: the statement timeout of requests does not fit a migration, and the lock must outlive each transaction.
  const source = new DataSource({
    ...dataSourceOptions(settings, { url, entities: [] }),
    applicationName: 'graphward-migrate',
    poolSize: 2,
  });
  await source.initialize();
  const guard = source.createQueryRunner();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await source.runMigrations();
    for (const migrateLibrary of libraries) await migrateLibrary(url);
    return ran.map(({ name }) => name);
  } finally {
    // The end of the connection gives the lock up.
    await guard.release();
    await source.destroy();
  }
}
