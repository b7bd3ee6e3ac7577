import { Injectable, Logger } from '@nestjs/common';
import { AnalysisService } from '../analysis/analysis.service.js';
import type { AnalysisRun } from '../analysis/runs/analysis-run.js';
import { AnalysisRuns, mostBegun } from '../analysis/runs/analysis-runs.js';
import { AnalysisTurn } from '../analysis/runs/analysis-turn.js';
import { runInScope } from '../base/request-scope.js';
import { Settings } from '../base/config/settings.js';
import { Database } from '../database/database.js';
import { isConnectionLoss } from '../database/driver-errors.js';
import { errorMessage } from '../base/error-message.js';
import type { TaskHandler } from '../queue/task-handlers.js';
import { AnalysedWork } from './analysed-work.js';

/** How soon it is looked again whether a run that has to wait may begin. */
const PAUSE_MS = 1_500;

/** Runs the analysis that waits, once the files at hand are read and no other process is at it (docs/adr/0018-analysis-runs.md). */
@Injectable()
export class AnalysisTask {
  private readonly logger = new Logger('Analysis');

  constructor(
    private readonly runs: AnalysisRuns,
    private readonly turn: AnalysisTurn,
    private readonly analysis: AnalysisService,
    private readonly work: AnalysedWork,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  readonly run: TaskHandler<'analysis'> = async (_, { signal }) => {
    const hadTurn = await this.turn.take(() => this.runDue(signal));
    if (!hadTurn) await this.runs.lookAgain(PAUSE_MS);
  };

  private async runDue(signal: AbortSignal): Promise<void> {
    if (await this.mustWait()) return this.runs.lookAgain(PAUSE_MS);
    const run = await this.runs.take();
    if (!run) return;
    if (run.begun > mostBegun) await this.giveUp(run);
    else await this.analyse(run, signal);
    if (await this.runs.waiting()) await this.runs.lookAgain(PAUSE_MS);
  }

  /** One that was begun by a process that died goes on at once: who asked for it has waited already. */
  private async mustWait(): Promise<boolean> {
    const waited = await this.runs.secondsWaited();
    return waited !== null && waited < this.settings.analysisMaxWait && (await this.work.isFilesLeft());
  }

  private async analyse(run: AnalysisRun, signal: AbortSignal): Promise<void> {
    const { id } = run;
    try {
      const known = await this.runs.known();
      const onStage = (stage: number) => this.runs.reach(id, stage);
      const report = await runInScope({ requestId: id, signal }, () =>
        this.analysis.run({ runId: id, known, onStage }),
      );
      await this.database.transaction(async (tx) => {
        if (await this.runs.complete(report, tx)) await this.work.analysed(id, { failure: null }, tx);
      });
    } catch (error) {
      if (signal.aborted) await this.runs.leave(id).catch(() => {});
      if (signal.aborted || isConnectionLoss(error)) throw error;
      await this.fail(id, error);
    }
  }

  private async giveUp({ id }: AnalysisRun): Promise<void> {
    const reason = `it was begun ${mostBegun} times, and each time its process or the database ended or the connection broke`;
    const isGivenUp = await this.database.transaction(async (tx) => {
      const isMine = await this.runs.giveUp(id, reason, tx);
      if (isMine) await this.work.analysed(id, { failure: reason }, tx);
      return isMine;
    });
    if (isGivenUp) this.logger.error(`run ${id} is given up: ${reason}`);
  }

  /** @throws what it failed by, for the queue to try again, until it is given up */
  private async fail(id: string, error: unknown): Promise<void> {
    const reason = errorMessage(error);
    const isGivenUp = await this.database.transaction(async (tx) => {
      const run = await this.runs.fail(id, reason, tx);
      if (run?.status === 'failed') await this.work.analysed(id, { failure: reason }, tx);
      return run?.status !== 'running';
    });
    if (!isGivenUp) throw error;
    this.logger.error(`run ${id} is given up: ${reason}`);
  }
}
