import type { PlanDto } from '../graphs/plan.dto.js';

/** `pending`: it is being made, or was interrupted. `failed`: it is not tried again. */
export const planStates = ['pending', 'made', 'too_large', 'failed'] as const;
export type PlanState = (typeof planStates)[number];

/** The plan for tier zero, in short. */
export interface StoredPlan {
  readonly exposed: number;
  readonly structural: number;
  readonly complete: boolean;
  /** The first one is without a change, the last one is the complete plan. */
  readonly stages: PlanDto['stages'];
  /** Of the first stage with a change. */
  readonly steps: PlanDto['steps'];
  readonly notes: readonly string[];
}

/** How many accounts reach a zone. */
export interface ZoneExposure {
  readonly zone: number;
  /** Object id; empty: all accounts. */
  readonly environment: string;
  readonly name: string;
  readonly accounts: number;
  readonly reaching: number;
}

/** The exposure of a zone after a run of the analysis. */
export interface DatedExposure extends ZoneExposure {
  readonly at: Date;
}

export interface Overview {
  readonly runId: string;
  readonly finishedAt: Date;
  readonly graphVersion: number;
  readonly isBreak: boolean;
  readonly unknownReach: number;
}

export type StoredOverview = Overview & {
  /** `none`: of accounts that see a part of the graph. */
  readonly planState: PlanState | 'none';
  readonly failures: number;
  readonly plan: StoredPlan | null;
};
