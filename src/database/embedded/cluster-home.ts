import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../base/config/make-folder.js';
import { errorMessage } from '../../base/error-message.js';
import { EmbeddedPostgresError } from '../servers/operator-messages.js';
import type { Binaries } from './binaries.js';
import { isAlive } from './postmaster-pid.js';
import { canEnter, giveTo, serverEnvironment, type ServerUser } from './server-user.js';

export const SUPERUSER = 'graphward';
const DRAFT = 'postgres.new-';

/** The folder for clusters of root if the server's user cannot enter DATA_DIR. It is no temporary folder, because the data must last. */
const SYSTEM_FOLDER = '/var/lib/graphward';

/** The files in the home of a cluster. They belong to the user of the server and are closed to others. */
export function homePaths(home: string) {
  return {
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    port: join(home, 'port'),
    log: join(home, 'server.log'),
  };
}

/** `DATA_DIR/postgres`: the home of the cluster, or a symbolic link to it. */
export function homeLink(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

/**
 * Finds the folder that contains the cluster, its password, port and log.
 * @returns null if there is none yet
 */
export async function findHome(dataDir: string): Promise<string | null> {
  const link = homeLink(dataDir);
  const entry = await lstat(link).catch(() => null);
  if (!entry) return null;
  try {
    return await realpath(link);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${link} points to a folder that is not there: bring the folder back, or remove the link to begin with an empty database.`,
      { cause },
    );
  }
}

/** Returns the parent folder for a new home: DATA_DIR, or SYSTEM_FOLDER if the server's user cannot enter DATA_DIR. */
export async function parentForNewHome(dataDir: string, user: ServerUser): Promise<string> {
  const folder = resolve(dataDir);
  await makeOpenFolder(folder);
  if (canEnter(user, folder)) return realpath(folder);
  await makeOpenFolder(SYSTEM_FOLDER);
  if (canEnter(user, SYSTEM_FOLDER)) return SYSTEM_FOLDER;
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as the user ${user.name}, who can enter neither ${folder} nor ${SYSTEM_FOLDER}: let others pass (chmod a+x) or choose another DATA_DIR.`,
  );
}

/** Makes a folder that others can enter, whatever the umask. An existing folder keeps its mode. */
async function makeOpenFolder(folder: string): Promise<void> {
  try {
    if (await makeFolder(folder, 0o755)) await chmod(folder, 0o755);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} can't be made (${errorMessage(cause)}): choose another DATA_DIR.`,
      {
        cause,
      },
    );
  }
}

/**
 * Makes an empty cluster and publishes it as `link` (DATA_DIR/postgres) in one step. If several processes start at once, one publishes its
 * draft and the others delete theirs.
 */
export async function createHome(link: string, parent: string, user: ServerUser, binaries: Binaries): Promise<void> {
  await removeAbandonedDrafts(parent);
  const id = randomBytes(4).toString('hex');
  const draft = join(parent, `${DRAFT}${process.pid}-${id}`);
  try {
    await mkdir(draft, { mode: 0o700 }).catch((cause: unknown) => {
      throw new EmbeddedPostgresError(
        `The folder ${parent} can't be written to (${errorMessage(cause)}): run as its owner, or choose another DATA_DIR.`,
        { cause },
      );
    });
    await initialise(draft, user, binaries);
    if (parent === dirname(link)) await rename(draft, link);
    else await publishElsewhere(draft, join(parent, id), link);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const lostTheRace = await lstat(link).catch(() => null);
    if (!lostTheRace) throw error;
  }
}

/** DATA_DIR has only a link, so the file `data-dir` in the home names the DATA_DIR that it belongs to. */
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
  // The folder comes last: its owner could replace a file in it by a link before the file is given away.
  for (const path of [paths.password, paths.cluster, home]) await giveTo(user, path);
  const options = [
    `--pgdata=${paths.cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${paths.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Built into PostgreSQL: the same collation on every machine, and no index to rebuild after an update of the system.
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

/** Deletes the drafts of processes that were killed; the name of a draft contains the process id. */
async function removeAbandonedDrafts(parent: string): Promise<void> {
  for (const name of await namesIn(parent)) {
    const pid = name.startsWith(DRAFT) ? Number.parseInt(name.slice(DRAFT.length), 10) : NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} (DATA_DIR) can't be read (${errorMessage(cause)}): run as its owner, or choose another DATA_DIR.`,
      { cause },
    );
  }
}
