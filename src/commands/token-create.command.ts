import { commandGroup } from './command-group.js';
import type { RegisterCommand } from './terminal.js';

interface Options {
  readonly user: string;
  readonly name: string;
  readonly json?: true;
}

/** `token create`: makes an API token and prints its id and key, which is shown this once. */
export const registerTokenCreate: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'token', 'API tokens')
    .command('create')
    .description('create an API token and print its id and key; the key is shown this once')
    .requiredOption('--user <name>', 'the account in whose name it signs')
    .option('--name <name>', 'what the token is called', 'command line')
    .option('--json', 'print {"id","key"} on one line')
    .action(async ({ user, name, json }: Options) => {
      const { AccountsService } = await import('../auth/accounts/accounts.service.js');
      const { ApiTokensService } = await import('../auth/tokens/api-tokens.service.js');
      const { withApp } = await import('./with-app.js');
      const { token, key } = await withApp(terminal, async (app) => {
        const { id: accountId } = await app.get(AccountsService).getByName(user);
        return app.get(ApiTokensService).create({ accountId, name, expiresAt: null });
      });
      if (json) {
        terminal.print(JSON.stringify({ id: token.id, key }));
        return;
      }
      terminal.print(`id: ${token.id}`);
      terminal.print(`key: ${key}`);
    });
};
