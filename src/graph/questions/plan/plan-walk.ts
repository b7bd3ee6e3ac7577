import type { Interrupt } from '../interrupt.js';
import type { PlanModel } from './plan-model.js';

/** `a * cost + b * accounts that stay` is to be the least. `b` infinite: no account may stay. */
export interface Price {
  readonly a: number;
  readonly b: number;
}

/** A way of an account: each plan holds one of its fixes, unless the account may stay. */
export interface WayRow {
  readonly node: number;
  /** By their ranks. */
  readonly fixes: readonly number[];
  readonly steps: readonly number[];
}

export interface WeightedWay {
  readonly row: WayRow;
  readonly weight: number;
}

export interface FoundPlan {
  readonly fixes: ReadonlySet<number>;
  readonly cost: number;
  /** Accounts, or those that stand for some, with a way. */
  readonly left: readonly number[];
  readonly remaining: number;
  /** All places with a way. */
  readonly open: ReadonlySet<number>;
  readonly value: number;
}

interface Separated {
  readonly added: readonly WayRow[];
  readonly plan: ReadonlySet<number>;
  /** Their weights add up to a lower bound if nothing was chosen before. */
  readonly ways: readonly WeightedWay[];
}

const noStep = -1;
const isEndMark = -2;
const interruptMask = 0xffff;

export const valueOf = ({ a, b }: Price, cost: number, remaining: number) =>
  a * cost + (remaining > 0 ? b * remaining : 0);

/** What ways may still take of fixes, and of accounts that may stay. */
class Rooms {
  private readonly ofFix: Float64Array;
  /** By place; null: no account may stay. */
  private readonly ofPlace: Float64Array | null;

  constructor(
    private readonly model: PlanModel,
    { a, b }: Price,
  ) {
    this.ofFix = Float64Array.from(model.costs, (cost) => a * cost);
    this.ofPlace = b === Infinity ? null : Float64Array.from(model.under, (accounts) => accounts * b);
  }

  leave(places: Iterable<number>): void {
    if (this.ofPlace) for (const place of places) this.ofPlace[place] = 0;
  }

  mayStay(node: number): boolean {
    return this.ofPlace !== null && this.model.chain(node).some((place) => this.ofPlace![place]! <= 0);
  }

  take({ node, fixes }: WayRow): { weight: number; usedUp: number[] } {
    const chain = this.ofPlace ? this.model.chain(node) : [];
    const rooms = [...fixes.map((fix) => this.ofFix[fix]!), ...chain.map((place) => this.ofPlace![place]!)];
    const weight = Math.min(...rooms);
    for (const place of chain) this.ofPlace![place]! -= weight;
    for (const fix of fixes) this.ofFix[fix]! -= weight;
    return { weight, usedUp: fixes.filter((fix) => this.ofFix[fix]! <= 0) };
  }
}

/** Finds ways that fixes leave. */
export class PlanWalk {
  readonly rows: WayRow[] = [];
  private readonly keys = new Set<string>();
  /** By set: how many of its fixes are chosen. */
  private readonly cut: Int32Array;
  /** By place: the first step of a shortest way. */
  private readonly next: Int32Array;
  private readonly queue: Int32Array;

  constructor(
    readonly model: PlanModel,
    private readonly interrupt: Interrupt,
  ) {
    this.cut = new Int32Array(model.sets.length);
    this.next = new Int32Array(model.size);
    this.queue = new Int32Array(model.size);
  }

  private put(fix: number, by: number): void {
    const { start, list } = this.model.setsOf;
    for (let at = start[fix]!; at < start[fix + 1]!; at++) this.cut[list[at]!]! += by;
  }

  /** Walks backward from the ends. @returns how many places `queue` has */
  private walk(): number {
    const { from, set, isEnd, into } = this.model;
    const { next, queue, cut } = this;
    this.interrupt.check();
    let last = 0;
    next.fill(noStep);
    for (const [node, it] of isEnd.entries())
      if (it) {
        next[node] = isEndMark;
        queue[last++] = node;
      }
    for (let first = 0; first < last; first++) {
      if ((first & interruptMask) === interruptMask) this.interrupt.check();
      const node = queue[first]!;
      for (let at = into.start[node]!; at < into.start[node + 1]!; at++) {
        const step = into.list[at]!;
        const other = from[step]!;
        if (next[other] !== noStep || cut[set[step]!]! > 0) continue;
        next[other] = step;
        queue[last++] = other;
      }
    }
    return last;
  }

