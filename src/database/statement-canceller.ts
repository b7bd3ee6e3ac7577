import pg from 'pg';
import { outlivesLoss } from './outlives-loss.js';

/** Cancels running statements of other connections, over a connection of its own, so that it works while the pool is busy. */
export class StatementCanceller {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = outlivesLoss(
      new pg.Pool({
        connectionString: url,
        max: 1,
        idleTimeoutMillis: 10_000,
        connectionTimeoutMillis: 5_000,
        application_name: 'graphward-cancel',
        allowExitOnIdle: true,
      }),
    );
  }

  /** Never rejects: where the database is gone, its statements are gone too. */
  async cancel(backendPid: number): Promise<void> {
    try {
      await this.pool.query('SELECT pg_cancel_backend($1)', [backendPid]);
    } catch {
      // The statement's own connection reports what happened to the database.
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
