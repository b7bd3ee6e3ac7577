import { type FixSort, fixSorts } from '../../kinds/descriptions/edge-fixes.js';

/** Facts that one person changes in one visit. Nodes are places. */
export interface Fix {
  readonly sort: FixSort;
  /** The object that is changed. */
  readonly at: number;
  /** The trustee or member; -1: none. */
  readonly by: number;
  readonly cost: number;
  /** The nearest container above with an entry of its own of the same trustee: the origin of the inherited one is not collected. */
  isGuessed: boolean;
}

/** Null: nobody makes such fixes. */
export type Costs = Readonly<Partial<Record<FixSort, number | null>>>;

/** Numbers fixes. */
export class FixTable {
  readonly fixes: Fix[] = [];
  private readonly numbers = new Map<string, number>();

  /**
   * @param costsAt of all fixes at a node; null: nothing may be changed there
   * @param sees whether the caller sees a node, and the trustee; -1: there is none
   */
  constructor(
    private readonly costs: Costs,
    private readonly costsAt: ReadonlyMap<number, number | null>,
    private readonly sees: (node: number, by: number) => boolean,
  ) {}

  /** @returns the fix as a list; nothing if nobody may make it */
  of(sort: FixSort, at: number, by = -1): number[] {
    const ofSort = this.costs[sort] === undefined ? fixSorts[sort].cost : this.costs[sort];
    const ofNode = this.costsAt.get(at);
    const cost = ofSort === null || ofNode === undefined ? ofSort : ofNode;
    if (cost === null || at < 0 || !this.sees(at, by)) return [];
    const key = `${sort} ${at} ${by}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.fixes.push({ sort, at, by, cost, isGuessed: false }) - 1;
      this.numbers.set(key, number);
    }
    return [number];
  }

  /** @returns -1 if nothing needed it yet */
  numberOf(sort: FixSort, at: number, by = -1): number {
    return this.numbers.get(`${sort} ${at} ${by}`) ?? -1;
  }
}
