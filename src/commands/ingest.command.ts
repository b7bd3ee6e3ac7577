import { collectedFiles } from './ingest/collected-files.js';
import type { RegisterCommand } from './terminal.js';

/** `ingest FILE...`: collected files into the graph, then what follows from them. */
export const registerIngest: RegisterCommand = (program, terminal) => {
  program
    .command('ingest')
    .description('read files of SharpHound, AzureHound or OpenGraph (JSON, ZIP, gzip, folders of these) into the graph')
    .argument('<files...>', 'files and folders')
    .option('--json', 'print the report as JSON')
    .action(async (words: readonly string[], { json = false }: { readonly json?: boolean }) => {
      const files = await collectedFiles(words);
      const { runIngest } = await import('./ingest/run-ingest.js');
      const { outcomeText } = await import('./ingest/ingest-tables.js');
      const outcome = await runIngest(terminal, files);
      terminal.print(
        json
          ? JSON.stringify(outcome, null, 2)
          : outcomeText(outcome, process.stdout.isTTY ? process.stdout.columns : undefined),
      );
      const failed = outcome.files.filter(({ status }) => status !== 'complete').length;
      if (failed > 0) {
        throw new Error(`${failed} of ${outcome.files.length} files could not be read to their end`);
      }
    });
};
