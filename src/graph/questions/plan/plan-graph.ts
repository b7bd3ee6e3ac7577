import { kindSetOf, type KindSet } from '../../memory/kind-set.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { isPartOfContainer } from '../../reach/container-states.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { nodeOf, placesOf, walkedGraph, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import { accountMarks } from '../nodes/account-marks.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { reachedFrom } from '../nodes/reached-from.js';
import type { Alternatives } from './alternatives.js';
import { containerFixes } from './container-fixes.js';
import type { Fix, FixTable } from './fix-table.js';
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

interface AskedGraph {
  readonly kinds: readonly number[] | null;
  readonly held?: boolean | undefined;
  /** As the caller sees it. Accounts of the rest do not count. */
  readonly seen: MemoryGraph;
  /** By node: how many accounts it counts for; one if it is absent. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Accounts and ends of a plan, and the edges that it follows. */
export class PlanGraph {
  readonly walked: WalkedGraph;
  readonly kinds: KindSet;
  /** By node. */
  readonly isAccount: Uint8Array;
  readonly endPlaces: readonly number[];
  /** By step that {@link steps} made: its edge, by places and kind; null: an account that may be disabled. */
  edges: (readonly [source: number, kind: number, target: number])[] = [];
  /** Whether the caller sees the whole graph, and both ends of an edge. */
  readonly seesAll: boolean;
  readonly sees: (edge: readonly [source: number, kind: number, target: number]) => boolean;
  private readonly marks = new NodeMarks();
  private readonly counts: ReadonlyMap<number, number>;
  private readonly rank: (node: number) => number;
  /** By place of the steps. */
  private nodes: number[] = [];
  /** Accounts that may be disabled. They have places of their own behind all others. */
  private readonly unused: readonly number[];

  /** @param among ids of the accounts that count; null: all */
  constructor(
    readonly graph: MemoryGraph,
    ends: readonly number[],
    among: readonly number[] | null,
    { kinds, held, seen, counts }: AskedGraph,
    private readonly interrupt: Interrupt,
  ) {
    this.rank = graph.ranks('objectidRank');
    this.walked = walkedGraph(graph, held);
    this.kinds = kindSetOf(kinds);
    this.seesAll = seen.data === graph.data;
    this.sees = ([source, , target]) => seen.exists(source) && seen.exists(target);
    this.isAccount = accountMarks(seen, among).map((mark) => (mark === 0 ? 0 : 1));
    for (const end of ends) this.isAccount[end] = 0;
    this.endPlaces = placesOf(this.walked, ends);
    this.counts = counts;
    for (const [node, count] of counts) if (count === 0) this.isAccount[node] = 0;
    this.unused = unusedAccounts(seen)
      .filter((node) => this.isAccount[node] === 1)
      .toSorted((one, other) => this.rank(one) - this.rank(other));
  }

  /** The node at a place of the steps. */
  nodeOf(place: number): number {
    return this.nodes[place]!;
  }

  /** How many accounts of a plan an account counts for. */
  countOf(node: number): number {
    return this.counts.get(node) ?? 1;
  }

  /** The accounts that reach an end in a view of the graph. */
  exposedIn(view: WalkedGraph): number[] {
    const reached = reachedFrom(view, this.endPlaces, 'in', this.kinds, this.marks, this.interrupt);
    return reached.filter((place) => place < this.graph.size && this.isAccount[place] === 1);
  }

  /**
   * The steps that lie between accounts and ends. Places, steps and ranks are in the order of object ids, so that equal graphs have equal plans
   * whatever their numbers of nodes are.
   */
  steps(
    cutting: (source: number, kind: number, target: number, flags: number) => Alternatives,
    table: FixTable,
    decided: DecidedFixes,
  ): PlanSteps {
    const { walked, endPlaces, interrupt } = this;
    const places = this.placesBetween();
    const numberOf = new Int32Array(walked.size).fill(-1);
    for (const [number, place] of places.entries()) numberOf[place] = number;
    const size = places.length + this.unused.length;
    const [counted, isEnd] = [new Float64Array(size), new Uint8Array(size)];
    counted.set(places.map((place) => (this.isAccount[place] === 1 ? this.countOf(place) : 0)));
    for (const place of endPlaces) if (numberOf[place]! >= 0) isEnd[numberOf[place]!] = 1;
    const steps = new StepColumns(decided);
    this.nodes = [...places.map((place) => nodeOf(walked, place)), ...this.unused];
    this.edges = [];
    for (const [from, place] of places.entries()) {
      if (isEnd[from] === 1) continue;
      interrupt.check();
      const source = this.nodes[from]!;
      for (const [to, kind, flags] of this.followedFrom(place, numberOf)) {
        const target = this.nodes[to]!;
        const isOutOfContainer = walked instanceof HeldGraph && isPartOfContainer(kind) && walked.isContainer(source);
        const reasons = isOutOfContainer
          ? containerFixes(walked, table, [place, kind, target])
          : cutting(source, kind, target, flags);
        for (const reason of reasons) if (steps.add(from, to, reason)) this.edges.push([source, kind, target]);
      }
    }
    this.addDisabling(steps, table, numberOf, counted);
    const costs = table.fixes.map(({ cost }) => cost);
    return { size, ...steps.columns, costs, ranks: ranksOf(table.fixes, this.rank), counts: counted, isEnd };
  }

  /** The steps from the places of accounts that may be disabled to the accounts themselves, which then do not count. @param numberOf by place */
  private addDisabling(steps: StepColumns, table: FixTable, numberOf: Int32Array, counted: Float64Array): void {
    const first = counted.length - this.unused.length;
    for (const [index, account] of this.unused.entries()) {
      const [fix] = table.of('disable', account);
      const [from, to] = [first + index, numberOf[account]!];
      if (fix === undefined || to < 0) continue;
      counted[to] = 0;
      counted[from] = this.countOf(account);
      if (steps.add(from, to, [fix])) this.edges.push([account, 0, account]);
    }
  }

  /** The edges that are followed from a place, in the order of the numbers of their ends. @param numberOf by place; -1: none */
  private followedFrom(place: number, numberOf: Int32Array): (readonly [to: number, kind: number, flags: number])[] {
    const { walked, kinds } = this;
    const found: (readonly [to: number, kind: number, flags: number])[] = [];
    walked.edgesFrom(place, (kind, target, flags) => {
      const to = numberOf[target]!;
      if ((kinds === null || kinds[kind] === 1) && to >= 0 && target !== place) found.push([to, kind, flags]);
      return false;
    });
    return found.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  }

  /** The places that accounts reach, and that reach ends. */
  private placesBetween(): number[] {
    const { walked, endPlaces, interrupt, kinds, marks, rank } = this;
    const backward = new Uint8Array(walked.size);
    for (const place of reachedFrom(walked, endPlaces, 'in', kinds, marks, interrupt)) backward[place] = 1;
    const accounts = [...this.isAccount.keys()].filter((node) => this.isAccount[node] === 1);
    return reachedFrom(walked, accounts, 'out', kinds, marks, interrupt)
      .filter((place) => backward[place] === 1)
      .toSorted((one, other) => rank(nodeOf(walked, one)) - rank(nodeOf(walked, other)) || one - other);
  }
}

/** The places of fixes in the order of their sorts and objects. */
function ranksOf(fixes: readonly Fix[], rank: (node: number) => number): Int32Array {
  const order = [...fixes.keys()].toSorted((first, second) => {
    const [one, other] = [fixes[first]!, fixes[second]!];
    if (one.sort !== other.sort) return one.sort < other.sort ? -1 : 1;
    return rank(one.at) - rank(other.at) || (one.by < 0 ? 0 : rank(one.by) - rank(other.by));
  });
  const ranks = new Int32Array(order.length);
  for (const [place, fix] of order.entries()) ranks[fix] = place;
  return ranks;
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
