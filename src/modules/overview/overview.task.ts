import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisBasis } from '../../analysis/runs/analysis-basis.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { errorMessage } from '../../base/error-message.js';
import { PlanTooLargeError } from '../../base/errors.js';
import { Cancellation, currentScope, type PassedRoles, runInScope } from '../../base/scope/request-scope.js';
import type { Visibility } from '../../base/scope/visibility.js';
import { HandlesTask, type TaskContext } from '../../queue/background-work.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { ExposureService } from '../graphs/exposure.service.js';
import { PlanService } from '../graphs/plan.service.js';
import type { StoredPlan, ZoneExposure } from './overview.js';
import { OverviewRepository } from './overview.repository.js';

/** More are counted, and not stored. */
const mostSteps = 50;

/** Pause until the graph in memory has the run. */
const PAUSE_MS = 2_000;

/** Pause until no newer run has ended: uploads one after another have one plan, of the last. */
const PLAN_PAUSE_MS = 5_000;

/** A plan that fails this often is given up. */
const mostFailures = 3;

/**
 * Computes the overview of the last run of the analysis, so that no reader of it starts a plan. Its questions take turns with those of
 * people, under a name of its own.
 */
@Injectable()
export class OverviewTask {
  private readonly logger = new Logger('Overview');

  constructor(
    private readonly runs: AnalysisRuns,
    private readonly basis: AnalysisBasis,
    private readonly groups: AssetGroupsService,
    private readonly exposures: ExposureService,
    private readonly plans: PlanService,
    private readonly overviews: OverviewRepository,
  ) {}

  @HandlesTask('store-overview')
  async store(_: Record<string, never>, { signal }: TaskContext): Promise<void> {
    const run = await this.runs.lastComplete();
    const stored = await this.overviews.newest();
    if (!run || (stored?.runId === run.id && stored.planState !== 'pending')) return;
    const isStored = await this.asked(run.id, signal, () => this.storeFigures());
    await (isStored
      ? this.runs.scheduleOverview('store-plan', PLAN_PAUSE_MS)
      : this.runs.scheduleOverview('store-overview', PAUSE_MS));
  }

  /** Makes the plan of the last run, unless its figures are not stored yet: then another task follows. */
  @HandlesTask('store-plan')
  async storePlan(_: Record<string, never>, { signal }: TaskContext): Promise<void> {
    const run = await this.runs.lastComplete();
    const stored = await this.overviews.newest();
    if (!run || stored?.runId !== run.id || stored.planState !== 'pending') return;
    await this.asked(run.id, signal, (notes) => this.savePlan(run.id, notes, signal));
  }

  private asked<Result>(
    requestId: string,
    signal: TaskContext['signal'],
    work: (notes: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    const notes: string[] = [];
    return runInScope({ requestId, signal, question: { asker: 'overview', usedMs: 0 }, notes }, () => work(notes));
  }

  /** Stores the figures of the last run, without a plan. @returns false if the graph in memory is older than the run */
  async storeFigures(): Promise<boolean> {
    const run = await this.runs.lastComplete();
    if (!run?.finishedAt || !run.summary) return false;
    const { id, finishedAt, summary } = run;
    const overviewOf = async (visibility?: Visibility) => {
      const { version, found, unknownReach, isBreak } = await this.countFor(id, visibility);
      return [{ runId: id, finishedAt, graphVersion: version, isBreak, unknownReach }, found] as const;
    };
    const [overview, found] = await overviewOf();
    if (overview.graphVersion < summary.version) return false;
    await this.overviews.save(overview, found);
    for (const visibility of await this.overviews.listSights())
      await this.overviews.saveFor(visibility, ...(await overviewOf(visibility)));
    return true;
  }

  /** @param visibility of what is counted; undefined: the whole graph */
  private async countFor(runId: string, visibility?: Visibility) {
    const passed: PassedRoles[] = [];
    const onPassed = async ({ passedRoles = [] }: { readonly passedRoles?: PassedRoles }) => {
      passed.push(passedRoles);
    };
    const scope = currentScope() ?? { requestId: randomUUID(), signal: new Cancellation() };
    return runInScope({ ...scope, notes: [], onPassed, ...(visibility && { visibility }) }, async () => {
      const counted = await this.countAll();
      const unknownReach = (await this.basis.unknownReach(passed.flat())).length;
      return { ...counted, unknownReach, isBreak: await this.overviews.isBreak(runId) };
    });
  }

  /** Accounts that reach tier zero and each other tier, by environment. */
  private async countAll(): Promise<{ version: number; found: ZoneExposure[] }> {
    const found: ZoneExposure[] = [];
    let oldest = Infinity;
    for (const { id, name, tag } of await this.groups.tiers()) {
      const { version, answer } = await this.exposures.ofTag(tag);
      oldest = Math.min(oldest, version);
      found.push({ zone: id, environment: '', name, accounts: answer.accounts, reaching: answer.reaching });
      found.push(...answer.environments.map((sum) => ({ zone: id, ...sum })));
    }
    return { version: oldest, found };
  }

  private async savePlan(runId: string, notes: readonly string[], signal: TaskContext['signal']): Promise<void> {
    try {
      await this.overviews.savePlan(runId, 'made', await this.plan(notes));
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof PlanTooLargeError) return this.overviews.savePlan(runId, 'too_large', null);
      if ((await this.overviews.countFailure(runId)) < mostFailures) throw error;
      this.logger.error(`the plan of run ${runId} is given up: ${errorMessage(error)}`);
      await this.overviews.savePlan(runId, 'failed', null);
    }
  }

  /** The second question reads the result of the first. */
  private async plan(notes: readonly string[]): Promise<StoredPlan> {
    const { answer: whole } = await this.plans.ofTierZero(undefined);
    const { answer: begun } = await this.plans.ofTierZero(whole.stages[1]?.cost ?? 0);
    return {
      exposed: whole.exposed,
      structural: whole.structural.count,
      complete: whole.complete,
      stages: whole.stages,
      steps: begun.steps.slice(0, mostSteps),
      notes,
    };
  }
}
