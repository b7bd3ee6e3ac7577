import { accountName, accountNameAllowed } from '../auth/accounts/account.js';
import { isPassword, passwordAllowed } from '../auth/passwords/password-rules.js';
import { isRole, roles } from '../auth/permissions.js';
import { commandGroup } from './command-group.js';
import type { RegisterCommand } from './terminal.js';

interface Options {
  readonly name: string;
  readonly role: string;
  readonly password: string;
}

/** `user create`: makes an account and prints its id. */
export const registerUserCreate: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'user', 'accounts')
    .command('create')
    .description('create an account and print its id')
    .requiredOption('--name <name>', accountNameAllowed)
    .requiredOption('--role <role>', roles.join(', '))
    .requiredOption('--password <password>', passwordAllowed)
    .action(async (options: Options) => {
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

function check({ name, role, password }: Options) {
  if (!accountName.test(name))
    throw new Error(`--name: ${JSON.stringify(name)} is not valid; it takes ${accountNameAllowed}`);
  if (!isRole(role)) throw new Error(`--role: ${JSON.stringify(role)} is not valid; it takes ${roles.join(', ')}`);
  if (!isPassword(password)) throw new Error(`--password: it takes ${passwordAllowed}`);
  return { name, role, password, email: null };
}
