import pg from 'pg';
import { CancellableClient } from './cancellable-client.js';
import { Database } from './database.js';

export interface Connection {
  readonly database: Database;
  close(): Promise<void>;
}

/** One connection beside the pool of the service, for a thread of its own. `name` is what PostgreSQL lists it as. */
export function connect(url: string, name = 'graphward-snapshot'): Connection {
  const pool = new pg.Pool({
    // Listens for the loss of the connection, which would end the thread otherwise.
    Client: CancellableClient,
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: name,
  });
  pool.on('error', () => {});
  return { database: new Database(pool), close: () => pool.end() };
}
