import pg from 'pg';
import { Database } from './database.js';
import { outlivesLoss } from './outlives-loss.js';

export interface Connection {
  readonly database: Database;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** What PostgreSQL lists it as. */
  readonly name?: string;
  readonly connections?: number;
  /** Run on each connection at first; a server that can't do it is used all the same. */
  readonly atFirst?: string;
}

/** One connection, or a few, beside the pool of the service, for a thread of its own. */
export function connect(
  url: string,
  { name = 'graphward-snapshot', connections = 1, atFirst }: ConnectOptions = {},
): Connection {
  const pool = outlivesLoss(
    new pg.Pool({
      connectionString: url,
      max: connections,
      idleTimeoutMillis: 0,
      application_name: name,
      // The pool waits for it, although its types don't say so.
      // oxlint-disable-next-line typescript/no-misused-promises
      ...(atFirst && { onConnect: (client: pg.ClientBase) => client.query(atFirst).then(ignore, ignore) }),
    }),
  );
  return { database: new Database(pool), close: () => pool.end() };
}

function ignore(): void {}
