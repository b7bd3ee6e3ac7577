import type { RegisterCommand } from '../terminal.js';

/** `doctor`: looks for misconfigurations, and prints a remedy for each. Changes nothing. */
export const registerDoctor: RegisterCommand = (program, terminal) => {
  program
    .command('doctor')
    .description('check settings, machine and database for common misconfigurations, with what to do; changes nothing')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { examine, nameWidth } = await import('./examine.js');
      const { printFindings, summaryOf } = await import('../output/findings.js');
      const findings = await printFindings(terminal, json, nameWidth, (listener) => examine(terminal, listener));
      const summary = summaryOf(findings);
      if (findings.some(({ state }) => state === 'fail')) throw new Error(summary ?? '');
      if (summary !== null) terminal.note(summary);
    });
};
