import type { RegisterCommand } from '../terminal.js';

/** `doctor`: looks for misconfigurations, and says what to do about each. Changes nothing. */
export const registerDoctor: RegisterCommand = (program, terminal) => {
  program
    .command('doctor')
    .description('check settings, machine and database for common misconfigurations, with what to do; changes nothing')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { examine } = await import('./examine.js');
      const { findingText, summaryOf } = await import('../findings.js');
      const { textWidth } = await import('../tables.js');
      const width = textWidth(terminal.columns);
      const findings = await examine(terminal, (finding) => {
        if (!json) terminal.print(findingText(finding, width, nameWidth));
      });
      if (json) terminal.print(JSON.stringify(findings, null, 2));
      const summary = summaryOf(findings);
      if (findings.some(({ state }) => state === 'fail')) throw new Error(summary ?? '');
      if (summary !== null) terminal.note(summary);
    });
};

/** Of the longest name of a check. */
const nameWidth = 'administrators'.length;
