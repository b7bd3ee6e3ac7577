import { setTimeout as sleep } from 'node:timers/promises';
import type { MixedList } from 'typeorm';
import type { Settings } from '../base/config/settings.js';
import { PooledDataSource } from './data-source.js';
import { openEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { type LibraryMigration, migrate } from './migrate.js';
import type { Report } from './report.js';
import { StatementCanceller } from './pg-clients.js';
import { waitForDatabase } from './wait-for-database.js';

const CLOSE_MS = 5_000;

export interface OpenDatabaseOptions {
  readonly entities: MixedList<Function>;
  readonly log: Report;
  /** Tables of libraries, which the whole product needs and a part of it may not. */
  readonly libraries?: readonly LibraryMigration[];
  /** Whether requests are served from it: their statements then have a time limit and end when their request does. */
  readonly serving?: boolean;
}

export interface OpenDatabase {
  readonly dataSource: PooledDataSource;
  readonly url: string;
  /** The migrations that ran now. */
  readonly migrated: readonly string[];
  /** Ends every connection, then the use of the embedded server. Statements that still run get a few seconds. Once, however often it is called. */
  close(): Promise<void>;
}

/**
 * The database of the settings, reachable, new enough, migrated and connected: DATABASE_URL, or the embedded server.
 * @throws DatabaseUnavailableError, EmbeddedPostgresError: with a message for the operator.
 */
export async function openDatabase(
  settings: Settings,
  { entities, log, libraries, serving = false }: OpenDatabaseOptions,
): Promise<OpenDatabase> {
  const server = await openServer(settings, log);
  const { url } = server;
  const canceller = serving ? new StatementCanceller(url) : undefined;
  const dataSource = new PooledDataSource(settings, { url, entities, canceller });
  const closeAll = async () => {
    if (dataSource.isInitialized)
      await Promise.race([dataSource.destroy(), sleep(CLOSE_MS, undefined, { ref: false })]);
    await canceller?.close();
    await server.stop();
  };
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeAll());
  try {
    await waitForDatabase(url, { seconds: settings.databaseWait, log });
    const migrated = await migrate(settings, url, { ...(libraries && { libraries }), log });
    if (migrated.length > 0) log(`migrated the database: ${migrated.join(', ')}`, 'routine');
    await dataSource.initialize();
    return { dataSource, url, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface DatabaseServer {
  readonly url: string;
  /** @returns whether it still runs. */
  stop(): Promise<boolean>;
}

/** Only makes sure of the embedded server; one of DATABASE_URL is not asked anything yet. */
export async function openServer(settings: Settings, log: Report): Promise<DatabaseServer> {
  if (!settings.databaseUrl) return openEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return { url: settings.databaseUrl, stop: () => Promise.resolve(true) };
}
