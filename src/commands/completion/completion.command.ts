import { Argument } from 'commander';
import type { RegisterCommand } from '../terminal.js';
import { candidatesFor } from './candidates.js';
import { shellScripts } from './shell-scripts.js';

/** `completion SHELL`: prints a script for a shell. `complete -- WORD...`: prints what can follow; the scripts call it. */
export const registerCompletion: RegisterCommand = (program, terminal) => {
  program
    .command('completion')
    .description('print a script that completes the words of this command line in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shellScripts)))
    .action((shell: string) => terminal.print(shellScripts[shell]?.trim() ?? ''));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      for (const { word, meaning } of candidatesFor(program, words)) terminal.print(`${word}\t${meaning}`);
    });
};
