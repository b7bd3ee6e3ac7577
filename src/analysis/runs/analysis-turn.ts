import { Injectable } from '@nestjs/common';
import { withConnection } from '../../database/servers/connect.js';
import { Database, type SqlConnection } from '../../database/database.js';

/** Any number that no other advisory lock of the product uses. */
const analysisTurn = 7_268_003;

/**
 * The lock of the process that runs the analysis. It has its own connection, so that it is released however the process ends. If nobody
 * holds it, a run with the status `running` was left by a dead process.
 */
@Injectable()
export class AnalysisTurn {
  constructor(private readonly database: Database) {}

  /** Runs `work` under the lock. @returns false if another process holds it */
  async take(work: () => Promise<void>): Promise<boolean> {
    const { url } = this.database;
    if (url === undefined) throw new Error('the address of the database is not known');
    const workUnderLock = async (tx: SqlConnection) => {
      await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const [lock] = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
        analysisTurn,
      ]);
      if (lock?.taken) await work();
      return lock?.taken === true;
    };
    return withConnection(url, {}, (database) => database.transaction(workUnderLock));
  }
}
