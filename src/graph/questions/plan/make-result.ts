import type { Certificate } from './certificate.js';
import type { EdgeReasons } from './edge-reasons.js';
import type { FixTable } from './fix-table.js';
import type { PlanGraph } from './plan-graph.js';
import type { PlanSteps } from './plan-model.js';
import type { PlanEdge, PlanResult, ResultCertificate, ResultFix, ResultStage, ResultWay } from './plan-result.js';
import type { PlanSearch } from './plan-search.js';
import type { PlanStage } from './stages.js';
import type { TakesAway } from './takes-away.js';
import { structuralWays } from './structural-ways.js';

/** Structural accounts are counted all, and shown up to this many. */
const maxStructural = 100;

interface Found {
  readonly planGraph: PlanGraph;
  readonly steps: PlanSteps;
  readonly search: PlanSearch;
  readonly table: FixTable;
  readonly reasons: EdgeReasons;
  /** By stage. */
  readonly checked: readonly { readonly exposed: readonly number[] }[];
  readonly takesAway: TakesAway;
  readonly stages: readonly PlanStage[];
  readonly lines: PlanResult['lines'];
  readonly isCut: boolean;
  readonly badCosts: number;
}

/** A plan, with the numbers of the fixes of its stages in their order. */
export interface MadePlan {
  readonly plan: PlanResult;
  readonly numbers: readonly number[];
}

/** The result by ids, which are the same in all threads. */
export function resultOf(found: Found): MadePlan {
  const { planGraph, steps, search, reasons, stages, lines, isCut, checked, badCosts } = found;
  const { model } = search;
  const numbers = new FixNumbers(found);
  const order = orderOfFixes(stages, search);
  const countOf = (nodes: readonly number[]) => nodes.reduce((sum, node) => sum + planGraph.countOf(node), 0);
  // The first numbers of the result are those of the stages.
  for (const fix of order) numbers.of(fix);
  const results = stages.map(({ plan, proof, isProven }, index): ResultStage => {
    const fixes = order.filter((fix) => plan.fixes.has(fix));
    const before = new Set(checked[index - 1]?.exposed);
    const exposed = checked[index]!.exposed;
    return {
      cost: plan.cost,
      remaining: plan.remaining,
      isProven,
      fixes: fixes.map((fix) => numbers.of(fix)),
      comesBack: index === 0 ? 0 : countOf(exposed.filter((node) => !before.has(node))),
      remainingAfter: fixes.map((_, last) => search.remainingAfter(fixes.slice(0, last + 1))),
      isChecked: countOf(exposed) === plan.remaining + model.structuralCount,
      accounts: exposed.length,
      derived: null,
      certificate: proof && certificateIn(found, numbers, proof.certificate, proof),
    };
  });
  const shown = model.structural.slice(0, maxStructural);
  const ways = structuralWays(steps, shown);
  const plan: PlanResult = {
    version: planGraph.graph.version,
    exposed: model.accounts + model.structuralCount,
    structural: {
      count: model.structuralCount,
      accounts: shown.map((account, index) => ({
        account: planGraph.graph.idOf(planGraph.nodeOf(account)),
        ...wayIn(planGraph, ways[index]!),
      })),
    },
    fixes: numbers.fixes(),
    stages: results,
    lines,
    isCut,
    // The number would count hidden edges.
    simplified: planGraph.seesAll ? reasons.algebra.simplified : Math.min(reasons.algebra.simplified, 1),
    unexplained: reasons.unexplainedAmong(([source, kind, target]) => planGraph.sees([source, kind, target])),
    badCosts,
  };
  return { plan, numbers: order };
}

/** By the first stage that has them, then by how many accounts stay after the fix and all stages before it. */
function orderOfFixes(stages: readonly PlanStage[], search: PlanSearch): readonly number[] {
  const order = new Set<number>();
  const { ranks } = search.model;
  for (const { plan } of stages) {
    const before = [...order];
    const added = [...plan.fixes]
      .filter((fix) => !order.has(fix))
      .map((fix) => ({ fix, stay: search.remainingAfter([...before, fix]) }));
    for (const { fix } of added.toSorted((one, other) => one.stay - other.stay || ranks[one.fix]! - ranks[other.fix]!))
      order.add(fix);
  }
  return [...order];
}

/** Nothing of a way of which the caller does not see all. */
function wayIn({ graph, edges, sees }: PlanGraph, steps: readonly number[]): Pick<ResultWay, 'edges' | 'isHidden'> {
  if (!steps.every((step) => sees(edges[step]!))) return { edges: [], isHidden: true };
  return {
    edges: steps.map((step): PlanEdge => {
      const [source, kind, target] = edges[step]!;
      return [graph.idOf(source), kind, graph.idOf(target)];
    }),
  };
}

/** Numbers the fixes that a result names. */
class FixNumbers {
  private readonly numbers = new Map<number, number>();

  constructor(private readonly found: Found) {}

  of(fix: number): number {
    let number = this.numbers.get(fix);
    if (number === undefined) this.numbers.set(fix, (number = this.numbers.size));
    return number;
  }

  fixes(): ResultFix[] {
    const { planGraph, steps, table, stages, takesAway } = this.found;
    const { graph, edges } = planGraph;
    const touched = new Map([...this.numbers.keys()].map((fix) => [fix, new Map<string, PlanEdge>()]));
    for (let step = 0; step < steps.set.length; step++)
      if (planGraph.sees(edges[step]!))
        for (const fix of steps.sets[steps.set[step]!]!) touched.get(fix)?.set(edges[step]!.join(' '), edges[step]!);
    const planned = new Set(stages.flatMap(({ plan }) => [...plan.fixes]));
    return [...touched].map(([fix, ends]) => {
      const { sort, at, by, cost, isGuessed } = table.fixes[fix]!;
      return {
        sort,
        at: graph.idOf(at),
        by: by < 0 ? null : graph.idOf(by),
        cost,
        isGuessed,
        edges: ends.size,
        objects: new Set([...ends.values()].map(([, , target]) => target)).size,
        kind: mostFrequent([...ends.values()].map(([, kind]) => kind)),
        takesAway: planned.has(fix) ? takesAway.of(fix, table.fixes[fix]!) : null,
      };
    });
  }
}

function mostFrequent(kinds: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].reduce((best, it) => (it[1] > best[1] ? it : best), [0, 0] as const)[0];
}

/** Heaviest ways first. */
function certificateIn(
  { planGraph, search: { model } }: Found,
  numbers: FixNumbers,
  { price, ways, denominator, sum }: Certificate,
  { bound, boundBy }: { readonly bound: number; readonly boundBy: 'ways' | 'search' },
): ResultCertificate {
  return {
    price: price.b === Infinity ? null : [price.a, price.b],
    denominator,
    sum,
    bound,
    boundBy,
    wayCount: ways.length,
    ways: ways
      .toSorted((one, other) => other.parts - one.parts)
      .map(({ row, parts }) => ({
        account: planGraph.graph.idOf(planGraph.nodeOf(row.node)),
        accounts: model.under[row.node]!,
        weight: parts,
        ...wayIn(
          planGraph,
          row.steps.map((step) => model.steps[step]!),
        ),
        fixes: row.fixes.map((fix) => numbers.of(fix)),
      })),
  };
}
