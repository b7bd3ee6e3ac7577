import type { INestApplicationContext } from '@nestjs/common';
import type { AnalysisReport } from '../../analysis/runs/analysis-report.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import {
  DataQualityRunRepository,
  type EnvironmentCounts,
} from '../../analysis/data-quality/data-quality-run.repository.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import type { FileReport, IngestReport } from '../../ingest/ingest-report.js';
import { IngestService } from '../../ingest/ingest.service.js';
import type { Terminal } from '../terminal.js';
import { withApp } from '../database/with-app.js';
import { progressBar } from '../output/progress-bars.js';

/** A service does not report all properties (remote/). */
export type ReportedFile = Omit<FileReport, 'environments'> & Partial<Pick<FileReport, 'environments'>>;
type ReportedAnalysis = Omit<AnalysisReport, 'repeatableVersion' | 'rules'> &
  Partial<Pick<AnalysisReport, 'repeatableVersion' | 'rules'>>;

/** The result of one `ingest`, which `--json` prints. */
export interface IngestOutcome extends Omit<IngestReport, 'files'> {
  readonly files: readonly ReportedFile[];
  /** Days until data that no collection sees again are deleted (RETENTION_DATA, RETENTION_SESSIONS); 0: never. */
  readonly keptDays: { readonly data: number; readonly sessions: number };
  /** Null if no file could be read. */
  readonly analysis: (ReportedAnalysis & { readonly environments: readonly EnvironmentCounts[] }) | null;
}

/** Reads files into the database of the settings, shows the progress, and analyses the graph. */
export function runIngest(terminal: Terminal, files: readonly string[]): Promise<IngestOutcome> {
  return withApp(terminal, (app) => ingest(app, files, terminal));
}

async function ingest(
  app: INestApplicationContext,
  files: readonly string[],
  terminal: Terminal,
): Promise<IngestOutcome> {
  const bar = progressBar(process.stderr);
  const noteEnd = () => terminal.note('stopped: data that were read are in the graph, but not analysed; run it again');
  process.once('SIGINT', noteEnd).once('SIGTERM', noteEnd);
  try {
    const report = await app
      .get(IngestService)
      .ingestFiles(files, { onProgress: bar.listener })
      .finally(() => bar.stop());
    const { retentionData, retentionSessions } = app.get(Settings);
    const keptDays = { data: retentionData, sessions: retentionSessions };
    return { ...report, keptDays, analysis: await analyse(app, report, terminal) };
  } finally {
    process.off('SIGINT', noteEnd).off('SIGTERM', noteEnd);
  }
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
  const runs = app.get(AnalysisRuns);
  const report = await app.get(AnalysisService).run({ known: await runs.lastRepeatable() });
  await runs.record('command line', startedAt, report);
  return { ...report, environments: await app.get(DataQualityRunRepository).listRun(report.runId) };
}
