import type { Command } from 'commander';
import { uuid } from '../../base/values/uuid.js';
import { UsageError } from '../failure.js';
import type { FormatOptions } from '../output/formats.js';
import { commandGroup, quoted, type RegisterCommand } from '../terminal.js';

const group = (program: Command) => commandGroup(program, 'token', 'API tokens');

interface CreateOptions {
  readonly user: string;
  readonly name: string;
  readonly json?: true;
}

/** `token create`: creates an API token and prints its id and key. The key is not stored in clear text. */
const registerCreate: RegisterCommand = (program, terminal) => {
  group(program)
    .command('create')
    .description('create an API token and print its id and key; the key is shown only once')
    .requiredOption('--user <name>', 'the account that the token belongs to')
    .option('--name <name>', 'the name of the token', 'command line')
    .option('--json', 'print {"id","key"} on one line')
    .action(async ({ user, name, json }: CreateOptions) => {
      const { withAccounts } = await import('./with-accounts.js');
      const { token, key } = await withAccounts(terminal, async ({ accounts, tokens }) => {
        const { id: accountId } = await accounts.getByName(user);
        return tokens.create({ accountId, name, expiresAt: null });
      });
      if (json) {
        terminal.print(JSON.stringify({ id: token.id, key }));
        return;
      }
      terminal.print(`id: ${token.id}`);
      terminal.print(`key: ${key}`);
    });
};

interface ListOptions extends FormatOptions {
  readonly user?: string;
}

/** `token list`: prints the API tokens of accounts, without their keys. */
const registerList: RegisterCommand = (program, terminal) => {
  group(program)
    .command('list')
    .description('print the API tokens of all accounts, or of one')
    .option('--user <name>', 'the account')
    .option('--json', 'print them as JSON')
    .option('--tsv', 'print the table with tabs between its columns')
    .action(async (options: ListOptions) => {
      const { listedTokens, tokenRows } = await import('./account-lists.js');
      const { formatOf, rowsText } = await import('../output/formats.js');
      const { withAccounts } = await import('./with-accounts.js');
      const format = formatOf(options);
      const tokens = await withAccounts(terminal, (services) => listedTokens(services, options.user));
      if (format === 'json') terminal.print(JSON.stringify(tokens, null, 2));
      else if (tokens.length === 0) terminal.note('there are no API tokens');
      else terminal.print(rowsText(tokenRows(tokens), format, terminal));
    });
};

/** `token revoke ID` or `token revoke --user NAME` */
const registerRevoke: RegisterCommand = (program, terminal) => {
  group(program)
    .command('revoke')
    .description('delete API tokens, by their ids or all of an account')
    .argument('[ids...]', 'ids of tokens')
    .option('--user <name>', 'the account whose tokens are deleted')
    .action(async (ids: readonly string[], { user }: { readonly user?: string }) => {
      if (ids.length > 0 === (user !== undefined)) throw new UsageError('give ids of tokens or --user NAME');
      for (const id of ids) if (!uuid.test(id)) throw new UsageError(`${quoted(id)} is not the id of a token`);
      const { commandLine, withAccounts } = await import('./with-accounts.js');
      await withAccounts(terminal, async ({ accounts, tokens }) => {
        if (user !== undefined) await tokens.revokeAllOf((await accounts.getByName(user)).id);
        for (const id of ids) {
          await tokens.delete(commandLine, id);
          terminal.note(`deleted ${id}`);
        }
      });
      if (user !== undefined) terminal.note(`deleted all API tokens of ${user}`);
    });
};

/** The commands for API tokens. */
export const tokenCommands: readonly RegisterCommand[] = [registerCreate, registerList, registerRevoke];
