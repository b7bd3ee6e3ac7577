import { DataSource } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { dataSourceOptions } from './data-source-options.js';
import { lockMigrations } from './migration-lock.js';
import type { Report } from './report.js';

/** Makes or updates tables that a library keeps and migrates itself, in a schema of its own. */
export type LibraryMigration = (url: string) => Promise<void>;

/**
 * Runs the migrations that have not run yet, oldest first, each in a transaction, and then those of libraries. Instances that
 * start at once take turns, which they wait for as long as for the database.
 * @returns the names of those of the product that ran.
 * @throws DatabaseUnavailableError if another process holds the lock for too long
 */
export async function migrate(
  settings: Settings,
  url: string,
  { libraries = [], log }: { readonly libraries?: readonly LibraryMigration[]; readonly log: Report },
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
    await lockMigrations(guard, { seconds: settings.databaseWait, log });
    const ran = await source.runMigrations();
    for (const migrateLibrary of libraries) await migrateLibrary(url);
    await guard.commitTransaction();
    return ran.map(({ name }) => name);
  } finally {
    // After a failure, the end of the connection ends the transaction and with it the lock.
    await guard.release();
    await source.destroy();
  }
}
