import type { INestApplicationContext } from '@nestjs/common';
import { AnalysisService } from '../analysis/analysis.service.js';
import { DataQualityRunRepository } from '../analysis/data-quality/data-quality-run.repository.js';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { Clock } from '../common/clock.js';
import { IngestService } from '../ingest/ingest.service.js';
import { collectedFiles } from './ingest/collected-files.js';
import type { IngestOutcome } from './ingest/ingest-outcome.js';
import { outcomeText } from './ingest/ingest-tables.js';
import { progressBar } from './ingest/progress-bar.js';
import type { RegisterCommand, Terminal } from './terminal.js';
import { withApp } from './with-app.js';

/** `ingest FILE...`: collected files into the graph, then what follows from them. */
export const registerIngest: RegisterCommand = (program, terminal) => {
  program
    .command('ingest')
    .description('read files of SharpHound, AzureHound or OpenGraph (JSON, ZIP, gzip, folders of these) into the graph')
    .argument('<files...>', 'files and folders')
    .option('--json', 'print the report as JSON')
    .action(async (words: readonly string[], { json = false }: { readonly json?: boolean }) => {
      const files = await collectedFiles(words);
      const outcome = await withApp(terminal, (app) => ingest(app, files, terminal));
      terminal.print(json ? JSON.stringify(outcome, null, 2) : outcomeText(outcome));
      const failed = outcome.files.filter(({ status }) => status !== 'complete').length;
      if (failed > 0) {
        throw new Error(`${failed} of ${outcome.files.length} files could not be read to their end`);
      }
    });
};

async function ingest(
  app: INestApplicationContext,
  files: readonly string[],
  terminal: Terminal,
): Promise<IngestOutcome> {
  const bar = progressBar(process.stderr);
  const report = await app
    .get(IngestService)
    .ingestFiles(files, { onProgress: bar.listener })
    .finally(() => bar.stop());
  return { ...report, analysis: await analyse(app, report, terminal) };
}

async function analyse(
  app: INestApplicationContext,
  { files }: Pick<IngestOutcome, 'files'>,
  terminal: Terminal,
): Promise<IngestOutcome['analysis']> {
  if (files.every(({ changes }) => changes === null)) {
    return null;
  }
  terminal.note('analysing');
  const startedAt = app.get(Clock).now();
  const report = await app.get(AnalysisService).run();
  await app.get(AnalysisRuns).record('command line', startedAt, report);
  return { ...report, environments: await app.get(DataQualityRunRepository).listRun(report.runId) };
}
