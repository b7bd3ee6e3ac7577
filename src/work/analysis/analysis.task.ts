import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AnalysisStage } from '../../analysis/derivation/analysis-stage.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import type { AnalysisRun } from '../../analysis/runs/analysis-run.js';
import { AnalysisRuns, maxBegun } from '../../analysis/runs/analysis-runs.js';
import { AnalysisTurn } from '../../analysis/runs/analysis-turn.js';
import { Settings } from '../../base/config/settings.js';
import { runInScope } from '../../base/scope/request-scope.js';
import { inSpan } from '../../base/scope/tracing.js';
import { Database } from '../../database/database.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorMessage } from '../../base/error-message.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { HandlesTask, type TaskContext } from '../../queue/background-work.js';

/** Pause before the next check if a run can't start yet. */
const PAUSE_MS = 1_500;

/** The uploads that an analysis waits for, and that wait for an analysis. */
type WaitingUploads = Pick<Uploads, 'hasUnreadFiles' | 'finishAnalysed'>;

/** Runs the requested analysis after the uploaded files are read, in one process at a time (docs/adr/0018-analysis-runs.md). */
@Injectable()
export class AnalysisTask {
  private readonly logger = new Logger('Analysis');

  constructor(
    private readonly runs: AnalysisRuns,
    private readonly turn: AnalysisTurn,
    private readonly analysis: AnalysisService,
    @Inject(Uploads) private readonly uploads: WaitingUploads,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  @HandlesTask('analysis')
  async run(_: Record<string, never>, { signal }: TaskContext): Promise<void> {
    const hadTurn = await this.turn.take(() => this.runDue(signal));
    if (!hadTurn) await this.runs.scheduleTask(PAUSE_MS);
  }

  private async runDue(signal: AbortSignal): Promise<void> {
    if (await this.mustWait()) return this.runs.scheduleTask(PAUSE_MS);
    const run = await this.runs.claimNext();
    if (!run) return;
    if (run.begun > maxBegun) await this.giveUp(run);
    else await this.analyse(run, signal);
    if (await this.runs.waiting()) await this.runs.scheduleTask(PAUSE_MS);
  }

  /** A new run waits for unread files, for ANALYSIS_MAX_WAIT at most. After a death of its process, a run continues at once. */
  private async mustWait(): Promise<boolean> {
    const waited = await this.runs.secondsWaited();
    return waited !== null && waited < this.settings.analysisMaxWait && (await this.uploads.hasUnreadFiles());
  }

  private async analyse(run: AnalysisRun, signal: AbortSignal): Promise<void> {
    const { id } = run;
    try {
      const known = await this.runs.lastRepeatable();
      const report = await inSpan(
        { name: 'analysis run', attributes: { 'graphward.analysis.run': id } },
        async (span) => {
          const onStage = (stage: AnalysisStage) => {
            span?.addEvent(`stage ${stage}`);
            return this.runs.saveStage(id, stage);
          };
          const done = await runInScope({ requestId: id, signal }, () =>
            this.analysis.run({ runId: id, known, onStage, signal }),
          );
          span?.setAttributes({
            'graphward.graph.version': done.version,
            'graphward.analysis.unchanged': done.unchanged,
          });
          return done;
        },
      );
      for (const { name, tag, reason } of report.failedSelectors ?? [])
        this.logger.warn(`the query of the selector ${name} of the tag ${tag} failed: ${reason}`);
      for (const note of report.notes ?? []) this.logger.warn(note);
      await this.database.transaction(async (tx) => {
        if (await this.runs.complete(report, tx)) await this.uploads.finishAnalysed(id, { failure: null }, tx);
      });
    } catch (error) {
      if (signal.aborted) await this.runs.uncountAttempt(id).catch(() => {});
      if (signal.aborted || isConnectionLoss(error)) throw error;
      await this.fail(id, error);
    }
  }

  private async giveUp({ id }: AnalysisRun): Promise<void> {
    const reason = `it was begun ${maxBegun} times, and each time its process or the database ended or the connection broke`;
    const isGivenUp = await this.database.transaction(async (tx) => {
      const isMine = (await this.runs.giveUp(id, reason, tx)) !== null;
      if (isMine) await this.uploads.finishAnalysed(id, { failure: reason }, tx);
      return isMine;
    });
    if (isGivenUp) this.logger.error(`run ${id} is given up: ${reason}`);
  }

  /** @throws the error of the run until the run is given up, so that the queue repeats it */
  private async fail(id: string, error: unknown): Promise<void> {
    const reason = errorMessage(error);
    const isGivenUp = await this.database.transaction(async (tx) => {
      const run = await this.runs.fail(id, reason, tx);
      if (run?.status === 'failed') await this.uploads.finishAnalysed(id, { failure: reason }, tx);
      return run?.status !== 'running';
    });
    if (!isGivenUp) throw error;
    this.logger.error(`run ${id} is given up: ${reason}`);
  }
}
