import { Command, CommanderError } from 'commander';
import { productVersion } from '../base/config/product-version.js';
import { commands } from './commands.js';
import type { RegisterCommand, Terminal } from './terminal.js';

/**
 * Runs one command.
 * @returns the exit code: 0, or 1 after one message on standard error.
 */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
  registrations: readonly RegisterCommand[] = commands,
): Promise<number> {
  const program = new Command('graphward')
    .description('Graphward on the command line; npm run cli -- COMMAND')
    .version(productVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  for (const register of registrations) register(program, terminal);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has said by itself what is wrong with the words.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    terminal.note(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
