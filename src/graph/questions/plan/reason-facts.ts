import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import { placeOfObject } from '../../memory/place-of-object.js';
import type { Interrupt } from '../interrupt.js';
import { type KnownFacts, PrincipalGroups } from '../paths/principal-groups.js';
import type { NodeName, NodeTest, Reason, Step } from '../paths/reason.js';
import { ShortestWays } from '../paths/shortest-ways.js';
import { type FixSort, sortsOfDomain } from '../../kinds/descriptions/edge-fixes.js';
import { type Alternatives, noReason, type ReasonAlgebra, sureReason } from './alternatives.js';
import type { FixTable } from './fix-table.js';

type Names = Readonly<Partial<Record<NodeName, number>>>;

/** The fixes of the reasons of an edge. */
export type EdgeAlternatives = (source: number, kind: number, target: number) => Alternatives;

/** A step, with the names that it and the steps after it depend on. */
interface KnownStep {
  readonly number: number;
  readonly names: readonly NodeName[];
}

/**
 * Finds all reasons for edges, each as the fixes of the facts that it rests on. What does not depend on the ends of the edge is found once: the
 * chain of an authority, for instance, and the groups of a principal. Of several chains of memberships to one group the shortest counts.
 */
export class ReasonFacts {
  private readonly groups: PrincipalGroups;
  private readonly steps = new Map<Step, KnownStep>();
  private readonly known = new Map<string, Alternatives>();

  constructor(
    private readonly graph: MemoryGraph,
    private readonly facts: KnownFacts,
    private readonly table: FixTable,
    private readonly algebra: ReasonAlgebra,
    private readonly edge: EdgeAlternatives,
    private readonly interrupt: Interrupt,
  ) {
    this.groups = new PrincipalGroups(graph, facts, interrupt);
  }

  of(reason: Reason, source: number, target: number): Alternatives {
    const { from, as, sourceTest, targetKinds, targetTest, targetFixes, steps } = reason;
    if (targetKinds && !targetKinds.includes(this.graph.kindOf(target))) return noReason;
    if (!this.passes(sourceTest, source) || !this.passes(targetTest, target)) return noReason;
    const ends = { source, target };
    const start = from === 'environment' ? this.domainOf(target) : ends[from];
    if (start < 0) return noReason;
    const names: Names = { ...ends, principal: source, ...(as && { [as]: start }) };
    return this.algebra.both(this.fixesAt(targetFixes, target), this.follow(start, steps, names));
  }

  private follow(node: number, steps: readonly Step[], names: Names): Alternatives {
    let all = sureReason;
    for (const step of steps) {
      if (step.isOptional) continue;
      const { tests } = this.facts;
      const before = tests.unanswered;
      const found = this.over(node, step, names);
      // Until a test is run, all nodes pass it, so that more steps succeed.
      if (step.isAbsent && found.length > 0 && tests.unanswered === before) return noReason;
      if (!step.isAbsent) all = this.algebra.both(all, found);
      if (all.length === 0) return noReason;
    }
    return all;
  }

  private over(node: number, step: Step, names: Names): Alternatives {
    const { number, names: needed } = this.described(step);
    const key = `${number} ${node} ${needed.map((name) => names[name] ?? '').join(' ')}`;
    const known = this.known.get(key);
    if (known) return known;
    this.interrupt.check();
    const before = this.facts.tests.unanswered;
    const found = step.repeats ? this.repeated(node, step, names) : this.once(node, step, names);
    if (this.facts.tests.unanswered === before) this.known.set(key, found);
    return found;
  }

  private described(step: Step): KnownStep {
    let known = this.steps.get(step);
    if (!known) this.steps.set(step, (known = { number: this.steps.size, names: [...freeNames(step)] }));
    return known;
  }

  private once(node: number, step: Step, names: Names): Alternatives {
    if (!step.byGroups) return this.edges(node, step, names, () => sureReason);
    const wayTo = (group: number) => this.membership(names.principal!, group);
    if (step.direction === 'in') return this.edges(node, step, names, wayTo);
    const groups = new Set([...this.groups.of(names.principal!).nodes, ...this.groups.ofEverybody.nodes]);
    return this.algebra.any(
      [...groups].map((group) => {
        const found = this.edges(group, step, names, () => sureReason);
        return found.length === 0 ? noReason : this.algebra.both(wayTo(group), found);
      }),
    );
  }

