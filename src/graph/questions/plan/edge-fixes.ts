import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import type { Fix } from './fix-table.js';
import { learnTests, PlanInputs, type PlanSubject } from './plan-inputs.js';

/** A fix; nodes are ids. */
export type EdgeFix = Pick<Fix, 'sort' | 'cost'> & { readonly at: number; readonly by: number | null };

interface EdgeFixes extends WithPassedRoles {
  readonly ids: readonly number[];
  /** For each reason of the edge the fixes that cut it; null: there is no such edge. */
  readonly reasons: readonly (readonly EdgeFix[])[] | null;
}

export interface EdgeFixArguments extends PlanSubject {
  readonly edge: readonly [source: number, kind: number, target: number];
}

/** The fixes that cut an edge. */
export function* edgeFixes(
  all: MemoryGraph,
  { edge: [from, kind, to], ...subject }: EdgeFixArguments,
  interrupt: Interrupt,
): AnswerWithNeeds<EdgeFixes> {
  const inputs = yield* PlanInputs.of(all, subject, interrupt);
  const { graph, table, proofs } = inputs;
  const [source, target] = [graph.placeOf(from), graph.placeOf(to)];
  const flags = graph.flagsOf(source, kind, target);
  if (flags === undefined) return { ids: [], reasons: null, ...allPassedRoles(all) };
  const reasons = inputs.reasonsWith(new Map());
  let found = reasons.of(source, kind, target, flags);
  while (yield* learnTests(proofs)) {
    reasons.forget();
    found = reasons.of(source, kind, target, flags);
  }
  const fixes = found.map((reason) =>
    reason.map((number): EdgeFix => {
      const { sort, cost, at, by } = table.fixes[number]!;
      return { sort, cost, at: graph.idOf(at), by: by < 0 ? null : graph.idOf(by) };
    }),
  );
  const ids = new Set(fixes.flat().flatMap(({ at, by }) => (by === null ? [at] : [at, by])));
  return { ids: [...ids], reasons: fixes, ...allPassedRoles(all) };
}
