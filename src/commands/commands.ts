import { demoCommands } from '../../demo/commands.js';
import { registerDbBackup, registerDbRestore } from './db-backup.command.js';
import { registerDbUrl } from './db-url.command.js';
import { registerEnvExample } from './env-example.command.js';
import { registerIngest } from './ingest.command.js';
import { registerMigrate } from './migrate.command.js';
import type { RegisterCommand } from './terminal.js';
import { registerTokenCreate } from './token-create.command.js';
import { registerUserCreate } from './user-create.command.js';

/** Every command, in the order in which `--help` lists them. */
export const commands: readonly RegisterCommand[] = [
  ...demoCommands,
  registerIngest,
  registerUserCreate,
  registerTokenCreate,
  registerDbUrl,
  registerDbBackup,
  registerDbRestore,
  registerMigrate,
  registerEnvExample,
];
