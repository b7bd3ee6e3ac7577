import pg from 'pg';
import { Database } from './database.js';

export interface Connection {
  readonly database: Database;
  close(): Promise<void>;
}

/** One connection beside the pool of the service, for a thread of its own. `name` is what PostgreSQL lists it as. */
export function connect(url: string, name = 'graphward-snapshot'): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: name,
  });
  pool.on('error', () => {});
  // The pool listens only while a connection is idle, and without a listener its loss would end the thread.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { database: new Database(pool), close: () => pool.end() };
}
