import { resolve } from 'node:path';
import type { Settings } from '../../base/config/settings.js';
import { findHome } from '../../database/embedded/cluster-home.js';
import { DatabaseUnavailableError } from '../../database/servers/operator-messages.js';
import type { Terminal } from '../terminal.js';

/** Whether DATABASE_URL is set, or DATA_DIR has an embedded database. */
export async function hasDatabase({ databaseUrl, dataDir }: Settings): Promise<boolean> {
  return databaseUrl !== '' || (await findHome(dataDir)) !== null;
}

/**
 * Refuses a DATA_DIR without a database, because a command that only reads or changes would create an empty one if the setting is mistyped.
 * @throws DatabaseUnavailableError
 */
export async function requireDatabase(terminal: Terminal): Promise<void> {
  const settings = await terminal.settings();
  if (await hasDatabase(settings)) return;
  throw new DatabaseUnavailableError(
    `There is no database in ${resolve(settings.dataDir)} (DATA_DIR): set DATA_DIR or DATABASE_URL as the service has them; its first start creates the database.`,
  );
}
