import type { Logger as Log } from '@nestjs/common';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ignoreConnectionLoss } from '../database/servers/connect.js';
import { ServerClient, serverPool } from '../database/servers/server-client.js';

/** The schema of graphile-worker's tables. Named here, so that neither the environment nor a configuration file changes it. */
export const queueSchema = 'graphile_worker';

/** Creates or updates the tables of the queue. Callers must hold the migration lock. */
export async function migrateQueue(url: string): Promise<void> {
  const pool = ignoreConnectionLoss(
    serverPool({ connectionString: url, max: 1, application_name: 'graphward-migrate' }),
  );
  try {
    await runMigrations({ pgPool: pool, schema: queueSchema, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

const troubles: ReadonlySet<string> = new Set(['error']);

/**
 * Logs the messages of graphile-worker. Results of tasks and losses of the database are left out: {@link TaskRunner} logs
 * them once, graphile-worker once a connection.
 */
export function graphileLog(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] || meta?.['success']) return;
    if (troubles.has(level) && meta?.['error'] === undefined) log.warn(message);
    else log.debug(message);
  });
}

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0];
type Release = Parameters<Connected>[2];

/**
 * graphile-worker releases its listening connection twice if the connection is lost while listening stops. The pool then
 * throws, nothing catches the error, and the process would end.
 */
class WorkerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return super.connect();
    // A pool that has ended calls back without a release.
    super.connect((error, client, release) => connected(error, client, error ? release : once(release)));
  }
}

function once(release: Release): Release {
  let isReleased = false;
  return (reason) => {
    if (!isReleased) release(reason);
    isReleased = true;
  };
}

/** The connections that graphile-worker's workers use. */
export function workerPool(url: string, max: number): pg.Pool {
  const config = { connectionString: url, max, application_name: 'graphward-worker', Client: ServerClient };
  return ignoreConnectionLoss(new WorkerPool(config));
}
