import { Injectable } from '@nestjs/common';
import { connect } from '../../database/connect.js';
import { Database } from '../../database/database.js';

/** Any number that no other advisory lock of the product uses. */
const analysisTurn = 7_268_003;

/**
 * Says which process runs the analysis now: a lock on a connection of its own, so that it is given up however the process ends,
 * and so that a run whose status is `running` while nobody has the turn is known to be left behind.
 */
@Injectable()
export class AnalysisTurn {
  constructor(private readonly database: Database) {}

  /** Does `work` and tells so; or tells that another has the turn. */
  async take(work: () => Promise<void>): Promise<boolean> {
    const { url } = this.database;
    if (url === undefined) throw new Error('the address of the database is not known');
    const connection = connect(url);
    try {
      return await connection.database.transaction(async (tx) => {
        await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
        const [lock] = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
          analysisTurn,
        ]);
        if (lock?.taken) await work();
        return lock?.taken === true;
      });
    } finally {
      await connection.close();
    }
  }
}
