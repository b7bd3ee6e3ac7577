import { commandGroup, type RegisterCommand } from '../terminal.js';

interface Options {
  readonly force?: boolean;
  readonly withoutGraph?: boolean;
  readonly json?: boolean;
}

/** `db url`: prints the address of the database, for psql and other tools. */
export const registerDbUrl: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('url')
    .description('print the URL of the database, password included')
    .action(async () => {
      const { openServer } = await import('../../database/opening/open-database.js');
      const { requireDatabase } = await import('./require-database.js');
      await requireDatabase(terminal);
      const server = await openServer(await terminal.settings(), () => {});
      terminal.print(server.url);
      const running = await server.stop();
      if (!running)
        terminal.note('The embedded database runs only while Graphward does: start the service before using this URL.');
    });
};

/** `db backup FILE`: writes a consistent copy of all tables to a file, also while the service runs. */
export const registerDbBackup: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('backup')
    .description('write all data to a file, also while the service runs')
    .argument('<file>', 'the file; it must not exist')
    .option('--force', 'replace the file')
    .option('--json', 'print the counts as JSON')
    .action(async (file: string, { force = false, json = false }: Options) => {
      const { runBackup } = await import('./run-backup.js');
      const done = await runBackup(terminal, file, force);
      terminal.print(json ? JSON.stringify(done, null, 2) : summary(done));
    });
};

/** `db restore FILE`: reads a backup into the database of the settings. */
export const registerDbRestore: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('restore')
    .description('read the data of a backup into the database, while no service runs on it')
    .argument('<file>', 'a file written by "db backup"')
    .option('--force', 'delete the existing data of the database')
    .option('--without-graph', 'of a backup of before 0.2.0, restore all but the graph')
    .option('--json', 'print the counts as JSON')
    .action(async (file: string, { json = false, ...choices }: Options) => {
      const { runRestore } = await import('./run-backup.js');
      const done = await runRestore(terminal, file, choices);
      terminal.print(json ? JSON.stringify(done, null, 2) : summary(done));
    });
};

/** `migrate`: migrates the database, as every start does; for deployments that migrate first. */
export const registerMigrate: RegisterCommand = (program, terminal) => {
  program
    .command('migrate')
    .description('bring the tables of the database up to date')
    .action(async () => {
      const { withDatabase } = await import('./with-database.js');
      const migrated = await withDatabase(terminal, (database) => Promise.resolve(database.migrated));
      for (const name of migrated) terminal.print(name);
      terminal.note(migrated.length > 0 ? `migrations: ${migrated.length}` : 'the database is up to date');
    });
};

function summary({ file, rows, tables }: { readonly file: string; readonly rows: number; readonly tables: object }) {
  return `${file}: ${rows} rows of ${Object.keys(tables).length} tables`;
}
