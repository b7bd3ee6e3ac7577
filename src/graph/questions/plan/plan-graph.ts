import { kindSetOf, type KindSet } from '../../memory/kind-set.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { nodeOf, placesOf, walkedGraph, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import { accountMarks } from '../nodes/account-marks.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { reachedFrom } from '../reachability/reached-nodes.js';
import type { Alternatives } from './alternatives.js';
import type { FixTable } from './fix-table.js';
import type { PlanSteps } from './plan-model.js';

/** Seconds: an account that nobody logged on to for so long before the newest logon of its environment may be disabled. */
const unusedSeconds = 90 * 24 * 60 * 60;

/** Fixes that a plan does not choose. */
export interface DecidedFixes {
  /** Nobody makes them. */
  readonly never: ReadonlySet<number>;
  /** They cut their steps before the plan begins. */
  readonly made: ReadonlySet<number>;
}

/** Accounts and ends of a plan, and the edges that it follows. */
export class PlanGraph {
  readonly walked: WalkedGraph;
  readonly kinds: KindSet;
  /** By place. */
  readonly isAccount: Uint8Array;
  readonly endPlaces: readonly number[];
  /** By step that {@link steps} made: its edge, by places and kind; null: an account that may be disabled. */
  edges: (readonly [source: number, kind: number, target: number])[] = [];
  /** Whether the caller sees the whole graph, and both ends of an edge. */
  readonly seesAll: boolean;
  readonly sees: (edge: readonly [source: number, kind: number, target: number]) => boolean;
  private readonly marks = new NodeMarks();
  /** The accounts of the places behind those of the graph. */
  private readonly unused: readonly number[];

  /** @param among ids of the accounts that count; null: all */
  constructor(
    readonly graph: MemoryGraph,
    ends: readonly number[],
    among: readonly number[] | null,
    {
      kinds,
      held,
      seen,
    }: {
      readonly kinds: readonly number[] | null;
      readonly held?: boolean | undefined;
      /** As the caller sees it. Accounts of the rest do not count. */
      readonly seen: MemoryGraph;
    },
    private readonly interrupt: Interrupt,
  ) {
    this.walked = walkedGraph(graph, held);
    this.kinds = kindSetOf(kinds);
    this.seesAll = seen.data === graph.data;
    this.sees = ([source, , target]) => seen.exists(source) && seen.exists(target);
    this.isAccount = accountMarks(seen, among).map((mark) => (mark === 0 ? 0 : 1));
    for (const end of ends) this.isAccount[end] = 0;
    this.endPlaces = placesOf(this.walked, ends);
    this.unused = unusedAccounts(seen).filter((node) => this.isAccount[node] === 1);
  }

  /** The node at a place of the steps. */
  nodeOf(place: number): number {
    return place < this.walked.size ? nodeOf(this.walked, place) : this.unused[place - this.walked.size]!;
  }

  /** The accounts that reach an end in a view of the graph. */
  exposedIn(view: WalkedGraph): number[] {
    const reached = reachedFrom(view, this.endPlaces, 'in', this.kinds, this.marks, this.interrupt);
    return reached.filter((place) => place < this.graph.size && this.isAccount[place] === 1);
  }

  /** The steps that lie between accounts and ends. */
  steps(
    cutting: (source: number, kind: number, target: number, flags: number) => Alternatives,
    table: FixTable,
    decided: DecidedFixes,
  ): PlanSteps {
    const { walked, endPlaces, interrupt, kinds } = this;
    const backward = new Uint8Array(walked.size);
    for (const place of reachedFrom(walked, endPlaces, 'in', kinds, this.marks, interrupt)) backward[place] = 1;
    const size = walked.size + this.unused.length;
    const [isStart, isEnd] = [new Uint8Array(size), new Uint8Array(size)];
    isStart.set(this.isAccount);
    for (const place of endPlaces) isEnd[place] = 1;
    const accounts = [...isStart.keys()].filter((node) => isStart[node] === 1);
    const steps = new StepColumns(decided);
    this.edges = [];
    for (const place of reachedFrom(walked, accounts, 'out', kinds, this.marks, interrupt)) {
      if (isEnd[place] === 1 || backward[place] === 0) continue;
      interrupt.check();
      walked.edgesFrom(place, (kind, target, flags) => {
        if ((kinds !== null && kinds[kind] !== 1) || backward[target] === 0 || target === place) return false;
        const [from, to] = [nodeOf(walked, place), nodeOf(walked, target)];
        for (const reason of cutting(from, kind, to, flags)) {
          if (steps.add(place, target, reason)) this.edges.push([from, kind, to]);
        }
        return false;
      });
    }
    for (const [index, account] of this.unused.entries()) {
      const [fix] = table.of('disable', account);
      if (fix === undefined) continue;
      isStart[account] = 0;
      isStart[walked.size + index] = 1;
      if (steps.add(walked.size + index, account, [fix])) this.edges.push([account, 0, account]);
    }
    return { size, ...steps.columns, costs: table.fixes.map(({ cost }) => cost), isStart, isEnd };
  }
}

class StepColumns {
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly set: number[] = [];
  private readonly sets: (readonly number[])[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly decided: DecidedFixes) {}

  get columns(): Pick<PlanSteps, 'from' | 'to' | 'set' | 'sets'> {
    return { from: this.from, to: this.to, set: this.set, sets: this.sets };
  }

  /** @returns false if the step is cut already */
  add(from: number, to: number, reason: readonly number[]): boolean {
    const { never, made } = this.decided;
    if (reason.some((fix) => made.has(fix))) return false;
    const fixes = reason.filter((fix) => !never.has(fix));
    const key = fixes.join();
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.sets.push(fixes) - 1));
    this.from.push(from);
    this.to.push(to);
    this.set.push(number);
    return true;
  }
}

/** Enabled accounts that are older, and whose last logon was collected. */
function unusedAccounts(graph: MemoryGraph): number[] {
  const [enabled, logon, created] = ['enabled', 'lastlogontimestamp', 'whencreated'].map((name) =>
    graph.property(name),
  );
  const newest = new Map<number, number>();
  const logonOf = (node: number) => {
    const value = logon?.(node);
    return typeof value === 'number' && value > 0 ? value : null;
  };
  const marks = accountMarks(graph);
  const accounts = [...marks.keys()].filter((node) => marks[node]! > 0 && enabled?.(node) === true);
  for (const node of accounts) {
    const environment = graph.environmentOf(node);
    newest.set(environment, Math.max(newest.get(environment) ?? 0, logonOf(node) ?? 0));
  }
  return accounts.filter((node) => {
    const [last, since] = [logonOf(node), created?.(node)];
    const limit = newest.get(graph.environmentOf(node))! - unusedSeconds;
    return last !== null && last < limit && typeof since === 'number' && since < limit;
  });
}
