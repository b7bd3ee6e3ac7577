import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';

/** An edge by ids. Kind 0: the account itself, which may be disabled. */
export type PlanEdge = readonly [source: number, kind: number, target: number];

/** A fix; nodes are ids. */
export interface ResultFix {
  readonly sort: FixSort;
  readonly at: number;
  /** Null: none. */
  readonly by: number | null;
  readonly cost: number;
  /** The origin of an inherited entry is not stated. */
  readonly isGuessed: boolean;
  /** Edges between accounts and ends that it helps to cut, and the objects at their ends. */
  readonly edges: number;
  readonly objects: number;
  /** Kind of most of these edges; 0: none. */
  readonly kind: number;
  /** Null if no stage has the fix. */
  readonly takesAway: LostUses | null;
}

/** Rights that accounts have today, by themselves or by membership, and not after a fix. */
export interface LostUses {
  readonly accounts: number;
  /** Of an account and an object. */
  readonly pairs: number;
  /** There are more. */
  readonly isCut: boolean;
}

export interface ResultWay {
  readonly account: number;
  /** The accounts for which it stands. */
  readonly accounts: number;
  /** In parts of the denominator. */
  readonly weight: number;
  readonly edges: readonly PlanEdge[];
  /** Whether it leads over nodes that the caller does not see: then it has no edges. Absent: no. */
  readonly isHidden?: true;
  /** All fixes that cut the way, as numbers in {@link PlanResult.fixes}. */
  readonly fixes: readonly number[];
}

export interface ResultStage {
  readonly cost: number;
  readonly remaining: number;
  readonly isProven: boolean;
  /** Numbers in {@link PlanResult.fixes}. */
  readonly fixes: readonly number[];
  /** Accounts that had no way at the former stage, and have one again. */
  readonly comesBack: number;
  /** After each fix, in this order, of all before it. */
  readonly remainingAfter: readonly number[];
  /** Whether a view of the graph with the fixes applied leaves exactly these accounts. */
  readonly isChecked: boolean;
  /** How many accounts the view leaves. */
  readonly accounts: number;
  /** How many are left if all is derived again from the facts that the fixes leave; null: nobody derived. */
  readonly derived: number | null;
  readonly certificate: ResultCertificate | null;
}

export interface ResultCertificate {
  /** `price[0] * cost + price[1] * accounts` is the least; null: no account may stay. */
  readonly price: readonly [cost: number, account: number] | null;
  readonly denominator: number;
  readonly sum: number;
  readonly bound: number;
  readonly boundBy: 'ways' | 'search';
  readonly ways: readonly ResultWay[];
  /** Number of all ways; `ways` may be the heaviest of them. */
  readonly wayCount: number;
}

/** All that is found of one version of a graph, as plain data. */
export interface PlanResult {
  readonly version: number;
  /** Accounts; with weights, the sum of their weights, as all numbers of accounts. */
  readonly exposed: number;
  readonly structural: {
    readonly count: number;
    readonly accounts: readonly Pick<ResultWay, 'account' | 'edges' | 'isHidden'>[];
  };
  readonly fixes: readonly ResultFix[];
  /** The first one is without a fix; the last one is the complete plan. */
  readonly stages: readonly ResultStage[];
  /** Proven of all plans: `cost × its price + accounts × its price` is no less than the bound. */
  readonly lines: readonly { readonly a: number; readonly b: number; readonly bound: number }[];
  /** There may be more stages. */
  readonly isCut: boolean;
  /** Edges whose many reasons are held for one, so that the bound may be too high. */
  readonly simplified: number;
  /** Derived edges that no reason explains. */
  readonly unexplained: number;
  /** Nodes whose stated cost is none. */
  readonly badCosts: number;
}
