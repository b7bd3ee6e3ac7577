import type pg from 'pg';
import { Database } from '../database.js';
import { serverPool } from './server-client.js';

export interface Connection {
  readonly database: Database;
  close(): Promise<void>;
}

interface ConnectOptions {
  /** The name in `pg_stat_activity`. */
  readonly name?: string;
  readonly connections?: number;
  /** The longest time of a statement, and of connecting; absent: no limit. */
  readonly timeoutMs?: number;
}

/** Ends a running statement if its thread or process ends, because its transaction may hold a lock. Not every server has the setting. */
const checkClient = "SELECT set_config('client_connection_check_interval', '2s', false)";

/** Opens one connection, or a few, beside the pool of the service: for a thread of its own or for long work. */
export function connect(
  url: string,
  { name = 'graphward-thread', connections = 1, timeoutMs = 0 }: ConnectOptions = {},
): Connection {
  const pool = ignoreConnectionLoss(
    serverPool({
      connectionString: url,
      max: connections,
      idleTimeoutMillis: 0,
      application_name: name,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      // The pool waits for it, although its types don't say so.
      // oxlint-disable-next-line typescript/no-misused-promises
      onConnect: (client: pg.ClientBase) => client.query(checkClient).then(ignore, ignore),
    }),
  );
  return { database: new Database(pool), close: () => pool.end() };
}

/** Runs work with one such connection, and closes it afterwards. */
export async function withConnection<T>(
  url: string,
  options: ConnectOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const connection = connect(url, options);
  try {
    return await work(connection.database);
  } finally {
    await connection.close();
  }
}

/**
 * Keeps the loss of a connection from ending the process: a pool listens for the error event only while a connection is idle, and an event
 * without a listener is thrown. The statement of the lost connection rejects.
 * @returns the pool
 */
export function ignoreConnectionLoss(pool: pg.Pool): pg.Pool {
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

function ignore(): void {}
