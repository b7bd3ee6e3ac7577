import { commandGroup, type RegisterCommand } from '../terminal.js';

/** `db check`: proves what the program relies on, in the database of the settings. Changes nothing. */
export const registerDbCheck: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'db', 'the database')
    .command('check')
    .description('check the data for faults that no constraint prevents, also while the service runs; changes nothing')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { runChecks } = await import('./run-checks.js');
      const { findingText, summaryOf } = await import('../findings.js');
      const { textWidth } = await import('../tables.js');
      const width = textWidth(terminal.columns);
      const findings = await runChecks(terminal, (finding, nameWidth) => {
        if (!json) terminal.print(findingText(finding, width, nameWidth));
      });
      if (json) terminal.print(JSON.stringify(findings, null, 2));
      if (findings.some(({ state }) => state === 'fail'))
        throw new Error(
          `${summaryOf(findings)}. If no backup from before is at hand, delete the graph and collect it again.`,
        );
    });
};
