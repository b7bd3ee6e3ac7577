import type { AnswerWithNeeds } from '../needs.js';
import type { Price } from './plan-walk.js';
import type { PlanSearch, ProvenPlan } from './plan-search.js';

/** A corner of the curve of cost and accounts that stay. */
export interface PlanStage {
  readonly plan: Pick<ProvenPlan, 'fixes' | 'cost' | 'remaining' | 'left'>;
  /** Null for the first one, without a fix. */
  readonly proof: Pick<ProvenPlan, 'certificate' | 'bound' | 'boundBy'> | null;
  /** Its certificate adds up: nothing of its cost leaves fewer accounts. */
  readonly isProven: boolean;
}

export interface PlanLine extends Price {
  readonly bound: number;
}

export interface FoundStages {
  readonly stages: readonly PlanStage[];
  /** What the questions proved of all plans: `a × cost + b × accounts` is no less than the bound. */
  readonly lines: readonly PlanLine[];
  /** Whether there may be more corners. */
  readonly isCut: boolean;
}

/** @param whole the complete plan @param maxQuestions of the solver */
export function* findStages(search: PlanSearch, whole: ProvenPlan, maxQuestions: number): AnswerWithNeeds<FoundStages> {
  let questions = 0;
  let { isCut } = whole;
  const lines: PlanLine[] = [];
  function* between(one: PlanStage, other: PlanStage): AnswerWithNeeds<PlanStage[]> {
    const a = one.plan.remaining - other.plan.remaining;
    const b = other.plan.cost - one.plan.cost;
    if (a <= 0 || b <= 0) return [];
    if (questions === maxQuestions) {
      isCut = true;
      return [];
    }
    questions++;
    const plan = yield* search.solve({ a, b }, [one.plan.fixes, other.plan.fixes]);
    lines.push({ a, b, bound: plan.bound });
    isCut ||= plan.isCut;
    // On the line between both there is no corner.
    if (plan.value >= a * one.plan.cost + b * one.plan.remaining) return [];
    const { certificate } = plan;
    const stage = { plan, proof: plan, isProven: certificate.sum === certificate.denominator * plan.value };
    const dearer = yield* between(stage, other);
    return [...(yield* between(one, stage)), stage, ...dearer];
  }
  const first: PlanStage = {
    plan: { fixes: new Set(), cost: 0, remaining: search.model.accounts, left: [] },
    proof: null,
    isProven: true,
  };
  const { certificate } = whole;
  const last = { plan: whole, proof: whole, isProven: certificate.sum === certificate.denominator * whole.value };
  const corners = yield* between(first, last);
  return { stages: [first, ...corners, last], lines, isCut };
}
