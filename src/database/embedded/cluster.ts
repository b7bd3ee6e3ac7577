import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, type DatabaseLog } from '../servers/operator-messages.js';
import { type Binaries, usableBinaries } from './binaries.js';
import { createHome, findHome, homeLink, homePaths, parentForNewHome } from './cluster-home.js';
import { canEnter, type ServerUser, userForCluster, userForNewCluster } from './server-user.js';

/** A cluster on disk, with the user, the programs and the password of its server. */
export interface Cluster {
  readonly home: string;
  readonly user: ServerUser;
  readonly binaries: Binaries;
  readonly password: string;
}

/** Returns the cluster of DATA_DIR; makes it if there is none. @throws EmbeddedPostgresError if this process cannot serve it */
export async function prepareCluster(dataDir: string, log: DatabaseLog): Promise<Cluster> {
  const found = await findHome(dataDir);
  if (!found) {
    const user = userForNewCluster();
    const parent = await parentForNewHome(dataDir, user);
    const binaries = await usableBinaries(user, parent);
    await createHome(homeLink(dataDir), parent, user, binaries);
  }
  const home = found ?? (await findHome(dataDir));
  if (!home) throw new EmbeddedPostgresError(`${homeLink(dataDir)} was removed while it was being made.`);
  if (!found) log(`made the database folder ${home}`, 'info');
  return openCluster(home);
}

async function openCluster(home: string): Promise<Cluster> {
  const user = userForCluster(home, await stat(home));
  if (!canEnter(user, home))
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as ${user.name}, the owner of ${home}, who can't enter that folder: let others pass through the folders above (chmod a+x).`,
    );
  const binaries = await usableBinaries(user, dirname(home));
  const password = await readText(homePaths(home).password);
  const made = await readText(join(homePaths(home).cluster, 'PG_VERSION'));
  if (made !== binaries.version.split('.')[0])
    throw new EmbeddedPostgresError(
      `The database in ${home} was made by PostgreSQL ${made} and this is ${binaries.version}: move its data by pg_dump and pg_restore.`,
    );
  return { home, user, binaries, password };
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new EmbeddedPostgresError(`${path} can't be read: the database folder is incomplete or not accessible.`, {
      cause,
    });
  }
}
