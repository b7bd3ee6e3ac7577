import { commandGroup } from './command-group.js';
import type { RegisterCommand } from './terminal.js';

/** `db url`: the address of the database, for psql and other tools. */
export const registerDbUrl: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('url')
    .description('print the URL of the database, password included')
    .action(async () => {
      const { openServer } = await import('../database/open-database.js');
      const server = await openServer(await terminal.settings(), () => {});
      terminal.print(server.url);
      const running = await server.stop();
      if (!running)
        terminal.note(
          'The embedded database runs only while Graphward does: start it (npm start) before using this URL.',
        );
    });
};
