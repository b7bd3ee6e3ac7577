import type { FixSort } from '../../graph/kinds/descriptions/edge-fixes.js';
import type { Found, StepState } from './found.js';

/** The parameters of a plan by their names, as they were sent. */
export type PlanQuestion = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A plan without its steps. */
export interface KeptPlan {
  readonly id: number;
  readonly name: string;
  readonly question: PlanQuestion;
  /** Accounts that may stay. Null: structural ones alone. */
  readonly until: number | null;
  /** End of the run that its steps were compared with, or when it was made. */
  readonly checkedAt: Date;
}

/** A fix of a plan. Objects are named by their ids, so that they outlive a version of the graph. */
export interface KeptStep {
  readonly place: number;
  /** Unique in the plan. */
  readonly key: string;
  readonly sort: FixSort;
  readonly atId: string;
  readonly atName: string;
  readonly atKind: string;
  readonly byId: string | null;
  readonly byName: string | null;
  readonly byKind: string | null;
  readonly text: string;
  readonly remedy: string | null;
  readonly cost: number;
  readonly stage: number;
  readonly gain: number;
  readonly remainingAfter: number;
  readonly owner: string | null;
  readonly note: string;
  readonly state: StepState;
  readonly notBefore: Date | null;
  readonly found: Found;
  /** End of the run that found it so first, or when the plan was made. */
  readonly foundSince: Date;
  /** How many facts it had when it was planned, and has now. */
  readonly facts: number;
  readonly factsLeft: number;
  /** A run has found all its facts gone. */
  readonly wasDone: boolean;
}
