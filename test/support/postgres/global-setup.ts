import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, constants, mkdtemp, readdir, readFile, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Jest loads this file without its resolver, so it cannot import the sources. The first suite that needs the server starts it
// (test-server.ts); this file only stops it.

/** Prefix of databases and folders of the tests. A process id or a lock follows, which shows whether their run is alive. */
const PREFIX = 'graphward_test_';

/** Linux keeps the files of this folder in memory. */
const SHARED_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * Prepares a run of the tests: sets its name and, without TEST_DATABASE_URL, the folder of its server in the environment of
 * the workers, and removes leftovers of earlier runs.
 */
export default async function globalSetup(): Promise<void> {
  const id = randomBytes(4).toString('hex');
  process.env['GRAPHWARD_TEST_RUN'] = id;
  const url = process.env['TEST_DATABASE_URL'];
  const end = url ? await useServer(url, id) : await useOwnServer();
  Reflect.set(globalThis, Symbol.for('graphward.end-test-run'), end);
}

/** A run keeps an advisory lock, so that other runs can tell its databases from leftovers. */
async function useServer(url: string, id: string): Promise<() => Promise<void>> {
  const admin = new pg.Client({ connectionString: url, application_name: 'graphward-test' });
  await admin.connect();
  await admin.query('SELECT pg_advisory_lock(hashtext($1))', [id]);
  const { rows } = await admin.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE datname LIKE $1',
    [`${PREFIX}%`],
  );
  const runs = new Set(rows.map(({ name }) => name.slice(PREFIX.length).split('_')[0] ?? ''));
  for (const run of runs) {
    const lock = await admin.query<{ free: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS free', [run]);
    if (run === id || !lock.rows[0]?.free) continue;
    await dropDatabases(admin, run);
    await admin.query('SELECT pg_advisory_unlock(hashtext($1))', [run]);
  }
  return async () => {
    await dropDatabases(admin, id);
    await admin.end();
  };
}

async function dropDatabases(admin: pg.Client, run: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [`${PREFIX}${run}_`],
  );
  for (const { name } of rows) await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

async function useOwnServer(): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(await folderOfServer(), `${PREFIX}${process.pid}_`));
  // PostgreSQL refuses to run as root, so another user may need to enter the folder.
  await chmod(dataDir, 0o755);
  process.env['GRAPHWARD_TEST_DATA_DIR'] = dataDir;
  return () => removeServer(dataDir);
}

/** A folder in memory if there is enough: databases and temporary tables consist of many small files. */
async function folderOfServer(): Promise<string> {
  try {
    await access(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(SHARED_MEMORY);
    return bavail * bsize >= 2 * GIB && freemem() >= 4 * GIB ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Ends the servers of runs that are gone, and removes their files. */
export async function removeLeftovers(): Promise<void> {
  await Promise.all([tmpdir(), SHARED_MEMORY].map(removeLeftoversIn));
}

async function removeLeftoversIn(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    // Leftovers of another user cannot be removed.
    if (pid > 0 && !isAlive(pid)) await removeServer(join(folder, name)).catch(() => {});
  }
}

/** SIGQUIT stops the server at once, without writing its data. */
async function removeServer(dataDir: string): Promise<void> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  for (const cluster of [...(home ? [join(home, 'cluster')] : []), ...(await clustersIn(dataDir))]) {
    const pid = await serverPid(cluster);
    if (!pid) continue;
    process.kill(pid, 'SIGQUIT');
    for (let tries = 0; tries < 500 && isAlive(pid) && isServerOf(pid, cluster); tries++) await sleep(20);
  }
  if (home) await rm(home, { recursive: true, force: true, maxRetries: 5 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** The clusters of several servers are two folders deeper (replicated-server.ts). */
async function clustersIn(folder: string): Promise<string[]> {
  const clusters: string[] = [];
  for (const parent of await readdir(folder).catch(() => [])) {
    const names = await readdir(join(folder, parent)).catch(() => []);
    clusters.push(
      ...names.map((name) => join(folder, parent, name)).filter((it) => existsSync(join(it, 'postmaster.pid'))),
    );
  }
  return clusters;
}

/** @returns the process id of the cluster's server, or null if none runs */
async function serverPid(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 && isAlive(pid) && isServerOf(pid, cluster) ? pid : null;
}

/** Without /proc, the pid file is trusted. */
function isServerOf(pid: number, cluster: string): boolean {
  return !existsSync('/proc/self/cmdline') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