  /** @param wayTo the reasons by which the principal is the other end */
  private edges(node: number, step: Step, names: Names, wayTo: (peer: number) => Alternatives): Alternatives {
    const found: Alternatives[] = [];
    for (const kind of step.kinds)
      this.visitEnds(node, step, kind, names, (peer) => {
        const way = wayTo(peer);
        const rest = way.length === 0 ? noReason : this.arrived(peer, step, names);
        if (rest.length > 0)
          found.push(this.algebra.both(this.edgeOf(step.direction, node, kind, peer), this.algebra.both(way, rest)));
      });
    return this.algebra.any(found);
  }

  private visitEnds(
    node: number,
    { direction, at }: Step,
    kind: number,
    names: Names,
    visit: (peer: number) => void,
  ): void {
    const only = at === undefined ? undefined : names[at];
    if (only === undefined)
      this.graph.somePeer(direction, node, kind, (peer) => {
        visit(peer);
        return false;
      });
    // A group may have many members.
    else if (
      (direction === 'out' ? this.graph.flagsOf(node, kind, only) : this.graph.flagsOf(only, kind, node)) !== undefined
    )
      visit(only);
  }

  private edgeOf(direction: Direction, node: number, kind: number, peer: number): Alternatives {
    return direction === 'out' ? this.edge(node, kind, peer) : this.edge(peer, kind, node);
  }

  private repeated(node: number, step: Step, names: Names): Alternatives {
    const isOpen = (it: number) => this.passes(step.over, it);
    const kinds = isOpen(node) ? step.kinds : [];
    const ways = new ShortestWays(this.graph, [node], kinds, step.direction, isOpen, this.interrupt);
    const found: Alternatives[] = [];
    for (const end of ways.nodes) {
      const rest = this.arrived(end, step, names);
      if (rest.length > 0) found.push(this.algebra.both(this.chain(ways, end), rest));
    }
    return this.algebra.any(found);
  }

  /** By memberships of its own, and as everybody. */
  private membership(principal: number, group: number): Alternatives {
    const ways = [this.groups.of(principal), this.groups.ofEverybody];
    return this.algebra.any(ways.map((it) => (it.has(group) ? this.chain(it, group) : noReason)));
  }

  /** The reasons of one of the shortest chains. */
  private chain(ways: ShortestWays, end: number): Alternatives {
    let all = sureReason;
    for (const [source, kind, target] of ways.oneTo(end)) all = this.algebra.both(all, this.edge(source, kind, target));
    return all;
  }

  private arrived(node: number, step: Step, names: Names): Alternatives {
    if (!this.mayEnd(node, step, names)) return noReason;
    const { fixes, as, next = [] } = step;
    return this.algebra.both(this.fixesAt(fixes, node), this.follow(node, next, as ? { ...names, [as]: node } : names));
  }

  private mayEnd(node: number, { at, except, shownAs, inEnvironmentOf, test }: Step, names: Names): boolean {
    if (at && node !== names[at]) return false;
    if (except && node === names[except]) return false;
    if (shownAs && !shownAs.includes(this.graph.kindOf(node))) return false;
    return (!inEnvironmentOf || this.areTogether(node, names[inEnvironmentOf])) && this.passes(test, node);
  }

  /** The fixes of a property of a node. Some are at its domain. */
  private fixesAt(sorts: readonly FixSort[] | undefined, node: number): Alternatives {
    if (!sorts) return sureReason;
    const fixes = sorts.flatMap((sort) => this.table.of(sort, sortsOfDomain.has(sort) ? this.domainOf(node) : node));
    return [fixes.toSorted((one, other) => one - other)];
  }

  private domainOf(node: number): number {
    const objectid = this.graph.environments[this.graph.environmentOf(node)] ?? '';
    const id = this.facts.domains[objectid];
    return id === undefined ? placeOfObject(this.graph, objectid) : this.graph.placeOf(id);
  }

  private areTogether(node: number, other = -1): boolean {
    const environment = this.graph.environmentOf(node);
    return environment >= 0 && environment === this.graph.environmentOf(other);
  }

  private passes(test: NodeTest | undefined, node: number): boolean {
    return test === undefined || this.facts.tests.passes(test, node);
  }
}

/** The names that a step depends on and does not give itself. */
function freeNames({ at, except, inEnvironmentOf, byGroups, as, next = [] }: Step): Set<NodeName> {
  const names = new Set<NodeName>(next.flatMap((step) => [...freeNames(step)]));
  if (as) names.delete(as);
  for (const name of [at, except, inEnvironmentOf]) if (name) names.add(name);
  if (byGroups) names.add('principal');
  return names;
}
