/** A plan of fixes as its answer has it: object ids, edges as `source kind target`, and keys of fixes. */
export interface PlainPlan {
  readonly exposed: number;
  readonly structural: { readonly count: number; readonly accounts: readonly PlainWay[] };
  readonly stages: readonly PlainStage[];
}

export interface PlainStage {
  readonly cost: number;
  readonly remaining: number;
  readonly proven: boolean;
  readonly fixes: readonly string[];
  readonly certificate: PlainCertificate | null;
}

export interface PlainCertificate {
  readonly price: readonly [cost: number, account: number] | null;
  readonly denominator: number;
  readonly sum: number;
  readonly bound: number;
  readonly boundBy: 'ways' | 'search';
  readonly ways: readonly (PlainWay & {
    readonly accounts: number;
    readonly weight: number;
    readonly fixes: readonly string[];
  })[];
}

/** Checks by addition that no fix carries more than it costs, and that the ways add up to the bound. */
export function problemsOfSums(
  { price, denominator, sum, bound, boundBy, ways }: PlainCertificate,
  costOf: (fix: string) => number,
): string[] {
  const problems: string[] = [];
  const [ofCost] = price ?? [1];
  if (ways.reduce((total, { weight }) => total + weight, 0) !== sum) problems.push('the weights have another sum');
  for (const fix of new Set(ways.flatMap(({ fixes }) => fixes))) {
    const carried = ways.reduce((total, { weight, fixes }) => total + (fixes.includes(fix) ? weight : 0), 0);
    if (!(carried <= ofCost * denominator * costOf(fix))) problems.push(`${fix} carries ${carried}`);
  }
  const byWays = Math.ceil(sum / denominator);
  if (boundBy === 'ways' ? bound !== byWays : bound <= byWays) problems.push(`the ways prove a bound of ${byWays}`);
  return problems;
}

/** Checks that the edges of a way lead on from its account to an end. */
export function problemsOfChain({ account, edges }: PlainWay, ends: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  let at = account;
  for (const edge of edges) {
    const [source = '', , target = ''] = partsOf(edge);
    if (source !== at) problems.push(`the way of ${account} does not lead on from ${at} by ${edge}`);
    at = target;
  }
  if (!ends.has(at)) problems.push(`the way of ${account} ends at ${at}`);
  return problems;
}

interface PlainWay {
  /** An account, or a group that stands for its members. */
  readonly account: string;
  readonly edges: readonly string[];
}

/** What the checker knows of a graph, beside the answer. */
export interface PlainFacts {
  readonly ends: ReadonlySet<string>;
  readonly isAccount: (node: string) => boolean;
  /** A group whose rights all accounts have. */
  readonly everybody: string;
  /** All fixes of the graph by keys, with their costs. */
  readonly costs: ReadonlyMap<string, number>;
  /** The edges that are stated and that follow if some fixes are made. */
  readonly edgesAfter: (fixes: ReadonlySet<string>) => readonly string[];
}

/** The nodes from which edges lead to an end. */
function reaching(ends: ReadonlySet<string>, edges: readonly string[]): ReadonlySet<string> {
  const sources = new Map<string, string[]>();
  for (const [source = '', , target = ''] of edges.map(partsOf))
    sources.set(target, [...(sources.get(target) ?? []), source]);
  const reached = new Set(ends);
  // The loop visits the nodes that it adds.
  for (const node of reached) for (const source of sources.get(node) ?? []) reached.add(source);
  return reached;
}

/**
 * Checks a plan by the facts of a graph. It shares no code with what makes plans: it walks arrays of edges, looks fixes up in its own table,
 * and adds.
 */
export class PlanChecker {
  private readonly problems: string[] = [];
  /** Accounts that stay whatever is fixed. */
  private readonly structural: ReadonlySet<string>;

  constructor(
    private readonly facts: PlainFacts,
    private readonly plan: PlainPlan,
  ) {
    this.structural = this.exposedAfter(new Set(facts.costs.keys()));
  }

  /** @param keepsProtection whether the fixes of a stage take no protection away, so that no way may open */
  problemsOf(keepsProtection: (fixes: readonly string[]) => boolean): readonly string[] {
    const { stages, structural, exposed } = this.plan;
    this.require(exposed === this.exposedAfter(new Set()).size, 'the plan counts other exposed accounts');
    this.require(structural.count === this.structural.size, 'the plan counts other structural accounts');
    for (const way of structural.accounts) this.checkWay(way, []);
    for (const [index, stage] of stages.entries()) {
      const left = this.exposedAfter(new Set(stage.fixes)).size;
      const claimed = stage.remaining + structural.count;
      this.require(
        keepsProtection(stage.fixes) ? left === claimed : left >= claimed,
        `stage ${index} leaves ${left} accounts, not ${claimed}`,
      );
      this.require(this.costOf(stage.fixes) === stage.cost, `stage ${index} costs ${this.costOf(stage.fixes)}`);
      if (stage.certificate) this.checkCertificate(stage, stage.certificate);
    }
    return this.problems;
  }

