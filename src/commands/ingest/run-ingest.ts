import type { INestApplicationContext } from '@nestjs/common';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { DataQualityRunRepository } from '../../analysis/data-quality/data-quality-run.repository.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import { IngestService } from '../../ingest/ingest.service.js';
import type { Terminal } from '../terminal.js';
import { withApp } from '../with-app.js';
import type { IngestOutcome } from './ingest-outcome.js';
import { progressBar } from './progress-bar.js';

/** Reads the files into the database of the settings, shows how far that is, and analyses what came of it. */
export function runIngest(terminal: Terminal, files: readonly string[]): Promise<IngestOutcome> {
  return withApp(terminal, (app) => ingest(app, files, terminal));
}

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
  const { retentionData, retentionSessions } = app.get(Settings);
  const keptDays = { data: retentionData, sessions: retentionSessions };
  return { ...report, keptDays, analysis: await analyse(app, report, terminal) };
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
