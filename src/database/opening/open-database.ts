import { setTimeout as sleep } from 'node:timers/promises';
import type { MixedList } from 'typeorm';
import type { Settings } from '../../base/config/settings.js';
import { PooledDataSource } from './data-source.js';
import { openEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { type LibraryMigration, migrate } from './migrate.js';
import type { DatabaseLog } from '../servers/operator-messages.js';
import { StatementCanceller } from '../servers/pg-clients.js';
import { describeTarget, waitForDatabase } from '../servers/wait-for-database.js';

const CLOSE_MS = 5_000;

interface OpenDatabaseOptions {
  readonly entities: MixedList<Function>;
  readonly log: DatabaseLog;
  /** Tables of libraries; a part of the product may not need them. */
  readonly libraries?: readonly LibraryMigration[];
  /** Whether requests use it: their statements then have a time limit and are cancelled when the request ends. */
  readonly serving?: boolean;
}

export interface OpenDatabase {
  readonly dataSource: PooledDataSource;
  readonly url: string;
  /** The migrations that ran now. */
  readonly migrated: readonly string[];
  /** Closes the connections, then stops using the embedded server. Running statements get a few seconds. May be called again. */
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, or the embedded server: waits until it is reachable, checks its version, migrates and connects.
 * @throws DatabaseUnavailableError, EmbeddedPostgresError with a message for the operator
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
    const migrated = await migrate(settings, url, { ...(libraries && { libraries }), entities, log });
    if (migrated.length > 0) log(`migrated the database: ${migrated.join(', ')}`, 'info');
    await dataSource.initialize();
    return { dataSource, url, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface DatabaseServer {
  readonly url: string;
  /** @returns whether the server still runs */
  stop(): Promise<boolean>;
}

/** Starts the embedded server if it is used. Does not connect to the server of DATABASE_URL. @throws DatabaseUnavailableError if that is no URL */
export async function openServer(settings: Settings, log: DatabaseLog): Promise<DatabaseServer> {
  if (!settings.databaseUrl) return openEmbeddedPostgres({ dataDir: settings.dataDir, log });
  describeTarget(settings.databaseUrl);
  return { url: settings.databaseUrl, stop: () => Promise.resolve(true) };
}
