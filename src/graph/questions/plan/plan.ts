import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { type AppliedPlan, appliedBy } from './applied-plan.js';
import type { Alternatives } from './alternatives.js';
import { PlanCheck } from './plan-check.js';
import { bytesFor, learnTests, PlanInputs, planMemory, type PlanSubject } from './plan-inputs.js';
import { PlanModel } from './plan-model.js';
import { resultOf } from './make-result.js';
import type { PlanResult } from './plan-result.js';
import { PlanSearch } from './plan-search.js';
import { findStages } from './stages.js';
import { TakesAway } from './takes-away.js';

/** Stages are looked for with this many questions of the solver. */
const maxQuestions = 60;

/** Checks find reasons that were not known: so often at most. */
const maxChecks = 20;

export interface PlanArguments extends PlanSubject {
  /** The same plan, if it was made before, with the parts whose nodes are wanted. None is wanted of another version. */
  readonly known: PlanResult | null;
  /** {@link planMemory} by default. */
  readonly memory?: number;
  /** How often a plan is looked for with more rows. */
  readonly maxRounds?: number;
}

interface PlanAnswer extends WithPassedRoles {
  /** None if the plan is made now. */
  readonly ids: readonly number[];
  /** Null: it needs too much memory, or there is a bad weight. */
  readonly plan: PlanResult | null;
  readonly bytes: number;
  /** Absent: no plan is made now, or it is one of a view or of a part of the graph. */
  readonly applied?: AppliedPlan;
  /** The account with a weight that is none. */
  readonly badWeight?: number;
}

/** A plan of fixes after which no account reaches an end, with the stages on the way to it. */
export function* plan(graph: MemoryGraph, args: PlanArguments, interrupt: Interrupt): AnswerWithNeeds<PlanAnswer> {
  const { known, memory = planMemory } = args;
  const passed = allPassedRoles(graph);
  if (known) return { ids: known.version === graph.version ? idsIn(known) : [], plan: known, bytes: 0, ...passed };
  const bytes = bytesFor(graph, args.kinds);
  if (bytes > memory) return { ids: [], plan: null, bytes, ...passed };
  const inputs = yield* PlanInputs.of(graph, args, interrupt);
  const { badWeight } = inputs.numbers;
  if (badWeight === undefined)
    return { ids: [], ...(yield* makePlan(inputs, interrupt, args.maxRounds)), bytes, ...passed };
  const id = graph.idOf(badWeight);
  return { ids: [id], plan: null, bytes, badWeight: id, ...passed };
}

function* makePlan(
  inputs: PlanInputs,
  interrupt: Interrupt,
  maxRounds?: number,
): AnswerWithNeeds<Pick<PlanAnswer, 'plan' | 'applied'>> {
  const { planGraph, table, proofs } = inputs;
  const others = new Map<string, Alternatives>();
  for (let round = 1; ; round++) {
    const reasons = inputs.reasonsWith(others);
    const steps = yield* inputs.stepsBy(reasons);
    const search = new PlanSearch(new PlanModel(steps), interrupt, maxRounds);
    try {
      const whole = yield* search.complete();
      const found = yield* findStages(search, whole, maxQuestions);
      const check = new PlanCheck(planGraph, table, reasons, proofs, interrupt);
      const { taken } = inputs;
      const checked = found.stages.map(({ plan: { fixes } }) => check.check(new Set([...taken, ...fixes])));
      // Until a test is run, all nodes pass it.
      if (yield* learnTests(proofs)) continue;
      const more = checked.flatMap((it) => [...it.others]);
      if (more.length === 0 || round === maxChecks) {
        const { plan: made, numbers } = resultOf({
          planGraph,
          steps,
          search,
          table,
          reasons,
          checked,
          takesAway: new TakesAway(inputs.graph, check, interrupt, inputs.seen),
          badCosts: inputs.numbers.badCosts,
          ...found,
        });
        return inputs.isWhole ? { plan: made, applied: appliedBy(inputs, check, made, numbers) } : { plan: made };
      }
      for (const [edge, reason] of more) others.set(edge, reasons.algebra.any([others.get(edge) ?? [], reason]));
    } finally {
      search.end();
    }
  }
}

function idsIn({ structural, fixes, stages }: PlanResult): number[] {
  const ids = new Set<number>();
  const addEdges = (edges: readonly (readonly [number, number, number])[]) => {
    for (const [source, , target] of edges) ids.add(source).add(target);
  };
  const ways = stages.flatMap(({ certificate }) => certificate?.ways ?? []);
  for (const number of new Set([...stages, ...ways].flatMap((it) => it.fixes))) {
    const { at, by } = fixes[number]!;
    ids.add(at);
    if (by !== null) ids.add(by);
  }
  for (const { account, edges } of structural.accounts) {
    ids.add(account);
    addEdges(edges);
  }
  for (const { account, edges } of ways) {
    ids.add(account);
    addEdges(edges);
  }
  return [...ids];
}
