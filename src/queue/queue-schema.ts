import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ignoreConnectionLoss } from '../database/connect.js';

/** Where the library keeps its tables. Named here, so that neither the environment nor a file of the folder it runs in says otherwise. */
export const queueSchema = 'graphile_worker';

/** Makes or updates the tables of the queue. Whoever calls takes care that only one does at a time (migrate.ts). */
export async function migrateQueue(url: string): Promise<void> {
  const pool = ignoreConnectionLoss(
    new pg.Pool({ connectionString: url, max: 1, application_name: 'graphward-migrate' }),
  );
  try {
    await runMigrations({ pgPool: pool, schema: queueSchema, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}
