import type { Database } from './database.js';

/**
 * The time by the clock of the database, which all instances share. Whatever ends, expires or is deleted by age is compared with it: by the
 * clock of an instance that is ahead, everything would be too old (docs/adr/0029-database-clock.md). Any Clock can take its place in tests.
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
