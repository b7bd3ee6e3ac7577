import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { InvalidInputError } from '../../base/errors.js';
import type { PlanDto, PlanStepDto } from '../graphs/plan.dto.js';
import type { AskedPlan } from '../graphs/plan.service.js';
import { type DecidedSteps, PlanService } from '../graphs/plan.service.js';
import type { KeptStep } from './kept-plan.js';
import type { PlanDraft } from './plans.repository.js';

/** Steps that a plan may have. */
const mostSteps = 1000;

interface MadePlan {
  readonly figures: Omit<PlanDraft, 'name' | 'question' | 'until'>;
  readonly steps: readonly KeptStep[];
}

/** Makes the steps of plans that are kept. */
@Injectable()
export class PlanMakingService {
  constructor(
    private readonly plans: PlanService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param former steps of the plan; those that somebody has decided on, and those that are done, stay
   * @throws InvalidInputError if it has too many steps, and as {@link PlanService.plan}
   */
  async make(asked: AskedPlan, former: readonly KeptStep[] = []): Promise<MadePlan> {
    const { answer } = await this.plans.plan(asked, decidedIn(former));
    const kept = former.filter(({ state, found }) => state !== 'open' || found === 'done' || found === 'returned');
    const isNew = new Set(answer.steps.map(({ key }) => key));
    const staying: readonly KeptStep[] = kept.filter(({ key }) => !isNew.has(key));
    const count = staying.length + answer.steps.length;
    if (count > mostSteps) throw tooLong(count);
    const states = await this.plans.statesOf(
      asked,
      answer.steps.map(({ sort, at, by }) => ({ sort, at: at.objectid, by: by?.objectid ?? null })),
    );
    const byKey = new Map(former.map((step) => [step.key, step]));
    const now = this.clock.now();
    const steps = answer.steps.map((step, index) => {
      const { facts } = states.answer[index]!;
      return { ...newStep(step, facts, now), ...decisionsOn(byKey.get(step.key)) };
    });
    return {
      figures: { ...figuresOf(answer), checkedAt: now },
      steps: [...staying, ...steps].map((step, index) => ({ ...step, place: index + 1 })),
    };
  }
}

function figuresOf({ exposed, remaining, cost, lower_bound: lowerBound }: PlanDto) {
  return { exposed, remaining, cost, lowerBound };
}

function decidedIn(steps: readonly KeptStep[]): DecidedSteps {
  const inState = (wanted: string) =>
    steps.filter(({ state }) => state === wanted).map(({ sort, atId, byId }) => ({ sort, at: atId, by: byId }));
  return { taken: inState('planned'), declined: inState('declined') };
}

function newStep(step: PlanStepDto, facts: number, foundSince: Date): Omit<KeptStep, 'place'> {
  const { key, sort, at, by, text, remedy, cost, stage, gain, remaining_after: remainingAfter } = step;
  return {
    key,
    sort,
    atId: at.objectid,
    atName: at.name,
    atKind: at.kind,
    byId: by?.objectid ?? null,
    byName: by?.name ?? null,
    byKind: by?.kind ?? null,
    text,
    remedy,
    cost,
    stage,
    gain,
    remainingAfter,
    owner: null,
    note: '',
    state: 'open',
    notBefore: null,
    found: 'open',
    foundSince,
    facts,
    factsLeft: facts,
    wasDone: false,
  };
}

/** What is kept of a step that is planned again. */
function decisionsOn(step: KeptStep | undefined): Partial<KeptStep> {
  if (!step) return {};
  const { owner, note, state, notBefore, found, foundSince, wasDone } = step;
  return { owner, note, state, notBefore, ...(wasDone && { found, foundSince, wasDone }) };
}

function tooLong(count: number): InvalidInputError {
  const message = `the plan would have ${count} steps; one that is kept has at most ${mostSteps}, so let more accounts stay`;
  return InvalidInputError.at('body.invalid_value', 'body.until', message);
}
