import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage } from '../../base/error-message.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { canEnter, type ServerUser } from './server-user.js';

/** Where root keeps clusters whose DATA_DIR the user of the server can't enter. Not a temporary folder: the data must last. */
const SYSTEM_FOLDER = '/var/lib/graphward';

/** `DATA_DIR/postgres`: the home of the cluster, or a symbolic link to it. */
export function homeLink(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

/**
 * The folder that holds the cluster, its password, port and log.
 * @returns null where there is none yet.
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

/** The folder to make a new home in: DATA_DIR, or SYSTEM_FOLDER where the server's user can't enter DATA_DIR. */
export async function parentForNewHome(dataDir: string, user: ServerUser): Promise<string> {
  const folder = resolve(dataDir);
  await makeFolder(folder);
  if (canEnter(user, folder)) return realpath(folder);
  await makeFolder(SYSTEM_FOLDER);
  if (canEnter(user, SYSTEM_FOLDER)) return SYSTEM_FOLDER;
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as the user ${user.name}, who can enter neither ${folder} nor ${SYSTEM_FOLDER}: let others pass (chmod a+x) or choose another DATA_DIR.`,
  );
}

/** A folder that is made here lets others pass, whatever the umask; one that was there stays as it is. */
async function makeFolder(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true });
    if (made) await chmod(folder, 0o755);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The folder ${folder} can't be made (${errorMessage(cause)}): choose another DATA_DIR.`,
      {
        cause,
      },
    );
  }
}
