import { commandGroup, type RegisterCommand } from '../terminal.js';

/** `db check`: proves what the program relies on, in the database of the settings. Changes nothing. */
export const registerDbCheck: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('check')
    .description('check the data for faults that no constraint prevents, also while the service runs; changes nothing')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { nameWidth, runChecks } = await import('./run-checks.js');
      const { printFindings, summaryOf } = await import('../output/findings.js');
      const findings = await printFindings(terminal, json, nameWidth, (listener) => runChecks(terminal, listener));
      if (findings.some(({ state }) => state === 'fail'))
        throw new Error(
          `${summaryOf(findings)}. If no backup from before is at hand, delete the graph and collect it again.`,
        );
    });
};
