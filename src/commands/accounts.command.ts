import { accountName, accountNameAllowed } from '../auth/accounts/account.js';
import { isPassword, passwordAllowed } from '../auth/passwords/password-rules.js';
import { isRole, roles } from '../auth/permissions.js';
import { commandGroup, type RegisterCommand } from './terminal.js';

interface UserOptions {
  readonly name: string;
  readonly role: string;
  readonly password: string;
}

/** `user create`: creates an account and prints its id. */
export const registerUserCreate: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'user', 'accounts')
    .command('create')
    .description('create an account and print its id')
    .requiredOption('--name <name>', accountNameAllowed)
    .requiredOption('--role <role>', roles.join(', '))
    .requiredOption('--password <password>', passwordAllowed)
    .action(async (options: UserOptions) => {
      const draft = check(options);
      const { passwordFault } = await import('../auth/passwords/password-rules.js');
      const fault = passwordFault(draft.password, draft);
      if (fault !== null) throw new Error(`--password: ${fault}`);
      const { AccountsService } = await import('../auth/accounts/accounts.service.js');
      const { withApp } = await import('./with-app.js');
      const account = await withApp(terminal, (app) => app.get(AccountsService).create(draft));
      terminal.print(account.id);
      terminal.note(`created ${account.name}, ${account.role}`);
    });
};

interface TokenOptions {
  readonly user: string;
  readonly name: string;
  readonly json?: true;
}

/** `token create`: creates an API token and prints its id and key. The key is not stored in clear text. */
export const registerTokenCreate: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'token', 'API tokens')
    .command('create')
    .description('create an API token and print its id and key; the key is shown only once')
    .requiredOption('--user <name>', 'the account that the token belongs to')
    .option('--name <name>', 'the name of the token', 'command line')
    .option('--json', 'print {"id","key"} on one line')
    .action(async ({ user, name, json }: TokenOptions) => {
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

function check({ name, role, password }: UserOptions) {
  if (!accountName.test(name))
    throw new Error(`--name: ${JSON.stringify(name)} is not valid; it takes ${accountNameAllowed}`);
  if (!isRole(role)) throw new Error(`--role: ${JSON.stringify(role)} is not valid; it takes ${roles.join(', ')}`);
  if (!isPassword(password)) throw new Error(`--password: it takes ${passwordAllowed}`);
  return { name, role, password, email: null };
}
