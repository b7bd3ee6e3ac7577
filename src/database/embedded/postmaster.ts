import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { lstat, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { homePaths } from './create-home.js';
import { withAppended } from './owned-files.js';
import { isAlive, readPostmasterPid, whoIs } from './postmaster-pid.js';
import { serverEnvironment } from './server-environment.js';
import type { ServerSettings } from './server-settings.js';

const POLL_MS = 20;
const LOG_KEPT_BYTES = 10_000_000;

/**
 * How an attempt to start went:
 * - `started`: its pid file is there; it may still be recovering,
 * - `taken`: another server has the cluster, or a pid file says so,
 * - `port`: the port can't be used,
 * - `busy`: processes of a killed server still hold its memory,
 * - `failed`: anything else; `output` is what it said.
 */
export interface StartAttempt {
  readonly outcome: 'started' | 'taken' | 'port' | 'busy' | 'failed';
  readonly output: string;
}

/** Starts the server of the cluster, detached: a signal to the caller's terminal does not reach it, nor does the caller's end. */
export async function startPostmaster(cluster: Cluster, port: number, settings: ServerSettings): Promise<StartAttempt> {
  const { cluster: folder, log } = homePaths(cluster.home);
  const logFrom = await lengthOfLog(log);
  const child = spawnServer(cluster, port, settings);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(''));
    child.once('error', (error) => resolve(error.message));
  });
  let failure: string | null = null;
  while (failure === null) {
    const file = await readPostmasterPid(folder);
    if (file && file.pid === child.pid && file.status) return { outcome: 'started', output: '' };
    failure = await Promise.race([ended, sleep(POLL_MS, null)]);
  }
  const output = failure || (await readFrom(log, logFrom));
  return { outcome: reasonOf(output), output };
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
 * Stops the server of the cluster: clients are sent away, transactions in progress are rolled back, everything is written.
 * @returns whether it ended within the time.
 */
export async function stopPostmaster(cluster: Cluster, seconds: number): Promise<boolean> {
  const { cluster: folder } = homePaths(cluster.home);
  const running = await readPostmasterPid(folder);
  if (!running || (await whoIs(running.pid, folder)) === 'other') return true;
  interrupt(cluster, running.pid);
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const file = await readPostmasterPid(folder);
    if (file?.pid !== running.pid || !isAlive(running.pid)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function interrupt({ user, binaries }: Cluster, pid: number): void {
  // Windows has no signals: Node would end the process there, and pg_ctl asks it.
  if (process.platform === 'win32')
    spawnSync(join(binaries.folder, 'pg_ctl'), ['kill', 'INT', String(pid)], { ...user.ids, env: serverEnvironment() });
  else process.kill(pid, 'SIGINT');
}

/** @returns the length of the log before the server writes to it. A log grown large is kept once, under another name. */
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
