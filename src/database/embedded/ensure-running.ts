import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../base/error-message.js';
import { EmbeddedPostgresError, type DatabaseLog } from '../servers/operator-messages.js';
import type { Cluster } from './cluster.js';
import { homePaths, SUPERUSER } from './cluster-home.js';
import { replaceFile } from './server-user.js';
import { startPostmaster, type StartAttempt } from './postmaster.js';
import { type PostmasterPid, postmasterPidFile, readPostmasterPid, whoIs } from './postmaster-pid.js';
import type { ServerSettings } from './server-settings.js';
import { UserLock } from './user-lock.js';

const RETRY_MS = 50;
/** How long starts may fail for a temporary reason: memory of a killed server, a port that is still in use. */
const PATIENCE_MS = 5_000;
/** How long a running server may take to accept connections; recovery after a crash can take minutes. */
const RECOVERY_MS = 600_000;
const LOG_EVERY_MS = 5_000;

export interface RunningServer {
  readonly lock: UserLock;
  readonly port: number;
  /** Whether the server was already running. */
  readonly adopted: boolean;
}

export interface EnsureOptions {
  readonly settings: ServerSettings;
  readonly log: DatabaseLog;
  /** The required port, because callers have the URL; any free port if it is absent. */
  readonly port?: number;
}

/**
 * Finds the running server of the cluster, or starts it. Several processes may do so at once without a lock: PostgreSQL lets only one
 * server use a cluster, and the other processes then use that one.
 * @throws EmbeddedPostgresError with the output of the server
 */
export async function ensureRunning(cluster: Cluster, options: EnsureOptions): Promise<RunningServer> {
  const since = Date.now();
  let logged = since;
  let adopted = true;
  while (Date.now() - since < RECOVERY_MS) {
    const found = await findServer(cluster);
    if (!found) {
      adopted = !(await start(cluster, options, since));
    } else if (found.status === 'ready') {
      const lock = await connect(cluster, found.port);
      if (lock) return { lock, port: found.port, adopted };
    }
    if (Date.now() - logged > LOG_EVERY_MS) {
      options.log(`waiting for the embedded PostgreSQL (${found?.status ?? 'not running'})`, 'warn');
      logged = Date.now();
    }
    await sleep(RETRY_MS);
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not accept connections; its log is ${homePaths(cluster.home).log}.`,
  );
}

/** The URL of the superuser. */
export function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function findServer(cluster: Cluster): Promise<PostmasterPid | null> {
  const folder = homePaths(cluster.home).cluster;
  const file = await readPostmasterPid(folder);
  return file && (await whoIs(file.pid, folder)) !== 'other' ? file : null;
}

/** @returns null if the server does not run yet or any more */
async function connect(cluster: Cluster, port: number): Promise<UserLock | null> {
  try {
    return await UserLock.take(urlOf(cluster, port, 'postgres'));
  } catch (error) {
    if (errorCode(error) === '28P01')
      throw new EmbeddedPostgresError(
        `The password in ${homePaths(cluster.home).password} is wrong: the database was made with another one.`,
        { cause: error },
      );
    return null;
  }
}

/** @returns true if this call started the server; false if the caller should retry */
async function start(cluster: Cluster, { settings, port: fixed }: EnsureOptions, since: number): Promise<boolean> {
  const port = fixed ?? (await keptPort(cluster)) ?? (await chooseFreePort(cluster));
  const attempt = await startPostmaster(cluster, port, settings);
  if (attempt.outcome === 'started') return true;
  if (attempt.outcome === 'taken') {
    await removeForeignPidFile(cluster);
  } else if (attempt.outcome === 'port' && fixed === undefined) {
    await chooseFreePort(cluster);
  } else if (attempt.outcome === 'failed') {
    throw startError(cluster, attempt);
  }
  if (Date.now() - since > PATIENCE_MS) throw startError(cluster, attempt);
  return false;
}

function startError(cluster: Cluster, { output }: StartAttempt): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`The embedded PostgreSQL in ${cluster.home} does not start:\n${output}`);
}

/**
 * Removes a stale pid file with the number of an unrelated process, because PostgreSQL would not start. A file that may belong to a
 * server of this cluster stays: two servers would destroy the cluster.
 */
async function removeForeignPidFile(cluster: Cluster): Promise<void> {
  const folder = homePaths(cluster.home).cluster;
  const file = await readPostmasterPid(folder);
  if (!file || (await whoIs(file.pid, folder)) !== 'other') return;
  const again = await readPostmasterPid(folder);
  if (again?.text === file.text) await rm(postmasterPidFile(folder), { force: true });
}

/** The port of the last start. Users may have noted it. */
async function keptPort(cluster: Cluster): Promise<number | null> {
  const port = Number(await readFile(homePaths(cluster.home).port, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 ? port : null;
}

async function chooseFreePort(cluster: Cluster): Promise<number> {
  const port = await freePort();
  await replaceFile(cluster.user, homePaths(cluster.home).port, `${port}\n`);
  return port;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
