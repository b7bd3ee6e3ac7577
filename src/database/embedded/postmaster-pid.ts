import { readFile, readlink, stat } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { errorCode } from '../../base/error-message.js';

/** The content of `postmaster.pid`, which a running PostgreSQL writes. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  /** `ready`, `starting`, `stopping`, or empty while the file is being written. */
  readonly status: string;
  readonly text: string;
}

/** @returns null if the file is missing or not readable */
export async function readPostmasterPid(cluster: string): Promise<PostmasterPid | null> {
  const text = await readFile(postmasterPidFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim(), text } : null;
}

export function postmasterPidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/**
 * Identifies the process with an id. The system reuses ids, so the file of a killed server may have the id of any process.
 * - `ours`: the PostgreSQL server of this cluster,
 * - `other`: no process, or certainly another one,
 * - `unknown`: possibly ours; this user may not inspect it.
 */
export async function whoIs(pid: number, cluster: string): Promise<'ours' | 'other' | 'unknown'> {
  if (!isAlive(pid)) return 'other';
  if (process.platform === 'linux') return whoIsOnLinux(pid, cluster);
  if (process.platform === 'win32') return 'unknown';
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  if (stdout.includes(cluster)) return 'ours';
  return stdout.includes('postgres') ? 'unknown' : 'other';
}

/** The working folder of a server is its cluster. Inodes are compared, because a folder can have several paths. */
async function whoIsOnLinux(pid: number, cluster: string): Promise<'ours' | 'other' | 'unknown'> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (state === null || /\) [ZX] /.test(state)) return 'other';
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!basename(command.split('\0')[0] ?? '').startsWith('postgres')) return 'other';
  try {
    await readlink(`/proc/${pid}/cwd`);
    const [its, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return its.ino === ours.ino && its.dev === ours.dev ? 'ours' : 'other';
  } catch {
    return command.includes(cluster) ? 'ours' : 'unknown';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
