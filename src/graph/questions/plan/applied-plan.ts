import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import type { PlanCheck } from './plan-check.js';
import type { PlanInputs } from './plan-inputs.js';
import type { PlanResult } from './plan-result.js';

/** What fixes change of the facts of a graph. */
export interface AppliedFixes {
  /** The edges that they take away, by places and kinds: three numbers each. */
  readonly cuts: readonly Int32Array[];
  /** Nodes are ids. */
  readonly fixes: readonly { readonly sort: FixSort; readonly at: number }[];
}

/** What tells whether the stages of a plan hold in another derivation. Nodes are ids. */
export interface AppliedPlan {
  readonly ends: readonly number[];
  /** Null: all accounts. */
  readonly among: readonly number[] | null;
  readonly stages: readonly AppliedFixes[];
}

/** @param numbers of the fixes of the stages, in the order of the result */
export function appliedBy(
  { ends, among, taken, table, graph }: PlanInputs,
  check: PlanCheck,
  { stages }: PlanResult,
  numbers: readonly number[],
): AppliedPlan {
  const cuts = new Map<number, Int32Array>();
  for (const fix of new Set([...taken, ...numbers]))
    cuts.set(
      fix,
      Int32Array.from(check.statedEdges(new Set([fix])).flatMap(([source, kind, target]) => [source, kind, target])),
    );
  const applied = (fixes: readonly number[]): AppliedFixes => ({
    cuts: fixes.map((fix) => cuts.get(fix)!),
    fixes: fixes.map((fix) => ({ sort: table.fixes[fix]!.sort, at: graph.idOf(table.fixes[fix]!.at) })),
  });
  return { ends, among, stages: stages.map(({ fixes }) => applied([...taken, ...fixes.map((it) => numbers[it]!)])) };
}
