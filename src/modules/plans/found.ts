import type { FixState } from '../../graph/questions/plan/fix-state.js';

/** What people say of a step. */
export const stepStates = ['open', 'planned', 'declined'] as const;
export type StepState = (typeof stepStates)[number];

/** What the analysis says of a step. */
export const founds = ['open', 'done', 'partly', 'obsolete', 'returned', 'unknown'] as const;
export type Found = (typeof founds)[number];

interface KnownStep {
  /** When it was planned. */
  readonly facts: number;
  /** A run has found all its facts gone. */
  readonly wasDone: boolean;
}

/** Compares a step with the graph. */
export function foundOf(
  { facts: before, wasDone }: KnownStep,
  { facts, isNeeded, hasObject, isKnown }: FixState,
): Found {
  if (!hasObject) return 'obsolete';
  if (facts === 0) return isKnown ? 'done' : 'unknown';
  if (wasDone) return 'returned';
  if (!isNeeded) return 'obsolete';
  return facts < before ? 'partly' : 'open';
}
