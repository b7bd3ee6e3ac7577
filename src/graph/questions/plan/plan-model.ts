import { type NumberLists, numberLists } from './number-lists.js';

/** A graph whose steps may be cut. */
export interface PlanSteps {
  /** Number of places. */
  readonly size: number;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** By step: the index in `sets` of the fixes that cut it. */
  readonly set: ArrayLike<number>;
  /** Fixes, by their ranks. One of them is enough to cut a step. An empty set: nobody cuts it. */
  readonly sets: readonly (readonly number[])[];
  /** By fix: whole numbers from 1. */
  readonly costs: readonly number[];
  /** By fix: its place in an order that is the same for equal graphs. */
  readonly ranks: ArrayLike<number>;
  /** By place: how many accounts it counts for; 0: no account. */
  readonly counts: Float64Array;
  readonly isEnd: Uint8Array;
}

/** Marks what reaches the seeds, or what they reach. @param passes whether a step may be used */
function reached(
  seeds: Uint8Array,
  near: NumberLists,
  far: ArrayLike<number>,
  passes: (step: number) => boolean,
): Uint8Array {
  const mark = seeds.slice();
  const queue: number[] = [];
  for (const [node, isSeed] of seeds.entries()) if (isSeed) queue.push(node);
  for (const node of queue)
    for (let at = near.start[node]!; at < near.start[node + 1]!; at++) {
      const step = near.list[at]!;
      const other = far[step]!;
      if (mark[other] === 1 || !passes(step)) continue;
      mark[other] = 1;
      queue.push(other);
    }
  return mark;
}

/** The steps between accounts and ends. Accounts that a way leads from which no fix cuts are left out: they are structural. */
export class PlanModel {
  readonly size: number;
  /** By step: its number in the input. */
  readonly steps: readonly number[];
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly set: Int32Array;
  readonly sets: readonly (readonly number[])[];
  readonly costs: readonly number[];
  readonly ranks: ArrayLike<number>;
  readonly isEnd: Uint8Array;
  /** Steps by the place that they lead to. */
  readonly into: NumberLists;
  /** Sets by fix. */
  readonly setsOf: NumberLists;
  /** Steps by set. */
  readonly stepsOf: NumberLists;
  /** By place: the accounts that it stands for. Accounts that nothing leads to and whose steps are equal are one. */
  readonly weight: Float64Array;
  /** By account: the one that stands for it; -1 for other places. */
  readonly representative: Int32Array;
  /** By place: where a step leads that no fix cuts, so that it has a way if that has one; -1: nowhere. */
  readonly base: Int32Array;
  /** By place: its accounts and all that have it as a base, directly or not. */
  readonly under: Float64Array;
  /** By fix: how far its nearest step is from the ends. */
  readonly distance: Float64Array;
  readonly structural: readonly number[];
  /** How many accounts they count for. */
  readonly structuralCount: number;
  /** Accounts with a way that fixes cut. */
  readonly accounts: number;

  constructor(input: PlanSteps) {
    const { size, sets, costs, ranks, isEnd, counts } = input;
    [this.size, this.sets, this.costs, this.ranks, this.isEnd] = [size, sets, costs, ranks, isEnd];
    const all = numberLists(size, input.to);
    const leads = (step: number) => isEnd[input.from[step]!] !== 1;
    const structural = reached(isEnd, all, input.from, (step) => leads(step) && sets[input.set[step]!]!.length === 0);
    const backward = reached(isEnd, all, input.from, leads);
    const counted = Uint8Array.from(counts, (count, node) =>
      count > 0 && !isEnd[node] && backward[node] && !structural[node] ? 1 : 0,
    );
    this.structural = [...counts.keys()].filter((node) => counts[node]! > 0 && !isEnd[node] && structural[node]);
    this.structuralCount = this.structural.reduce((sum, node) => sum + counts[node]!, 0);
    const forward = reached(counted, numberLists(size, input.from), input.to, leads);
    const used = distinctSteps(
      input,
      (from, to) => from !== to && !isEnd[from] && forward[from] === 1 && backward[to] === 1,
    );
    this.representative = representatives(input, used, counted);
    this.weight = new Float64Array(size);
    for (const [node, one] of this.representative.entries()) if (one >= 0) this.weight[one]! += counts[node]!;
    const kept = used.filter((step) => {
      const from = input.from[step]!;
      return this.representative[from] === -1 || this.representative[from] === from;
    });
    this.steps = kept;
    const pick = (list: ArrayLike<number>) => Int32Array.from(kept, (step) => list[step]!);
    [this.from, this.to, this.set] = [pick(input.from), pick(input.to), pick(input.set)];
    this.into = numberLists(size, this.to);
    this.stepsOf = numberLists(sets.length, this.set);
    const [fixes, ofSet]: [number[], number[]] = [[], []];
    for (const [index, set] of sets.entries())
      for (const fix of set) {
        fixes.push(fix);
        ofSet.push(index);
      }
    this.setsOf = numberLists(costs.length, fixes, ofSet);
    this.base = this.findBases();
    this.under = new Float64Array(size);
    this.accounts = this.weight.reduce((sum, it) => sum + it, 0);
    for (let node = 0; node < size; node++)
      if (this.weight[node]! > 0) for (const place of this.chain(node)) this.under[place]! += this.weight[node]!;
    this.distance = this.findDistances();
  }