  /**
   * Collects ways that `chosen` leaves. Each takes of its fixes, and of the price of its account, what the tightest of them has left; a fix that
   * is used up is chosen. It ends when no account has a way that may not stay, so that the chosen fixes are a plan.
   */
  separate(chosen: Iterable<number>, left: Iterable<number>, price: Price): Separated {
    const rooms = new Rooms(this.model, price);
    rooms.leave(left);
    const plan = new Set(chosen);
    for (const fix of plan) this.put(fix, 1);
    const [added, ways]: [WayRow[], WeightedWay[]] = [[], []];
    for (let hasGrown = true; hasGrown;) {
      hasGrown = false;
      const isBroken = new Uint8Array(this.model.size);
      for (let first = 0, last = this.walk(); first < last; first++) {
        const node = this.queue[first]!;
        if (!this.mustBeCut(node) || rooms.mayStay(node)) continue;
        const row = this.rowFrom(node, isBroken);
        if (!row) continue;
        const { weight, usedUp } = rooms.take(row);
        for (const fix of usedUp) {
          if (plan.has(fix)) continue;
          plan.add(fix);
          this.put(fix, 1);
        }
        if (weight > 0) ways.push({ row, weight });
        if (this.add(row)) added.push(row);
        hasGrown = true;
      }
    }
    for (const fix of plan) this.put(fix, -1);
    return { added, plan, ways };
  }

  /** Whether accounts are under the place, and no base of it is open that stands for them. */
  private mustBeCut(node: number): boolean {
    const base = this.model.base[node]!;
    return this.model.under[node]! > 0 && this.next[node]! >= 0 && (base < 0 || this.next[base] === noStep);
  }

  /** @returns null if a step of the way was cut since the walk */
  private rowFrom(node: number, isBroken: Uint8Array): WayRow | null {
    const { from, to, set, sets, ranks } = this.model;
    const steps: number[] = [];
    let here = node;
    for (let step = this.next[here]!; step >= 0; step = this.next[here]!) {
      if (isBroken[here] === 1 || this.cut[set[step]!]! > 0) {
        for (const passed of steps) isBroken[from[passed]!] = 1;
        isBroken[here] = 1;
        return null;
      }
      steps.push(step);
      here = to[step]!;
    }
    const fixes = new Set(steps.flatMap((step) => sets[set[step]!]!));
    return { node, fixes: [...fixes].toSorted((one, other) => ranks[one]! - ranks[other]!), steps };
  }

  private add(row: WayRow): boolean {
    const key = `${row.node}:${row.fixes.join()}`;
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    this.rows.push(row);
    return true;
  }

  /** The accounts with a way, or those that stand for some, if these fixes are chosen. */
  leftBy(fixes: Iterable<number>): readonly number[] {
    const { model, next, queue } = this;
    const chosen = [...fixes];
    for (const fix of chosen) this.put(fix, 1);
    const open = queue.subarray(0, this.walk());
    for (const fix of chosen) this.put(fix, -1);
    return [...open].filter((node) => model.weight[node]! > 0 && next[node] !== isEndMark);
  }

  /** Takes fixes out of a plan if that costs nothing: dear ones first, then those that are far from the ends. */
  reduced(plan: Iterable<number>, price: Price): FoundPlan {
    const { model, next, queue } = this;
    const kept = new Set(plan);
    for (const fix of kept) this.put(fix, 1);
    let last = this.walk();
    const { costs, distance, ranks } = model;
    const order = [...kept].toSorted(
      (one, other) => costs[other]! - costs[one]! || distance[other]! - distance[one]! || ranks[other]! - ranks[one]!,
    );
    for (const fix of order) {
      this.put(fix, -1);
      const first = last;
      const opened = this.open(fix, last, price);
      if (opened.worth <= price.a * costs[fix]!) {
        kept.delete(fix);
        last = opened.last;
        continue;
      }
      for (last = opened.last; last > first;) next[queue[--last]!] = noStep;
      this.put(fix, 1);
    }
    const open = [...queue.subarray(0, last)];
    for (const fix of kept) this.put(fix, -1);
    const left = open.filter((node) => model.weight[node]! > 0 && next[node] !== isEndMark);
    const cost = model.costOf(kept);
    const remaining = left.reduce((sum, node) => sum + model.weight[node]!, 0);
    return { fixes: kept, cost, left, remaining, open: new Set(open), value: valueOf(price, cost, remaining) };
  }

  /** Goes on with the last walk over what a fix cut, until it costs more than the fix. */
  private open(fix: number, first: number, price: Price): { worth: number; last: number } {
    const { from, to, set, weight, setsOf, stepsOf, into, costs } = this.model;
    const { next, queue, cut } = this;
    let [worth, last] = [0, first];
    const follow = (step: number) => {
      const node = from[step]!;
      if (next[node] !== noStep || cut[set[step]!]! > 0) return;
      next[node] = step;
      queue[last++] = node;
      if (weight[node]! > 0) worth += weight[node]! * price.b;
    };
    for (let at = setsOf.start[fix]!; at < setsOf.start[fix + 1]!; at++) {
      const own = setsOf.list[at]!;
      for (let index = stepsOf.start[own]!; index < stepsOf.start[own + 1]!; index++)
        if (next[to[stepsOf.list[index]!]!] !== noStep) follow(stepsOf.list[index]!);
    }
    for (let at = first; at < last && worth <= price.a * costs[fix]!; at++)
      for (let index = into.start[queue[at]!]!; index < into.start[queue[at]! + 1]!; index++) follow(into.list[index]!);
    return { worth, last };
  }
}
