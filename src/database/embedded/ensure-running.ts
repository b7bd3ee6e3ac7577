import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../base/error-message.js';
import type { Report } from '../report.js';
import type { Cluster } from './cluster.js';
import { homePaths, SUPERUSER } from './create-home.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { replaceFile } from './owned-files.js';
import { startPostmaster, type StartAttempt } from './postmaster.js';
import { type PostmasterPid, postmasterPidFile, readPostmasterPid, whoIs } from './postmaster-pid.js';
import type { ServerSettings } from './server-settings.js';
import { UserLock } from './user-lock.js';

const RETRY_MS = 50;
/** How long a start may fail for a reason that passes by itself: memory of a killed server, a port still held. */
const PATIENCE_MS = 5_000;
/** How long a server that is alive may take to accept connections; it may have much to recover. */
const RECOVERY_MS = 600_000;
const REPORT_MS = 5_000;

export interface RunningServer {
  readonly lock: UserLock;
  readonly port: number;
  /** Whether it ran already. */
  readonly adopted: boolean;
}

export interface EnsureOptions {
  readonly settings: ServerSettings;
  readonly log: Report;
  /** The port that it must have because its address was given out; absent, a free one will do. */
  readonly port?: number;
}

/**
 * Finds the server of the cluster running, or starts it. Works in several processes at once without a lock of our own:
 * PostgreSQL lets one server have a cluster, and who comes second adopts it.
 * @throws EmbeddedPostgresError with what the server said.
 */
export async function ensureRunning(cluster: Cluster, options: EnsureOptions): Promise<RunningServer> {
  const since = Date.now();
  let reported = since;
  let adopted = true;
  while (Date.now() - since < RECOVERY_MS) {
    const found = await findServer(cluster);
    if (!found) {
      adopted = !(await start(cluster, options, since));
    } else if (found.status === 'ready') {
      const lock = await connect(cluster, found.port);
      if (lock) return { lock, port: found.port, adopted };
    }
    if (Date.now() - reported > REPORT_MS) {
      options.log(`waiting for the embedded PostgreSQL (${found?.status ?? 'not running'})`, 'notable');
      reported = Date.now();
    }
    await sleep(RETRY_MS);
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not accept connections; its log is ${homePaths(cluster.home).log}.`,
  );
}

export function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function findServer(cluster: Cluster): Promise<PostmasterPid | null> {
  const folder = homePaths(cluster.home).cluster;
  const file = await readPostmasterPid(folder);
  return file && (await whoIs(file.pid, folder)) !== 'other' ? file : null;
}

/** @returns null where it is not there yet, or no longer. */
async function connect(cluster: Cluster, port: number): Promise<UserLock | null> {
  try {
    return await UserLock.take(urlOf(cluster, port, 'postgres'));
  } catch (error) {
    if (errorCode(error) === '28P01')
      throw new EmbeddedPostgresError(
        `The password in ${homePaths(cluster.home).password} is not the one that the database was made with.`,
        { cause: error },
      );
    return null;
  }
}

/** @returns whether this call started it; false means "try again". */
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
 * A stale pid file whose number belongs to something else today keeps PostgreSQL from starting. Only a file that surely
 * isn't of a server of this cluster is removed: two servers would destroy it.
 */
async function removeForeignPidFile(cluster: Cluster): Promise<void> {
  const folder = homePaths(cluster.home).cluster;
  const file = await readPostmasterPid(folder);
  if (!file || (await whoIs(file.pid, folder)) !== 'other') return;
  const again = await readPostmasterPid(folder);
  if (again?.text === file.text) await rm(postmasterPidFile(folder), { force: true });
}

/** The port of the last start, so that an address noted by a user stays right. */
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