  /** A place, and its bases: all of them must stay if it stays. */
  chain(node: number): number[] {
    const places: number[] = [];
    for (let at = node; at >= 0; at = this.base[at]!) places.push(at);
    return places;
  }

  costOf(fixes: Iterable<number>): number {
    let sum = 0;
    for (const fix of fixes) sum += this.costs[fix]!;
    return sum;
  }

  /** The place to which most steps lead is the most useful base. */
  private findBases(): Int32Array {
    const { size, from, to, set, sets } = this;
    const [base, frequency] = [new Int32Array(size).fill(-1), new Int32Array(size)];
    const sure = [...to.keys()].filter((step) => sets[set[step]!]!.length === 0);
    for (const step of sure) frequency[to[step]!]!++;
    for (const step of sure) {
      const known = base[from[step]!]!;
      if (known < 0 || frequency[to[step]!]! > frequency[known]!) base[from[step]!] = to[step]!;
    }
    return withoutCircles(base);
  }

  private findDistances(): Float64Array {
    const level = new Int32Array(this.size).fill(-1);
    const queue: number[] = [];
    for (const [node, isEnd] of this.isEnd.entries()) if (isEnd) queue.push(node);
    for (const node of queue) level[node] = 0;
    for (const node of queue)
      for (let at = this.into.start[node]!; at < this.into.start[node + 1]!; at++) {
        const other = this.from[this.into.list[at]!]!;
        if (level[other]! >= 0) continue;
        level[other] = level[node]! + 1;
        queue.push(other);
      }
    const distance = new Float64Array(this.costs.length).fill(Infinity);
    for (const [step, place] of this.to.entries())
      for (const fix of this.sets[this.set[step]!]!) distance[fix] = Math.min(distance[fix]!, level[place]!);
    return distance;
  }
}

/** @param base is changed */
function withoutCircles(base: Int32Array): Int32Array {
  const isDone = new Uint8Array(base.length);
  for (let node = 0; node < base.length; node++) {
    const path = new Set<number>();
    let at = node;
    for (; at >= 0 && isDone[at] === 0 && !path.has(at); at = base[at]!) path.add(at);
    if (at >= 0 && path.has(at)) base[[...path].at(-1)!] = -1;
    for (const place of path) isDone[place] = 1;
  }
  return base;
}

function distinctSteps({ size, from, to, set }: PlanSteps, isUsed: (from: number, to: number) => boolean): number[] {
  const seen = new Map<number, Set<number>>();
  const used: number[] = [];
  for (let step = 0; step < from.length; step++) {
    if (!isUsed(from[step]!, to[step]!)) continue;
    const ends = from[step]! * size + to[step]!;
    const sets = seen.get(ends);
    if (sets?.has(set[step]!)) continue;
    if (sets) sets.add(set[step]!);
    else seen.set(ends, new Set([set[step]!]));
    used.push(step);
  }
  return used;
}

function representatives({ size, from, to, set }: PlanSteps, used: readonly number[], counted: Uint8Array): Int32Array {
  const isReached = new Uint8Array(size);
  for (const step of used) isReached[to[step]!] = 1;
  const out = numberLists(
    size,
    used.map((step) => from[step]!),
    used,
  );
  const byWays = new Map<string, number>();
  return Int32Array.from({ length: size }, (_, node) => {
    if (counted[node] === 0) return -1;
    if (isReached[node] === 1) return node;
    const steps = [...out.list.subarray(out.start[node], out.start[node + 1])];
    const key = steps
      .map((step) => `${to[step]!}:${set[step]!}`)
      .toSorted()
      .join();
    const known = byWays.get(key);
    if (known === undefined) byWays.set(key, node);
    return known ?? node;
  });
}
