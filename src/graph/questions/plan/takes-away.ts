import { Kind } from '../../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { isAccountKind } from '../nodes/account-marks.js';
import type { PathEdge } from '../paths/path-subgraph.js';
import type { Fix } from './fix-table.js';
import type { PlanCheck } from './plan-check.js';
import type { LostUses } from './plan-result.js';

const memberships: readonly number[] = [Kind.MemberOf, Kind.MemberOfLocalGroup, Kind.AZMemberOf];

/** Nodes that are visited for one fix. What is counted until then is a lower bound. */
const maxVisited = 2_000_000;

/** A right, and the principals that have it by an edge that a fix cuts. */
interface Right {
  readonly kind: number;
  readonly target: number;
  readonly by: Set<number>;
}

/** Counts who uses the rights that a fix takes away: it warns, and decides nothing. */
export class TakesAway {
  private visited = 0;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly check: Pick<PlanCheck, 'cutEdges'>,
    private readonly interrupt: Interrupt,
    /** As the caller sees it: others do not count. */
    private readonly seen = graph,
  ) {}

  of(number: number, fix: Fix): LostUses {
    this.visited = 0;
    const cut = this.check.cutEdges(new Set([number]));
    const isCut = edgeTest(cut);
    const accounts = new Set<number>();
    let pairs = 0;
    for (const { kind, target, by } of this.rightsOf(fix, cut)) {
      if (!this.seen.exists(target)) continue;
      const kept =
        fix.sort === 'template' ? new Set<number>() : this.membersOf(this.holders(kind, target, isCut), isCut);
      for (const account of this.membersOf(by, () => false)) {
        if (kept.has(account) || !isAccountKind(this.seen.kindOf(account))) continue;
        accounts.add(account);
        pairs++;
      }
      if (this.visited > maxVisited) break;
    }
    return { accounts: accounts.size, pairs, isCut: this.visited > maxVisited };
  }

  /** The rights of the edges that a fix cuts; for a template, of those who enroll in it; for a membership, of the groups. */
  private rightsOf({ sort, at }: Fix, cut: readonly PathEdge[]): Iterable<Right> {
    const rights = new Map<string, Right>();
    const add = (kind: number, target: number, holder: number) => {
      const key = `${kind} ${target}`;
      const right = rights.get(key) ?? { kind, target, by: new Set() };
      rights.set(key, right);
      right.by.add(holder);
    };
    if (sort === 'template') {
      this.graph.sources(at, Kind.Enroll, (holder) => add(Kind.Enroll, at, holder));
      return rights.values();
    }
    for (const [source, kind, target] of cut) {
      if (!memberships.includes(kind)) add(kind, target, source);
      else for (const group of this.groupsOf(target)) this.rightsBy(group, (of, end) => add(of, end, source));
    }
    return rights.values();
  }

  private rightsBy(group: number, visit: (kind: number, target: number) => void): void {
    this.graph.edgesOf('out', group, null, (target, kind) => {
      this.visited++;
      if (!memberships.includes(kind)) visit(kind, target);
      return this.visited > maxVisited;
    });
  }

  private groupsOf(group: number): Set<number> {
    const groups = new Set([group]);
    // The loop visits the groups that it adds.
    for (const one of groups)
      for (const kind of memberships) this.graph.targets(one, kind, (outer) => groups.add(outer));
    return groups;
  }

  private holders(kind: number, target: number, isCut: EdgeTest): Set<number> {
    const holders = new Set<number>();
    this.graph.sources(target, kind, (source) => {
      this.visited++;
      if (!isCut(source, kind, target)) holders.add(source);
    });
    return holders;
  }

  /** Principals and all their members. */
  private membersOf(principals: Iterable<number>, isCut: EdgeTest): Set<number> {
    const members = new Set(principals);
    // The loop visits the members that it adds.
    for (const one of members) {
      this.interrupt.check();
      for (const kind of memberships)
        this.graph.sources(one, kind, (member) => {
          this.visited++;
          if (!isCut(member, kind, one)) members.add(member);
        });
      if (this.visited > maxVisited) break;
    }
    return members;
  }
}

type EdgeTest = (source: number, kind: number, target: number) => boolean;

function edgeTest(edges: readonly PathEdge[]): EdgeTest {
  const keys = new Set(edges.map(([source, kind, target]) => `${source} ${kind} ${target}`));
  return (source, kind, target) => keys.has(`${source} ${kind} ${target}`);
}
