import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  copyDataDir,
  makeClusterDataDir,
  makeDataDir,
  removeDataDir,
  serverPidOf,
} from '../../../test/support/postgres/cluster-folder.js';
import { startServerUser } from '../../../test/support/postgres/server-user-process.js';
import { until } from '../../../test/support/until.js';
import { withClient } from '../../../test/support/postgres/template.js';
import { migrateQueue } from '../../queue/graphile.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { migrate } from '../opening/migrate.js';
import { whoIs } from './postmaster-pid.js';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.js';
import { isRoot, replaceFile, userForCluster } from './server-user.js';

describe('the embedded PostgreSQL', () => {
  let unused: string;
  let dataDir: string;
  let opened: EmbeddedPostgres[];

  beforeAll(async () => {
    unused = await makeClusterDataDir();
  });
  afterAll(() => removeDataDir(unused));

  beforeEach(async () => {
    dataDir = await copyDataDir(unused);
    opened = [];
  });

  afterEach(async () => {
    for (const server of opened) await server.stop();
    await removeDataDir(dataDir);
  });

  /** As before the first start. */
  async function emptyDataDir(): Promise<void> {
    await removeDataDir(dataDir);
    dataDir = await makeDataDir();
  }

  async function open(folder = dataDir): Promise<EmbeddedPostgres> {
    const server = await openEmbeddedPostgres({ dataDir: folder, log: () => {} });
    opened.push(server);
    return server;
  }

  const home = (file: string) => join(dataDir, 'postgres', file);

  it('starts with safe settings in any environment, on loopback only, and hides its password from other users', async () => {
    await emptyDataDir();
    Object.assign(process.env, { PGSSLMODE: 'require', PGOPTIONS: '-c jit=on' });
    const { url } = await open();
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'jit'];
    const shown = names.map((name) => `current_setting('${name}') AS ${name}`).join(', ');

    expect(await query(url, `SELECT ${shown}, current_database() AS name`)).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        listen_addresses: '127.0.0.1',
        jit: 'off',
        name: 'graphward',
      },
    ]);
    expect((await stat(home('password'))).mode & 0o777).toBe(0o600);
    expect((await stat(home(''))).mode & 0o777).toBe(0o700);
    await expect(query(url.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('works as a role that owns its database and is no superuser', async () => {
    const { url } = await open();
    expect(
      await query(
        url,
        `SELECT session_user::text AS name, rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls OR rolreplication AS mighty,
           (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()) AS owner
         FROM pg_roles WHERE rolname = session_user`,
      ),
    ).toEqual([{ name: 'graphward_service', mighty: false, owner: 'graphward_service' }]);
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({ code: '42501' });
    await expect(query(url, `SELECT pg_read_file('postgresql.conf')`)).rejects.toMatchObject({ code: '42501' });
  });

  it('takes over a database that a former version made as superuser, with all that is in it', async () => {
    const server = await open();
    const superuser = new URL(server.url);
    superuser.username = 'graphward';
    superuser.password = (await readFile(home('password'), 'utf8')).trim();
    superuser.pathname = '/postgres';
    await withClient(superuser.href, async (client) => {
      await client.query('DROP DATABASE graphward WITH (FORCE)');
      await client.query('DROP ROLE graphward_service');
      await client.query('CREATE DATABASE graphward');
    });
    superuser.pathname = '/graphward';
    await migrate(loadSettings({}), superuser.href, { libraries: [migrateQueue], log: () => {} });
    await query(superuser.href, `CREATE TYPE mood AS ENUM ('good'); CREATE VIEW moods AS SELECT 'good'::mood AS mood`);
    await server.stop();

    const { url } = await open();

    const owned = `SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
        SELECT relowner AS owner, relnamespace AS space FROM pg_class UNION ALL SELECT proowner, pronamespace FROM pg_proc
        UNION ALL SELECT typowner, typnamespace FROM pg_type UNION ALL SELECT nspowner, oid FROM pg_namespace
      ) o WHERE space::regnamespace::text IN ('public', 'graphile_worker') AND owner <> 'pg_database_owner'::regrole`;
    expect(await query(url, owned)).toEqual([{ owner: 'graphward_service' }]);
    expect(await migrate(loadSettings({}), url, { libraries: [migrateQueue], log: () => {} })).toEqual([]);
    expect(await query(url, `INSERT INTO kind (id, name) VALUES (30000, 'Mine') RETURNING name`)).toEqual([
      { name: 'Mine' },
    ]);
    await query(url, `ALTER TYPE mood ADD VALUE 'better'; TRUNCATE kind RESTART IDENTITY CASCADE`);
  });

  it('keeps its data and its URL across restarts', async () => {
    const first = await open();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const pid = await serverPidOf(dataDir);
    expect(await first.stop()).toBe(false);
    expect(await whoIs(pid!, home('cluster'))).toBe('other');

    const second = await open();

    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('is created and started once by processes that start together', async () => {
    await emptyDataDir();

    const [mine, ...others] = await Promise.all([open(), startServerUser(dataDir), startServerUser(dataDir)]);

    expect(others.map(({ url }) => url)).toEqual([mine.url, mine.url]);

    for (const other of others) expect(await other.leave()).toBe(true);
  });

  it('runs until the last process that uses it leaves', async () => {
    const starter = await startServerUser(dataDir);
    const mine = await open();

    expect(mine.url).toBe(starter.url);
    expect(await starter.leave()).toBe(true);
    expect(await query(mine.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await mine.stop()).toBe(false);
    expect(await serverPidOf(dataDir)).toBeNull();
  });

  it('survives a SIGKILL of the process that started it', async () => {
    const starter = await startServerUser(dataDir);
    const pid = await serverPidOf(dataDir);
    await starter.kill();

    const mine = await open();

    expect(mine.url).toBe(starter.url);
    expect(await serverPidOf(dataDir)).toBe(pid);
    expect(await mine.stop()).toBe(false);
  });

  it('restarts at its URL with every acknowledged row if it is killed in use', async () => {
    const { url } = await open();
    await query(url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    const pid = await killServer();
    while ([pid, null].includes(await serverPidOf(dataDir))) await sleep(20);

    expect(await eventually(() => query(url, 'SELECT count(*)::int AS n FROM kept'))).toEqual([{ n: 1000 }]);
  });

  it('starts again if it is killed while it starts', async () => {
    const opening = open();
    await until(async () => (await serverPidOf(dataDir)) !== null);
    await killServer();

    const { url } = await opening;

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts after it was killed while no process used it', async () => {
    const starter = await startServerUser(dataDir);
    await starter.kill();
    await killServer();

    const { url } = await open();

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['of a process that is gone', 4_194_303],
    ['of a process of the same user that is something else', 0],
  ])('starts despite a stale pid file %s', async (_, foreignPid) => {
    await (await open()).stop();
    const user = userForCluster(home(''), await stat(home('')));
    const stranger = spawn('sleep', ['60'], { ...user.ids, cwd: '/' });
    await once(stranger, 'spawn');
    const lines = [foreignPid || stranger.pid, home('cluster'), 1, 5432, '', '127.0.0.1', '', 'ready', ''];
    await replaceFile(user, home('cluster/postmaster.pid'), lines.join('\n'));

    const { url } = await open();

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    stranger.kill();
    await once(stranger, 'exit');
  });

  it('uses another port if its own is taken', async () => {
    await (await open()).stop();
    const before = Number(await readFile(home('port'), 'utf8'));
    const squatter = createServer().listen(before, '127.0.0.1');
    await once(squatter, 'listening');

    const { url } = await open();

    expect(Number(new URL(url).port)).not.toBe(before);
    expect(await readFile(home('port'), 'utf8')).toBe(`${new URL(url).port}\n`);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    squatter.close();
    await once(squatter, 'close');
  });

  it('names the fault and DATABASE_URL if its files do not match', async () => {
    await (await open()).stop();
    await writeFile(home('password'), 'another');
    await expect(open()).rejects.toThrow(/password in .*DATABASE_URL/s);
    await writeFile(home('cluster/PG_VERSION'), '9.6\n');
    await expect(open()).rejects.toThrow(/made by PostgreSQL 9\.6 and this is 18\..*DATABASE_URL/s);
  });

  it('names the folder and what to choose instead if it can write nothing there', () =>
    expect(open('/proc')).rejects.toThrow(/\/proc.*DATABASE_URL/s));

  it('keeps its files in an accessible folder if its user cannot enter DATA_DIR', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const folder = join(closed, 'data');
    try {
      const { url, stop } = await open(folder).then((server) => ({ url: server.url, stop: () => server.stop() }));

      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      // Only root hands the server to another user.
      expect((await lstat(join(folder, 'postgres'))).isSymbolicLink()).toBe(isRoot());
      expect(await stop()).toBe(false);
    } finally {
      await removeDataDir(folder);
    }
  });

  async function killServer(): Promise<number> {
    const pid = await serverPidOf(dataDir);
    if (pid === null) throw new Error('no server runs');
    process.kill(pid, 'SIGKILL');
    return pid;
  }
});

function query(url: string, text: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query(text)).rows);
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 1000; tries++) {
    const result = await attempt().catch(() => null);
    if (result !== null) return result;
    await sleep(50);
  }
  return attempt();
}
