import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { lstat, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { homePaths } from './cluster-home.js';
import { serverEnvironment, withAppended } from './server-user.js';
import { readPostmasterPid, whoIs } from './postmaster-pid.js';
import type { ServerSettings } from './server-settings.js';

const POLL_MS = 20;
const LOG_KEPT_BYTES = 10_000_000;

/**
 * The outcome of an attempt to start:
 * - `started`: the pid file exists; the server may still be recovering,
 * - `taken`: another server uses the cluster, or a pid file claims so,
 * - `port`: the port is not available,
 * - `busy`: processes of a killed server still use its memory,
 * - `killed`: a signal ended it, from the system when memory is short or from an operator,
 * - `failed`: any other failure, described by `output`.
 */
export interface StartAttempt {
  readonly outcome: 'started' | 'taken' | 'port' | 'busy' | 'killed' | 'failed';
  readonly output: string;
}

/** Starts the server of the cluster, detached: it survives the end of this process and signals of its terminal. */
export async function startPostmaster(cluster: Cluster, port: number, settings: ServerSettings): Promise<StartAttempt> {
  const { cluster: folder, log } = homePaths(cluster.home);
  const logFrom = await lengthOfLog(log);
  const child = spawnServer(cluster, port, settings);
  const ended = new Promise<{ message: string; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (_, signal) => resolve({ message: '', signal }));
    child.once('error', ({ message }) => resolve({ message, signal: null }));
  });
  let failure: Awaited<typeof ended> | null = null;
  while (failure === null) {
    const file = await readPostmasterPid(folder);
    if (file && file.pid === child.pid && file.status) return { outcome: 'started', output: '' };
    failure = await Promise.race([ended, sleep(POLL_MS, null)]);
  }
  const { message, signal } = failure;
  const output = message || (await readFrom(log, logFrom));
  return signal
    ? { outcome: 'killed', output: `${output}\nIt was ended by ${signal}.`.trim() }
    : { outcome: reasonOf(output), output };
}

function spawnServer({ home, user, binaries }: Cluster, port: number, settings: ServerSettings): ChildProcess {
  const { cluster, log } = homePaths(home);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return withAppended(user, log, (output) => {
    const child = spawn(join(binaries.folder, 'postgres'), ['-D', cluster, '-p', String(port), ...options], {
      ...user.ids,
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
      windowsHide: true,
    });
    child.unref();
    return child;
  });
}

function reasonOf(output: string): StartAttempt['outcome'] {
  if (/lock file ".*" already exists/.test(output)) return 'taken';
  if (/could not bind|could not create any TCP\/IP sockets/.test(output)) return 'port';
  if (/shared memory block.*still in use/.test(output)) return 'busy';
  return 'failed';
}

/**
 * Stops the server of the cluster by a fast shutdown: connections are closed, open transactions are rolled back, data is written.
 * @returns whether it ended in time
 */
export async function stopPostmaster(cluster: Cluster, seconds: number): Promise<boolean> {
  const { cluster: folder } = homePaths(cluster.home);
  const running = await readPostmasterPid(folder);
  if (!running || (await whoIs(running.pid, folder)) === 'other') return true;
  interrupt(cluster, running.pid);
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    // The server removes its file a moment before it ends.
    if ((await whoIs(running.pid, folder)) === 'other') return true;
    await sleep(POLL_MS);
  }
  return false;
}

function interrupt({ user, binaries }: Cluster, pid: number): void {
  // Windows has no signals: Node would kill the process, while pg_ctl requests a shutdown.
  if (process.platform === 'win32')
    spawnSync(join(binaries.folder, 'pg_ctl'), ['kill', 'INT', String(pid)], { ...user.ids, env: serverEnvironment() });
  else process.kill(pid, 'SIGINT');
}

/** Renames a log that has become large; one such file is kept. @returns the length of the log before the server writes to it */
async function lengthOfLog(log: string): Promise<number> {
  const before = await lstat(log).catch(() => null);
  if (!before || before.size <= LOG_KEPT_BYTES) return before?.size ?? 0;
  await rename(log, `${log}.1`);
  return 0;
}

async function readFrom(path: string, position: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(Math.max(size - position, 0), 64_000);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trim();
  } finally {
    await file.close();
  }
}
