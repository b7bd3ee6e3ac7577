import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, constants, mkdtemp, readdir, readFile, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

// Jest loads this file without its resolver, so it can't import the sources: the server itself is started by the first suite
// that needs it (test-server.ts), and only its end is arranged here.

/** Prefix of everything that a run of the tests leaves behind when it is killed, followed by something that tells whether it still runs. */
const PREFIX = 'graphward_test_';

/** Where Linux keeps files in memory. */
const SHARED_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * Begins one run of the tests: gives it a name, and a place for its server unless TEST_DATABASE_URL gives it one; clears away
 * what earlier runs left. The environment carries both to the workers.
 */
export default async function globalSetup(): Promise<void> {
  const id = randomBytes(4).toString('hex');
  process.env['GRAPHWARD_TEST_RUN'] = id;
  const url = process.env['TEST_DATABASE_URL'];
  const end = url ? await useServer(url, id) : await useOwnServer();
  Reflect.set(globalThis, Symbol.for('graphward.end-test-run'), end);
}

/** A run holds an advisory lock for as long as it lives, so that others know whose databases are left over. */
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
  await Promise.all([tmpdir(), SHARED_MEMORY].map(removeLeftovers));
  const dataDir = await mkdtemp(join(await folderOfServer(), `${PREFIX}${process.pid}_`));
  // PostgreSQL may have to run as another user (it refuses root), who must be able to enter.
  await chmod(dataDir, 0o755);
  process.env['GRAPHWARD_TEST_DATA_DIR'] = dataDir;
  return () => removeServer(dataDir);
}

/** In memory, where there is plenty: a database and each temporary table are dozens of files, which cost a disk more than what is in them. */
async function folderOfServer(): Promise<string> {
  try {
    await access(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(SHARED_MEMORY);
    return bavail * bsize >= 2 * GIB && freemem() >= 4 * GIB ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    // Another user's leftovers can't be removed, and are not ours to.
    if (pid > 0 && !isAlive(pid)) await removeServer(join(folder, name)).catch(() => {});
  }
}

/** The data are not wanted any more, so the server need not write them: SIGQUIT ends it at once. */
async function removeServer(dataDir: string): Promise<void> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  if (home) {
    const pid = await serverPid(join(home, 'cluster'));
    if (pid) {
      process.kill(pid, 'SIGQUIT');
      for (let tries = 0; tries < 500 && (await serverPid(join(home, 'cluster'))); tries++) await sleep(20);
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns the process of the cluster's server, null where none runs (any more). */
async function serverPid(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 && isAlive(pid) && isServerOf(pid, cluster) ? pid : null;
}

/** Where the system does not tell (no /proc), the pid file is believed. */
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
