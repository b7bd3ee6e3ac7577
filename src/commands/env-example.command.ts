import type { RegisterCommand } from './terminal.js';

/** `env-example`: the text of `.env.example`, for whoever adds a setting. */
export const registerEnvExample: RegisterCommand = (program, terminal) => {
  program
    .command('env-example')
    .description('print .env.example: every setting with its default')
    .action(async () => {
      const { envExample } = await import('../base/config/env-example.js');
      terminal.print(envExample().trimEnd());
    });
};
