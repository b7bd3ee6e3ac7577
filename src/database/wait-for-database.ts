import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode, errorMessage } from '../base/error-message.js';
import { DatabaseUnavailableError } from './database-unavailable-error.js';
import type { Report } from './report.js';
import { unsupported } from './supported-versions.js';
import { isTransactionPooler } from './transaction-pooler.js';

const RETRY_MS = 500;
const REPORT_MS = 3_000;
const CONNECT_MS = 5_000;

export interface WaitOptions {
  /** How long to go on trying; 0 tries once. */
  readonly seconds: number;
  readonly log: Report;
}

/**
 * Returns once the database accepts connections and is new enough. Throws at once if waiting cannot help: a wrong password, no such
 * database, a pooler in transaction mode.
 * @throws DatabaseUnavailableError
 */
export async function waitForDatabase(url: string, { seconds, log }: WaitOptions): Promise<void> {
  const target = describeTarget(url);
  const deadline = Date.now() + seconds * 1000;
  let reported = 0;
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
    if (Date.now() - reported >= REPORT_MS) {
      const left = Math.ceil((deadline - Date.now()) / 1000);
      log(`waiting up to ${left} s for the ${target}: ${reason}`, 'notable');
      reported = Date.now();
    }
    await sleep(RETRY_MS);
  }
}

/** @returns null where all is well, else why not. */
async function tryDatabase(url: string, timeoutMs: number): Promise<unknown> {
  const config = {
    connectionString: url,
    application_name: 'graphward',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  };
  const client = new pg.Client(config);
  client.on('error', () => {});
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

function behindPooler(url: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The ${describeTarget(url)} is behind a pooler that shares connections by transaction (pool_mode = transaction of PgBouncer), ` +
      'which loses the locks and settings of a connection. Use pool_mode = session, or connect DATABASE_URL to PostgreSQL directly.',
  );
}

/** SQLSTATE classes 28 (who one is) and 3D (no such database), as opposed to a server that is starting or full. */
function isFinal(error: unknown): boolean {
  return /^(28...|3D000)$/.test(errorCode(error) ?? '');
}

/** Everything that helps to find the database, without the password. */
function describeTarget(url: string): string {
  try {
    const { host, port, database, user } = new pg.Client({ connectionString: url });
    return `database ${database ?? ''} at ${host}:${port} as user ${user ?? ''}`;
  } catch (cause) {
    throw new DatabaseUnavailableError(
      'DATABASE_URL is not a URL that PostgreSQL understands (postgres://user:password@host:5432/database).',
      { cause },
    );
  }
}
