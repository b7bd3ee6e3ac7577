import type { Database } from '../database.js';

/**
 * The clock of the database, which all instances share. Ends, expiries and ages are compared with it, because to an instance with a fast
 * clock everything would be too old (docs/adr/0029-database-clock.md). Tests may use any Clock instead.
 */
export abstract class DatabaseClock {
  abstract now(): Date | Promise<Date>;
}

export function clockOf(database: Database): DatabaseClock {
  return {
    now: async () => {
      const [row] = await database.prepared<{ now: Date }>('SELECT now()');
      if (!row) throw new Error('the database did not return its time');
      return row.now;
    },
  };
}
