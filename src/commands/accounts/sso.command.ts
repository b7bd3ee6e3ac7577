import type { Command } from 'commander';
import { commandGroup, type RegisterCommand } from '../terminal.js';

const group = (program: Command) => commandGroup(program, 'sso', 'logins by identity providers');

const nextStep = 'let SAML providers read the metadata of this service again, or give them the new certificate';

/** `sso rotate-key`: replaces the key by which the service signs, in two steps, so that logins go on. */
const registerRotate: RegisterCommand = (program, terminal) => {
  group(program)
    .command('rotate-key')
    .description('announce a new key for SAML in the metadata, then sign by it')
    .option('--finish', 'sign by the new key from now on')
    .action(async ({ finish = false }: { readonly finish?: boolean }) => {
      const { withAccounts } = await import('./with-accounts.js');
      await withAccounts(terminal, ({ keys }) => (finish ? keys.finishRotation() : keys.beginRotation()));
      terminal.note(
        finish ? 'the new key signs; the former one is deleted' : `a new key is announced: ${nextStep}, then --finish`,
      );
    });
};

/** `sso reset-key`: for a key that cannot be read, because SECRET_KEY is lost. */
const registerReset: RegisterCommand = (program, terminal) => {
  group(program)
    .command('reset-key')
    .description('replace the key for SAML at once, also if it cannot be read')
    .action(async () => {
      const { withAccounts } = await import('./with-accounts.js');
      await withAccounts(terminal, ({ keys }) => keys.reset());
      terminal.note(`the key is replaced: ${nextStep}`);
    });
};

/** The commands for logins by identity providers. */
export const ssoCommands: readonly RegisterCommand[] = [registerRotate, registerReset];
