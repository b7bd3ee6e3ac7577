import { kindOfKey } from '../../memory/edge-columns.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import { kindSetOf } from '../../memory/kind-set.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { hiddenIn, proofsOf, type Without } from '../paths/in-view.js';
import type { KnownProofs } from '../paths/known-proofs.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import type { Alternatives } from './alternatives.js';
import { EdgeReasons } from './edge-reasons.js';
import { type Costs, FixTable } from './fix-table.js';
import { PlanCheck } from './plan-check.js';
import { PlanGraph } from './plan-graph.js';
import { PlanModel, type PlanSteps } from './plan-model.js';
import { resultOf } from './make-result.js';
import type { PlanResult } from './plan-result.js';
import { PlanSearch } from './plan-search.js';
import { findStages } from './stages.js';
import { TakesAway } from './takes-away.js';
import { StatedFixes } from './stated-fixes.js';

/** Memory for one plan, in bytes: the same as for a ranking. */
export const planMemory = 2 ** 30;

/** Bytes for each edge and each node while a plan is made. */
const [bytesAnEdge, bytesANode] = [120, 300];

/** Stages are looked for with this many questions of the solver. */
const maxQuestions = 60;

/** Checks find reasons that were not known: so often at most. */
const maxRounds = 20;

export interface PlanArguments {
  readonly ends: NodeSelection;
  /** The accounts that count; null: all. */
  readonly among: NodeSelection | null;
  readonly kinds: readonly number[] | null;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
  readonly costs: Costs;
  /** Ids of nodes at which nothing is changed. */
  readonly keptNodes: readonly number[];
  /** Edges by ids that no fix may cut. */
  readonly keptEdges: readonly (readonly [source: number, kind: number, target: number])[];
  readonly without?: Without | undefined;
  /** The same plan, if it was made before, with the parts whose nodes are wanted. None is wanted of another version. */
  readonly known: PlanResult | null;
  /** {@link planMemory} by default. */
  readonly memory?: number;
}

interface PlanAnswer extends WithPassedRoles {
  /** None if the plan is made now. */
  readonly ids: readonly number[];
  /** Null: it needs too much memory. */
  readonly plan: PlanResult | null;
  readonly bytes: number;
}

/** A plan of fixes after which no account reaches an end, with the stages on the way to it. */
export function* plan(graph: MemoryGraph, args: PlanArguments, interrupt: Interrupt): AnswerWithNeeds<PlanAnswer> {
  const { known, memory = planMemory } = args;
  const passed = allPassedRoles(graph);
  if (known) return { ids: known.version === graph.version ? idsIn(known) : [], plan: known, bytes: 0, ...passed };
  const bytes = bytesFor(graph, args.kinds);
  if (bytes > memory) return { ids: [], plan: null, bytes, ...passed };
  return { ids: [], plan: yield* makePlan(graph, args, interrupt), bytes, ...passed };
}

function* makePlan(all: MemoryGraph, args: PlanArguments, interrupt: Interrupt): AnswerWithNeeds<PlanResult> {
  const proofs = yield* proofsOf(all);
  const { without } = args;
  const graph = without ? new MemoryGraph(all.data, (yield* hiddenIn(all, without, interrupt)).hidden) : all;
  const ends = selectedNodes(graph, args.ends);
  const among = args.among && graph.idsOf(selectedNodes(graph, args.among));
  const planGraph = new PlanGraph(graph, ends, among, args, interrupt);
  const kept = new Set(graph.nodesOf(args.keptNodes));
  const table = new FixTable(args.costs, (node) => kept.has(node));
  const isEnd = new Set(ends);
  const everybody = new Set(graph.nodesOf(proofs.facts.everybody));
  const stated = new StatedFixes(graph, table, (node) => isEnd.has(node), everybody);
  const others = new Map<string, Alternatives>();
  for (let round = 1; ; round++) {
    const reasons = new EdgeReasons(graph, proofs, table, stated, interrupt, others);
    const steps = yield* stepsWith(planGraph, reasons, table, proofs, args.keptEdges);
    const search = new PlanSearch(new PlanModel(steps), interrupt);
    try {
      const whole = yield* search.complete();
      const found = yield* findStages(search, whole, maxQuestions);
      const check = new PlanCheck(planGraph, table, reasons, proofs, interrupt);
      const checked = found.stages.map(({ plan: { fixes } }) => check.check(fixes));
      // Until a test is run, all nodes pass it.
      if (yield* learnTests(proofs)) continue;
      const more = checked.flatMap((it) => [...it.others]);
      if (more.length === 0 || round === maxRounds)
        return resultOf({
          planGraph,
          steps,
          search,
          table,
          reasons,
          checked,
          takesAway: new TakesAway(graph, check, interrupt),
          ...found,
        });
      for (const [edge, reason] of more) others.set(edge, reasons.algebra.any([others.get(edge) ?? [], reason]));
    } finally {
      search.end();
    }
  }
}

/** The steps once all tests of nodes are known on which their reasons depend. */
function* stepsWith(
  planGraph: PlanGraph,
  reasons: EdgeReasons,
  table: FixTable,
  proofs: KnownProofs,
  keptEdges: PlanArguments['keptEdges'],
): AnswerWithNeeds<PlanSteps> {
  const cutting = reasons.of.bind(reasons);
  for (;;) {
    const steps = planGraph.steps(cutting, table);
    if (yield* learnTests(proofs)) reasons.forget();
    else if (keptEdges.length === 0) return steps;
    else return planGraph.steps(cutting, table, isKeptBy(planGraph.graph, keptEdges, reasons));
  }
}

/** Runs the tests of nodes whose results were asked for. @returns whether there were any */
function* learnTests({ tests, graph }: KnownProofs): AnswerWithNeeds<boolean> {
  const missing = tests.missingIn(graph);
  if (Object.keys(missing).length === 0) return false;
  const { proofs } = yield { proofs: { facts: false, tests: missing } };
  tests.learn(graph, proofs?.passed ?? {});
  return true;
}

/** The fixes that would cut an edge, alone or with others. */
function isKeptBy(
  graph: MemoryGraph,
  edges: PlanArguments['keptEdges'],
  reasons: EdgeReasons,
): (fix: number) => boolean {
  const kept = new Set<number>();
  for (const [from, kind, to] of edges) {
    const [source, target] = [graph.placeOf(from), graph.placeOf(to)];
    const flags = graph.flagsOf(source, kind, target);
    if (flags === undefined) continue;
    for (const reason of reasons.of(source, kind, target, flags)) for (const fix of reason) kept.add(fix);
  }
  return (fix) => kept.has(fix);
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

function bytesFor({ data: { base, overlay }, size }: MemoryGraph, kinds: readonly number[] | null): number {
  const followed = kindSetOf(kinds);
  let edges = 0;
  for (const layer of overlay ? [base, overlay] : [base])
    for (const key of layer.out.key) edges += followed ? followed[kindOfKey(key)]! : 1;
  return edges * bytesAnEdge + size * bytesANode;
}
