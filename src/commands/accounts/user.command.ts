import type { Command } from 'commander';
import { accountName, accountNameAllowed } from '../../auth/accounts/account.js';
import { isRole, type Role, roles } from '../../auth/permissions.js';
import { UsageError } from '../failure.js';
import type { FormatOptions } from '../output/formats.js';
import { commandGroup, quoted, type RegisterCommand } from '../terminal.js';

const group = (program: Command) => commandGroup(program, 'user', 'accounts');

const passwordOption = [
  '--password <password>',
  'the password; other users of the machine can see it. If absent, it is read from the terminal or standard input',
] as const;

interface CreateOptions {
  readonly name: string;
  readonly role: string;
  readonly password?: string;
}

/** `user create`: creates an account and prints its id. */
const registerCreate: RegisterCommand = (program, terminal) => {
  group(program)
    .command('create')
    .description('create an account and print its id')
    .requiredOption('--name <name>', accountNameAllowed)
    .requiredOption('--role <role>', roles.join(', '))
    .option(...passwordOption)
    .action(async (options: CreateOptions) => {
      const draft = check(options);
      const { newPassword } = await import('./new-password.js');
      const password = await newPassword(terminal, draft, options.password);
      const { withAccounts } = await import('./with-accounts.js');
      const account = await withAccounts(terminal, ({ accounts }) => accounts.create({ ...draft, password }));
      terminal.print(account.id);
      terminal.note(`created ${account.name}, ${account.role}`);
    });
};

/** `user list`: prints all accounts. */
const registerList: RegisterCommand = (program, terminal) => {
  group(program)
    .command('list')
    .description('print all accounts')
    .option('--json', 'print them as JSON')
    .option('--tsv', 'print the table with tabs between its columns')
    .action(async (options: FormatOptions) => {
      const { listedAccounts, accountRows } = await import('./account-lists.js');
      const { formatOf, rowsText } = await import('../output/formats.js');
      const { withAccounts } = await import('./with-accounts.js');
      const format = formatOf(options);
      const accounts = await withAccounts(terminal, (app) => listedAccounts(app.accounts));
      terminal.print(
        format === 'json' ? JSON.stringify(accounts, null, 2) : rowsText(accountRows(accounts), format, terminal),
      );
    });
};

/** `user disable NAME` and `user enable NAME` */
function registerSwitch(word: 'disable' | 'enable', description: string, effect: string): RegisterCommand {
  return (program, terminal) => {
    group(program)
      .command(word)
      .description(description)
      .argument('<name>', 'name of the account')
      .action(async (name: string) => {
        const { changeAccount } = await import('./with-accounts.js');
        const account = await changeAccount(terminal, name, () => Promise.resolve({ isDisabled: word === 'disable' }));
        terminal.note(`${word}d ${account.name}${effect}`);
      });
  };
}

interface PasswordOptions {
  readonly password?: string;
  readonly revokeTokens?: boolean;
}

/** `user password NAME`: replaces a password, also for an administrator who has lost it. */
const registerPassword: RegisterCommand = (program, terminal) => {
  group(program)
    .command('password')
    .description('set a new password of an account and end its sessions; an account of a provider leaves it')
    .argument('<name>', 'name of the account')
    .option(...passwordOption)
    .option('--revoke-tokens', 'delete its API tokens too')
    .action(async (name: string, { password, revokeTokens: revokesTokens = false }: PasswordOptions) => {
      const { newPassword } = await import('./new-password.js');
      const { changeAccount } = await import('./with-accounts.js');
      const account = await changeAccount(terminal, name, async (owner) => ({
        password: await newPassword(terminal, owner, password),
        revokesTokens,
        ...(owner.ssoProviderId !== null && { ssoProviderId: null }),
      }));
      const tokens = revokesTokens ? ', its API tokens are deleted' : '';
      terminal.note(`${account.name} has a new password: its sessions have ended${tokens}`);
      if (account.isDisabled) terminal.note(`${account.name} is disabled; to enable it: user enable ${account.name}`);
    });
};

interface EnvironmentsOptions {
  readonly all?: boolean;
  readonly none?: boolean;
}

/** `user environments NAME [ID...]`: prints what an account sees, or limits it. */
const registerEnvironments: RegisterCommand = (program, terminal) => {
  group(program)
    .command('environments')
    .description('print the environments that an account sees, or limit it to some')
    .argument('<name>', 'name of the account, of the role user or read_only')
    .argument('[ids...]', 'object ids of domains, tenants and environments of extensions')
    .option('--all', 'let it see everything')
    .option('--none', 'let it see nodes without an environment, too')
    .action(async (name: string, ids: readonly string[], { all = false, none = false }: EnvironmentsOptions) => {
      if (all && (none || ids.length > 0)) throw new UsageError('--all: takes neither ids nor --none beside it');
      if (none && ids.length === 0) throw new UsageError('--none: needs the ids of environments');
      const { everything, limitedTo } = await import('../../auth/sight/account-sight.js');
      const { withAccounts } = await import('./with-accounts.js');
      const account = await withAccounts(terminal, async ({ accounts }) => {
        const found = await accounts.getByName(name);
        if (!all && ids.length === 0) return found;
        return accounts.limit(found.id, all ? everything : limitedTo(ids, none));
      });
      const { environments, seesNodesOfNone } = account;
      for (const id of environments ?? []) terminal.print(id);
      const others = seesNodesOfNone ? ', and nodes without one' : '';
      terminal.note(
        environments ? `${account.name} sees these environments${others}` : `${account.name} sees everything`,
      );
    });
};

/** `user mfa reset NAME`: removes a second factor that its owner has lost. */
const registerMfaReset: RegisterCommand = (program, terminal) => {
  commandGroup(group(program), 'mfa', 'second factors')
    .command('reset')
    .description('remove the second factor of an account and its recovery codes')
    .argument('<name>', 'name of the account')
    .action(async (name: string) => {
      const { withAccounts } = await import('./with-accounts.js');
      const account = await withAccounts(terminal, async ({ accounts, factors }) => {
        const found = await accounts.getByName(name);
        await factors.reset(found.id);
        return found;
      });
      terminal.note(`${account.name} has no second factor: its password alone logs in`);
    });
};

/** The commands for accounts. */
export const userCommands: readonly RegisterCommand[] = [
  registerCreate,
  registerList,
  registerSwitch(
    'disable',
    'lock an account: end its sessions and delete its API tokens',
    ': its sessions have ended, its API tokens are deleted',
  ),
  registerSwitch('enable', 'unlock an account; it has no API tokens until new ones are created', ''),
  registerPassword,
  registerEnvironments,
  registerMfaReset,
];

function check({ name, role }: CreateOptions): { name: string; role: Role; email: null } {
  if (!accountName.test(name))
    throw new UsageError(`--name: ${quoted(name)} is not valid; it takes ${accountNameAllowed}`);
  if (!isRole(role)) throw new UsageError(`--role: ${quoted(role)} is not valid; it takes ${roles.join(', ')}`);
  return { name, role, email: null };
}
