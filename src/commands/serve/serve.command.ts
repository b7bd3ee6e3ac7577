import type { RegisterCommand } from '../terminal.js';

/** `serve`: the service in this process, as `npm start` runs it in a checkout. */
export const registerServe: RegisterCommand = (program, terminal) => {
  program
    .command('serve')
    .description('start the service, with an embedded PostgreSQL unless DATABASE_URL is set')
    .action(async () => {
      const { runServe } = await import('./run-serve.js');
      await runServe(terminal);
    });
};
