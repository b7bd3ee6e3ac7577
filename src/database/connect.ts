import pg from 'pg';
import { Database } from './database.js';

export interface Connection {
  readonly database: Database;
  close(): Promise<void>;
}

/** One connection beside the pool of the service, for a thread of its own. */
export function connect(url: string): Connection {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'graphward-snapshot' });
  pool.on('error', () => {});
  return { database: new Database(pool), close: () => pool.end() };
}
