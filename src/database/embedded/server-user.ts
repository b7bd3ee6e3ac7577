import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The operating-system user that PostgreSQL runs as: `ids` is given only where that is not the user of this process. */
export interface ServerUser {
  readonly name: string;
  readonly ids?: { readonly uid: number; readonly gid: number };
}

/** Owner of a folder, as `stat` gives it. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root hands it to the user made for it, or else to the one that may do least. */
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

/** A cluster can be served by its owner only. */
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

/** Whether the user can enter the folder; asked of the system itself, so that access lists count too. */
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