  private checkCertificate({ cost, remaining, proven }: PlainStage, certificate: PlainCertificate): void {
    const { price, denominator, sum, bound, ways } = certificate;
    const [ofCost, ofAccount] = price ?? [1, 0];
    const standing = ways.map((way) => this.checkWay(way, way.fixes));
    this.problems.push(...problemsOfSums(certificate, (fix) => this.costOf([fix])));
    for (const [index, accounts] of standing.entries())
      this.require(accounts.length >= ways[index]!.accounts, `${ways[index]!.account} stands for too many accounts`);
    if (price) {
      const spread = spreadOver(
        standing.map((accounts, index) => ({ accounts, weight: ways[index]!.weight })),
        ofAccount * denominator,
      );
      this.require(spread === sum, `accounts carry ${spread} of ${sum}`);
    }
    const value = ofCost * cost + ofAccount * remaining;
    this.require(bound <= value, `the bound is above the value ${value}`);
    this.require(!proven || sum === value * denominator, 'a proven stage has ways that add up to less');
  }

  /**
   * Checks that a way leads from its account to an end although all fixes but its own are made, so that each plan without them leaves it.
   * @returns the accounts that have a way, too, unless one of these fixes is made
   */
  private checkWay(way: PlainWay, fixes: readonly string[]): readonly string[] {
    const { account, edges } = way;
    const made = new Set([...this.facts.costs.keys()].filter((key) => !fixes.includes(key)));
    const alone = this.facts.edgesAfter(made);
    const present = new Set(alone);
    this.problems.push(...problemsOfChain(way, this.facts.ends));
    for (const edge of edges)
      this.require(this.holds(edge, present), `${edge} needs other fixes than ${fixes.join(', ')}`);
    const reached = reaching(this.facts.ends, alone);
    this.require(reached.has(account), `${account} reaches no end by facts of ${fixes.join(', ')} alone`);
    const accounts = [...this.accountsIn(reached)].filter((it) => !this.structural.has(it));
    if (fixes.length > 0) this.require(accounts.length > 0, `no account needs ${fixes.join(', ')}`);
    return accounts;
  }

  /** Whether an edge is there, from its source or a group that this is in: rights of a group follow for the group alone. */
  private holds(edge: string, present: ReadonlySet<string>): boolean {
    const [source = '', kind, target] = partsOf(edge);
    const holders = new Set([source, this.facts.everybody]);
    // The loop visits the groups that it adds.
    for (const member of holders) {
      if (present.has(`${member} ${kind} ${target}`)) return true;
      for (const other of present) {
        const [from, membership, group = ''] = partsOf(other);
        if (from === member && membership === 'MemberOf') holders.add(group);
      }
    }
    return false;
  }

  private exposedAfter(fixes: ReadonlySet<string>): ReadonlySet<string> {
    return this.accountsIn(reaching(this.facts.ends, this.facts.edgesAfter(fixes)));
  }

  private accountsIn(nodes: ReadonlySet<string>): ReadonlySet<string> {
    const { ends, isAccount } = this.facts;
    return new Set([...nodes].filter((node) => isAccount(node) && !ends.has(node)));
  }

  private costOf(fixes: readonly string[]): number {
    return fixes.reduce((sum, fix) => sum + (this.facts.costs.get(fix) ?? NaN), 0);
  }

  private require(isTrue: boolean, problem: string): void {
    if (!isTrue) this.problems.push(problem);
  }
}

function partsOf(edge: string): string[] {
  return edge.split(' ');
}

interface Load {
  readonly accounts: readonly string[];
  readonly weight: number;
}

/** How much of the weights accounts can carry, if each carries up to a limit: by paths that make room. */
function spreadOver(loads: readonly Load[], limit: number): number {
  const carried = new Map<string, Map<number, number>>();
  const roomOf = (account: string) =>
    limit - [...(carried.get(account)?.values() ?? [])].reduce((sum, it) => sum + it, 0);
  const move = (load: number, account: string, amount: number) => {
    const by = carried.get(account) ?? new Map<number, number>();
    by.set(load, (by.get(load) ?? 0) + amount);
    carried.set(account, by);
  };
  const place = (load: number, amount: number, seen: Set<string>): number => {
    for (const account of loads[load]!.accounts) {
      if (seen.has(account)) continue;
      seen.add(account);
      const room = Math.min(amount, roomOf(account));
      if (room > 0) {
        move(load, account, room);
        return room;
      }
      for (const [other, weight] of carried.get(account) ?? []) {
        const moved = weight > 0 && other !== load ? place(other, Math.min(amount, weight), seen) : 0;
        if (moved === 0) continue;
        move(other, account, -moved);
        move(load, account, moved);
        return moved;
      }
    }
    return 0;
  };
  let total = 0;
  for (const [index, { weight }] of loads.entries())
    for (let left = weight, moved = -1; left > 0 && moved !== 0; left -= moved, total += moved)
      moved = place(index, left, new Set());
  return total;
}
