import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorMessage } from '../../base/error-message.js';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { giveTo } from './owned-files.js';
import { isAlive } from './postmaster-pid.js';
import { serverEnvironment } from './server-environment.js';
import type { ServerUser } from './server-user.js';

export const SUPERUSER = 'graphward';
const DRAFT = 'postgres.new-';

/** What lies in the home of a cluster; all of it belongs to the user of the server, and nobody else may look inside. */
export function homePaths(home: string) {
  return {
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    port: join(home, 'port'),
    log: join(home, 'server.log'),
  };
}

/**
 * Makes an empty cluster and publishes it as `link` (DATA_DIR/postgres) in one step. Processes that start at once may all
 * get here: one publishes, the others throw their drafts away.
 */
export async function createHome(link: string, parent: string, user: ServerUser, binaries: Binaries): Promise<void> {
  await removeAbandonedDrafts(parent);
  const id = randomBytes(4).toString('hex');
  const draft = join(parent, `${DRAFT}${process.pid}-${id}`);
  try {
    await mkdir(draft, { mode: 0o700 });
    await initialise(draft, user, binaries);
    if (parent === dirname(link)) await rename(draft, link);
    else await publishElsewhere(draft, join(parent, id), link);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const lostTheRace = await lstat(link).catch(() => null);
    if (!lostTheRace) throw error;
  }
}

/** `data-dir` tells a reader of the system's folder whose database it is; DATA_DIR itself only has the link. */
async function publishElsewhere(draft: string, home: string, link: string): Promise<void> {
  await writeFile(join(draft, 'data-dir'), `${dirname(link)}\n`);
  await rename(draft, home);
  try {
    await symlink(home, link);
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

async function initialise(home: string, user: ServerUser, binaries: Binaries): Promise<void> {
  const paths = homePaths(home);
  await writeFile(paths.password, randomBytes(24).toString('hex'), { mode: 0o600 });
  await mkdir(paths.cluster, { mode: 0o700 });
  // The folder last: who owns it could put a link in the place of what is still to be given away.
  for (const path of [paths.password, paths.cluster, home]) await giveTo(user, path);
  const options = [
    `--pgdata=${paths.cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${paths.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Built into PostgreSQL: the same order and letter case on every machine, and no index to rebuild when the system changes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  try {
    await promisify(execFile)(join(binaries.folder, 'initdb'), options, {
      ...user.ids,
      cwd: '/',
      env: serverEnvironment(),
    });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL can't make its files in ${home}: ${errorMessage(cause).trim()}`,
      { cause },
    );
  }
}

/** A process that was killed while it made a home leaves its draft behind; the name tells whose it was. */
async function removeAbandonedDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(DRAFT) ? Number.parseInt(name.slice(DRAFT.length), 10) : NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}
