import type { RegisterCommand } from '../terminal.js';

/** `status`: prints the state of the deployment. Changes and migrates nothing. */
export const registerStatus: RegisterCommand = (program, terminal) => {
  program
    .command('status')
    .description('print versions, migrations, graph, analysis, queue, uploads and disks of this deployment')
    .option('--json', 'print them as JSON')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { readStatus } = await import('./read-status.js');
      const { statusText } = await import('./status-text.js');
      const status = await readStatus(terminal);
      terminal.print(json ? JSON.stringify(status, null, 2) : statusText(status, terminal));
    });
};
