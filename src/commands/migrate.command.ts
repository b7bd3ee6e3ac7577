import type { RegisterCommand } from './terminal.js';

/** `migrate`: what every start does by itself; for those who migrate before they deploy. */
export const registerMigrate: RegisterCommand = (program, terminal) => {
  program
    .command('migrate')
    .description('bring the tables of the database up to date')
    .action(async () => {
      const { withDatabase } = await import('./with-database.js');
      const migrated = await withDatabase(terminal, (database) => Promise.resolve(database.migrated));
      for (const name of migrated) terminal.print(name);
      terminal.note(migrated.length > 0 ? `${migrated.length} migrations ran` : 'the database is up to date');
    });
};
