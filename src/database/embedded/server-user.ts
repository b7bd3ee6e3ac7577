import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchownSync, openSync } from 'node:fs';
import { lchown, rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from '../servers/operator-messages.js';

/** The operating-system user that runs PostgreSQL. `ids` is set only if this process has another user. */
export interface ServerUser {
  readonly name: string;
  readonly ids?: { readonly uid: number; readonly gid: number };
}

/** The owner of a folder, as returned by `stat`. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres` or else as the unprivileged user `nobody`. */
export function userForNewCluster(): ServerUser {
  if (!isRoot()) return self();
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== null && gid !== null) return { name, ids: { uid, gid } };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody.',
  );
}

/** Only the owner of a cluster can serve it. */
export function userForCluster(folder: string, owner: Owner): ServerUser {
  const uid = process.getuid?.();
  if (uid === undefined || uid === owner.uid) {
    if (uid !== 0) return self();
    throw new EmbeddedPostgresError(
      `The database folder ${folder} belongs to root, and PostgreSQL does not run as root: give it back to its owner (chown -R).`,
    );
  }
  if (uid === 0) return { name: `uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  throw new EmbeddedPostgresError(
    `The database folder ${folder} belongs to another user (uid ${owner.uid}): run as that user or as root, or choose another DATA_DIR.`,
  );
}

/** Whether the user can enter the folder. A child process tries it, so that access control lists count too. */
export function canEnter(user: ServerUser, folder: string): boolean {
  if (!user.ids) return true;
  const { error, status } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user.ids, cwd: '/' });
  if (error)
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this process may not start it as ${user.name}.`,
      {
        cause: error,
      },
    );
  return status === 0;
}

function self(): ServerUser {
  try {
    return { name: userInfo().username };
  } catch {
    throw new EmbeddedPostgresError(
      `The user of this process (uid ${process.getuid?.()}) has no entry in /etc/passwd; PostgreSQL does not run as such a user.`,
    );
  }
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) | 0 : null;
}

// The folder of a cluster belongs to the user of the server, and root writes into it too. So the functions below follow no symbolic
// link, because this user, or an attacker in the server, could have put one there.

export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (user.ids) await lchown(path, user.ids.uid, user.ids.gid);
}

export async function replaceFile(user: ServerUser, path: string, text: string): Promise<void> {
  const draft = `${path}.new-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await giveTo(user, draft);
  await rename(draft, path);
}

/** Opens a file for appending while `use` runs. */
export function withAppended<T>(user: ServerUser, path: string, use: (descriptor: number) => T): T {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  // Undefined on Windows.
  const noFollow = constants.O_NOFOLLOW ?? 0;
  const descriptor = openSync(path, O_APPEND | O_CREAT | O_WRONLY | noFollow, 0o600);
  try {
    if (user.ids) fchownSync(descriptor, user.ids.uid, user.ids.gid);
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The environment of the PostgreSQL programs. It leaves out the variables of the caller: PGPORT, PGDATA or a language setting would change
 * the server and the words of its log, which this program reads.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) };
}

/** Variables of the caller such as PGSSLMODE and PGOPTIONS are for other servers; every connection of this process would follow them. */
export function forgetClientVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name];
}
