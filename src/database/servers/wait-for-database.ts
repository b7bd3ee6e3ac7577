import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { type DatabaseLog, DatabaseUnavailableError } from './operator-messages.js';
import { ServerClient } from './server-client.js';
import { serverList } from './server-list.js';

const LEAST_MAJOR = 14;
const RETRY_MS = 500;
const LOG_EVERY_MS = 3_000;
const CONNECT_MS = 5_000;

/** Several rounds, because other clients of a pooler can take the connection that would prove it. */
const POOLER_ROUNDS = 20;

/** Identifies the PostgreSQL process that answers. Process ids repeat on other machines and after a restart. */
const SERVER_PROCESS = `SELECT pg_backend_pid() || ' ' || pg_postmaster_start_time() AS process`;

export interface WaitOptions {
  /** How long to retry; 0 tries once. */
  readonly seconds: number;
  readonly log: DatabaseLog;
}

/**
 * Returns once the database accepts connections and is new enough. Throws at once if waiting cannot help: a wrong password, no such
 * database, a pooler in transaction mode.
 * @throws DatabaseUnavailableError
 */
export async function waitForDatabase(url: string, { seconds, log }: WaitOptions): Promise<void> {
  const target = describeTarget(url);
  const deadline = Date.now() + seconds * 1000;
  let logged = 0;
  for (;;) {
    const failure = await tryDatabase(url, Math.min(CONNECT_MS, Math.max(deadline - Date.now(), 1_000)));
    if (!failure) return;
    if (failure instanceof DatabaseUnavailableError) throw failure;
    const reason = errorMessage(failure);
    if (isFinal(failure))
      throw new DatabaseUnavailableError(`The ${target} refuses: ${reason}. Check DATABASE_URL.`, { cause: failure });
    if (Date.now() + RETRY_MS > deadline)
      throw new DatabaseUnavailableError(`The ${target} could not be reached within ${seconds} s: ${reason}`, {
        cause: failure,
      });
    if (Date.now() - logged >= LOG_EVERY_MS) {
      const left = Math.ceil((deadline - Date.now()) / 1000);
      log(`waiting up to ${left} s for the ${target}: ${reason}`, 'warn');
      logged = Date.now();
    }
    await sleep(RETRY_MS);
  }
}

/** @returns the reason why the database cannot be used; null if it can */
async function tryDatabase(url: string, timeoutMs: number): Promise<unknown> {
  const config = {
    connectionString: url,
    application_name: 'graphward',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  };
  const client = new ServerClient(config);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const outdated = unsupported(rows[0]?.server_version ?? '');
    if (outdated) return outdated;
    return (await isTransactionPooler(client, config)) ? behindPooler(url) : null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Checks a `server_version` (`16.4`, `18beta1`, `15.8 (Debian ...)`).
 * @returns the error if the server is too old, else null
 */
export function unsupported(version: string): DatabaseUnavailableError | null {
  if (Number.parseInt(version, 10) >= LEAST_MAJOR) return null;
  return new DatabaseUnavailableError(
    `The database is PostgreSQL ${version}; Graphward needs PostgreSQL ${LEAST_MAJOR} or newer.`,
  );
}

/**
 * Whether a pooler shares server connections by transaction or by statement (`pool_mode` of PgBouncer). Without one, or with one that
 * shares them by session, each connection keeps its own server process. A pooler that hands out the connection released last answers two
 * connections from one process; a pooler that hands them out in turn answers one connection from two processes.
 * @param client an open connection
 * @param config opens another one
 */
async function isTransactionPooler(client: pg.Client, config: pg.ClientConfig): Promise<boolean> {
  const other = new ServerClient(config);
  try {
    await other.connect();
    const own = await serverProcess(client);
    for (let round = 0; round < POOLER_ROUNDS; round++) {
      if ((await serverProcess(client)) !== own) return true;
      if ((await serverProcess(other)) === own) return true;
    }
    return false;
  } finally {
    await other.end().catch(() => {});
  }
}

async function serverProcess(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ process: string }>(SERVER_PROCESS);
  return rows[0]?.process;
}

function behindPooler(url: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The ${describeTarget(url)} is behind a pooler that shares connections by transaction (pool_mode = transaction of PgBouncer), ` +
      'which loses the locks and settings of a connection. Use pool_mode = session, or connect DATABASE_URL to PostgreSQL directly.',
  );
}

/** SQLSTATE classes 28 (authorization) and 3D (no such database), as opposed to a server that is starting or full. */
function isFinal(error: unknown): boolean {
  return /^(28...|3D000)$/.test(errorCode(error) ?? '');
}

/** Describes the database without its password. @throws DatabaseUnavailableError if it is no URL of PostgreSQL */
export function describeTarget(url: string): string {
  try {
    const servers = serverList(url).urls.map((it) => new pg.Client({ connectionString: it }));
    const [{ database, user } = {}] = servers;
    const places = servers.map(({ host, port }) => `${host}:${port}`).join(', ');
    return `database ${database ?? ''} at ${places} as user ${user ?? ''}`;
  } catch (cause) {
    throw new DatabaseUnavailableError(
      `DATABASE_URL is not a URL that PostgreSQL understands (postgres://user:password@host:5432/database): ${errorMessage(cause)}`,
      { cause },
    );
  }
}
