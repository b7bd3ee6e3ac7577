import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { prepareCluster } from '../../../src/database/embedded/cluster.js';
import { readPostmasterPid, whoIs } from '../../../src/database/embedded/postmaster-pid.js';

/** Creates a DATA_DIR. Its name lets the next run remove it if this one is killed. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `graphward_test_${process.pid}_`));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a DATA_DIR with a cluster that was never started, for {@link copyDataDir}. */
export async function makeClusterDataDir(): Promise<string> {
  const folder = await makeDataDir();
  await prepareCluster(folder, () => {});
  return folder;
}

/** Copies a DATA_DIR with its cluster, which must not run, because `initdb` takes seconds. */
export async function copyDataDir(from: string): Promise<string> {
  const folder = await makeDataDir();
  const home = join(from, 'postgres');
  // If the server may not enter temporary folders, the product keeps the cluster elsewhere, behind a link.
  if ((await lstat(home)).isSymbolicLink()) await prepareCluster(folder, () => {});
  else await promisify(execFile)('cp', ['-a', home, join(folder, 'postgres')]);
  return folder;
}

/** Process id of the server of a DATA_DIR, or null if none runs. */
export async function serverPidOf(dataDir: string): Promise<number | null> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  if (!home) return null;
  const file = await readPostmasterPid(join(home, 'cluster'));
  return file && (await whoIs(file.pid, join(home, 'cluster'))) === 'ours' ? file.pid : null;
}

/** Stops the server of a DATA_DIR if it runs, and removes the folder. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = await serverPidOf(dataDir);
  if (pid) {
    process.kill(pid, 'SIGQUIT');
    while (await serverPidOf(dataDir)) await sleep(20);
  }
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  if (home) await rm(home, { recursive: true, force: true, maxRetries: 5 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
