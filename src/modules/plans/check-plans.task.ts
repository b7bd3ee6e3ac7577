import { Injectable } from '@nestjs/common';
import { AppError, GraphNotReadyError } from '../../base/errors.js';
import { HandlesTask } from '../../queue/background-work.js';
import { PlanService } from '../graphs/plan.service.js';
import { foundOf } from './found.js';
import { askedPlan } from './kept-question.js';
import type { KeptPlan } from './kept-plan.js';
import { PlanStepsRepository } from './plan-steps.repository.js';
import { type CheckedStep, PlansRepository } from './plans.repository.js';

const retrySeconds = 2;

/** Compares the steps of kept plans with the graph after each analysis, one plan after another. */
@Injectable()
export class CheckPlansTask {
  constructor(
    private readonly plans: PlansRepository,
    private readonly steps: PlanStepsRepository,
    private readonly questions: PlanService,
  ) {}

  /** @throws if the graph in memory is older than the run: the task is then repeated */
  @HandlesTask('check-plans')
  async check({ runId }: { readonly runId: string }): Promise<void> {
    const run = await this.plans.endedRun(runId);
    if (run?.status !== 'complete') return;
    for (const plan of await this.plans.listRows()) {
      // It was compared before the task was repeated.
      if (plan.checkedAt.getTime() === run.finishedAt.getTime()) continue;
      const { steps, problem } = await this.compare(plan, run.version);
      await this.plans.writeFound(plan.id, run, steps, problem);
    }
  }

  /** A plan whose question has faults by now is no reason to leave out others. */
  private async compare(plan: KeptPlan, version: number): Promise<{ steps: CheckedStep[]; problem: string | null }> {
    const steps = await this.steps.listRows(plan.id);
    const fixes = steps.map(({ sort, atId, byId }) => ({ sort, at: atId, by: byId }));
    try {
      const states = await this.questions.statesOf(askedPlan(plan), fixes);
      if (states.version < version)
        throw new GraphNotReadyError('the graph in memory is older than the run', retrySeconds);
      const checked = steps.map((step, index): CheckedStep => {
        const state = states.answer[index]!;
        const found = foundOf(step, state);
        const { place, key, wasDone } = step;
        return { place, key, found, factsLeft: state.facts, wasDone: wasDone || found === 'done' };
      });
      return { steps: checked, problem: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds !== undefined) throw error;
      return { steps: [], problem: error.message };
    }
  }
}
