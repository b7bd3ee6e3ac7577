import { commandGroup } from './command-group.js';
import type { RegisterCommand } from './terminal.js';

interface Options {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `db backup FILE`: all tables at one moment into one file, also while the service runs. */
export const registerDbBackup: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('backup')
    .description('write all data to a file, also while the service runs')
    .argument('<file>', 'the file, which must not exist')
    .option('--force', 'replace the file')
    .option('--json', 'print what was written as JSON')
    .action(async (file: string, { force = false, json = false }: Options) => {
      const { runBackup } = await import('./backup/run-backup.js');
      const done = await runBackup(terminal, file, force);
      terminal.print(json ? JSON.stringify(done, null, 2) : summary(done));
    });
};

/** `db restore FILE`: the data of a backup into the database of the settings. */
export const registerDbRestore: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('restore')
    .description('read the data of a backup into the database, while no service runs on it')
    .argument('<file>', 'what "db backup" wrote')
    .option('--force', 'remove the data that the database has')
    .option('--json', 'print what was read as JSON')
    .action(async (file: string, { force = false, json = false }: Options) => {
      const { runRestore } = await import('./backup/run-backup.js');
      const done = await runRestore(terminal, file, force);
      terminal.print(json ? JSON.stringify(done, null, 2) : summary(done));
    });
};

function summary({ file, rows, tables }: { readonly file: string; readonly rows: number; readonly tables: object }) {
  return `${file}: ${rows} rows of ${Object.keys(tables).length} tables`;
}
