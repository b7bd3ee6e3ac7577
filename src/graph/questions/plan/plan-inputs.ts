import { kindOfKey } from '../../memory/edge-columns.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { walkableGraph } from '../../memory/visible-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { AnswerWithNeeds } from '../needs.js';
import { type AskedWeights, type StatedNumbers, statedNumbers } from './stated-numbers.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { hiddenIn, proofsOf, type Without } from '../paths/in-view.js';
import type { KnownProofs } from '../paths/known-proofs.js';
import type { Alternatives } from './alternatives.js';
import { EdgeReasons } from './edge-reasons.js';
import { type Costs, FixTable } from './fix-table.js';
import { type NamedFix, numbersOf } from './named-fix.js';
import { PlanGraph } from './plan-graph.js';
import type { PlanSteps } from './plan-model.js';
import { StatedFixes } from './stated-fixes.js';

/** Memory for one plan, in bytes: the same as for a ranking. */
export const planMemory = 2 ** 30;

/** Bytes for each edge and each node while a plan is made. */
const [bytesAnEdge, bytesANode] = [120, 300];

/** What a plan is about. */
export interface PlanSubject extends AskedWeights {
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
  /** Fixes that are taken for made. */
  readonly taken?: readonly NamedFix[];
  /** Fixes that nobody makes. */
  readonly declined?: readonly NamedFix[];
  readonly without?: Without | undefined;
}

/** The graph of a plan, and what cuts its edges. */
export class PlanInputs {
  readonly table: FixTable;
  readonly planGraph: PlanGraph;
  private readonly stated: StatedFixes;
  /** Ids of the accounts that count; null: all. */
  readonly among: readonly number[] | null;
  /** Ids. */
  readonly ends: readonly number[];

  /** @param seen as the caller sees it: ways lead over all of the graph, and fixes change what is seen */
  private constructor(
    readonly graph: MemoryGraph,
    readonly seen: MemoryGraph,
    readonly proofs: KnownProofs,
    private readonly subject: PlanSubject,
    readonly numbers: StatedNumbers,
    private readonly interrupt: Interrupt,
  ) {
    const ends = selectedNodes(seen, subject.ends);
    this.ends = graph.idsOf(ends);
    this.among = subject.among && graph.idsOf(selectedNodes(seen, subject.among));
    const asked = { kinds: subject.kinds, held: subject.held, seen, counts: numbers.weights };
    this.planGraph = new PlanGraph(graph, ends, this.among, asked, interrupt);
    const kept = graph.nodesOf(subject.keptNodes).map((node) => [node, null] as const);
    const sees = (node: number, by: number) => seen.exists(node) && (by < 0 || seen.exists(by));
    this.table = new FixTable(subject.costs, new Map([...numbers.costsAt, ...kept]), sees);
    const isEnd = new Set(ends);
    const everybody = new Set(graph.nodesOf(proofs.facts.everybody));
    this.stated = new StatedFixes(graph, this.table, (node) => isEnd.has(node), everybody);
  }

  static *of(all: MemoryGraph, subject: PlanSubject, interrupt: Interrupt): AnswerWithNeeds<PlanInputs> {
    const { without } = subject;
    // What hidden nodes would give in a view is not known.
    const walkable = without ? all : walkableGraph(all);
    const proofs = yield* proofsOf(walkable);
    const graph = without ? new MemoryGraph(all.data, (yield* hiddenIn(all, without, interrupt)).hidden) : walkable;
    const seen = without ? graph : all;
    return new PlanInputs(graph, seen, proofs, subject, yield* statedNumbers(seen, subject), interrupt);
  }

  /** Whether it is of the whole graph, as it is. */
  get isWhole(): boolean {
    return this.subject.without === undefined && this.planGraph.seesAll;
  }

  /** The numbers of the fixes that are taken for made. */
  get taken(): number[] {
    return numbersOf(this.subject.taken ?? [], this.graph, this.table);
  }

  /** @param others by edge: reasons that a check found beside those of shortest chains */
  reasonsWith(others: ReadonlyMap<string, Alternatives>): EdgeReasons {
    return new EdgeReasons(this.graph, this.proofs, this.table, this.stated, this.interrupt, others);
  }

  /** The steps once all tests of nodes are known on which their reasons depend. */
  *stepsBy(reasons: EdgeReasons): AnswerWithNeeds<PlanSteps> {
    const { planGraph, table, proofs, graph } = this;
    const { keptEdges, declined = [] } = this.subject;
    const cutting = reasons.of.bind(reasons);
    for (;;) {
      const never = new Set(numbersOf(declined, graph, table));
      const made = new Set(this.taken);
      const steps = planGraph.steps(cutting, table, { never, made });
      if (yield* learnTests(proofs)) reasons.forget();
      else if (keptEdges.length === 0) return steps;
      else
        return planGraph.steps(cutting, table, {
          never: new Set([...never, ...cuttersOf(graph, keptEdges, reasons)]),
          made,
        });
    }
  }
}

/** Runs the tests of nodes whose results were asked for. @returns whether there were any */
export function* learnTests({ tests, graph }: KnownProofs): AnswerWithNeeds<boolean> {
  const missing = tests.missingIn(graph);
  if (Object.keys(missing).length === 0) return false;
  const { proofs } = yield { proofs: { facts: false, tests: missing } };
  tests.learn(graph, proofs?.passed ?? {});
  return true;
}

/** The fixes that would cut an edge, alone or with others. */
function cuttersOf(graph: MemoryGraph, edges: PlanSubject['keptEdges'], reasons: EdgeReasons): ReadonlySet<number> {
  const cutters = new Set<number>();
  for (const [from, kind, to] of edges) {
    const [source, target] = [graph.placeOf(from), graph.placeOf(to)];
    const flags = graph.flagsOf(source, kind, target);
    if (flags === undefined) continue;
    for (const reason of reasons.of(source, kind, target, flags)) for (const fix of reason) cutters.add(fix);
  }
  return cutters;
}

/** Memory that a plan of these kinds of edges takes. */
export function bytesFor({ data: { base, overlay }, size }: MemoryGraph, kinds: readonly number[] | null): number {
  const followed = kindSetOf(kinds);
  let edges = 0;
  for (const layer of overlay ? [base, overlay] : [base])
    for (const key of layer.out.key) edges += followed ? followed[kindOfKey(key)]! : 1;
  return edges * bytesAnEdge + size * bytesANode;
}
