import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { PathEdge } from './path-subgraph.js';
import { type KnownFacts, PrincipalGroups } from './principal-groups.js';
import type { NodeName, NodeTest, Reason, Step } from './reason.js';
import { edgeBetween, ShortestWays } from './shortest-ways.js';

/** Maximum number of edges of an explanation. */
export const maxEdges = 10_000;

type Ends = Readonly<Record<'source' | 'target' | 'principal', number>>;
type Names = Ends & Readonly<Partial<Record<NodeName, number>>>;

/** Finds the edges by which reasons hold for an edge. */
export class Explanation {
  /** Whether there are more edges. */
  isCut = false;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly facts: KnownFacts,
    private readonly ends: Ends,
    private readonly interrupt: Interrupt,
    private readonly groups = new PrincipalGroups(graph, facts, interrupt),
  ) {}

  /** @returns null if it is no reason for this edge */
  edgesOf({ from, as, sourceTest, targetKinds, targetTest, steps }: Reason): PathEdge[] | null {
    const { source, target } = this.ends;
    if (targetKinds && !targetKinds.includes(this.graph.kindOf(target))) return null;
    if (sourceTest !== undefined && !this.passes(sourceTest, source)) return null;
    if (targetTest !== undefined && !this.passes(targetTest, target)) return null;
    const start = from === 'environment' ? this.domainOf(target) : this.ends[from];
    if (start === undefined) return null;
    return this.follow(start, steps, as ? { ...this.ends, [as]: start } : this.ends);
  }

  private domainOf(node: number): number | undefined {
    const id = this.facts.domains[this.graph.environments[this.graph.environmentOf(node)] ?? ''];
    return id === undefined ? undefined : this.graph.placeOf(id);
  }

  /** @returns null if a step fails */
  private follow(node: number, steps: readonly Step[], names: Names): PathEdge[] | null {
    const edges: PathEdge[] = [];
    for (const step of steps) {
      const { tests } = this.facts;
      const before = tests.unanswered;
      const found = step.repeats ? this.repeated(node, step, names) : this.once(node, step, names);
      // Until a test is run, all nodes pass it, so that more steps succeed.
      if (step.isAbsent ? found && tests.unanswered === before : !found && !step.isOptional) return null;
      if (found && !step.isAbsent) edges.push(...found);
    }
    return edges;
  }

  private once(node: number, step: Step, names: Names): PathEdge[] | null {
    if (!step.byGroups) return this.over(node, step, names, () => []);
    const waysTo = (group: number) => this.edgesToGroup(names.principal, group);
    if (step.direction === 'in') return this.over(node, step, names, waysTo);
    const found = [...this.groupsWith(names.principal)].flatMap((group) => {
      const edges = this.over(group, step, names, () => []);
      return edges ? [[...(waysTo(group) ?? []), ...edges]] : [];
    });
    return found.length > 0 ? found.flat() : null;
  }

  /** @param waysTo returns the edges that lead to the other end; null if it is not wanted */
  private over(
    node: number,
    step: Step,
    names: Names,
    waysTo: (peer: number) => readonly PathEdge[] | null,
  ): PathEdge[] | null {
    const found: PathEdge[] = [];
    let leads = false;
    for (const kind of step.kinds)
      this.graph.somePeer(step.direction, node, kind, (peer) => {
        this.interrupt.check();
        const ways = waysTo(peer);
        const rest = ways && this.arrived(peer, step, names);
        if (!rest) return false;
        leads = true;
        found.push(edgeBetween(this.graph, step.direction, node, kind, peer), ...ways, ...rest);
        return this.isFull(found);
      });
    return leads ? found : null;
  }

  private repeated(node: number, step: Step, names: Names): PathEdge[] | null {
    const { over } = step;
    const isOpen = (it: number) => over === undefined || this.passes(over, it);
    const kinds = isOpen(node) ? step.kinds : [];
    const ways = new ShortestWays(this.graph, [node], kinds, step.direction, isOpen, this.interrupt);
    const found: PathEdge[] = [];
    let leads = false;
    for (const end of ways.nodes) {
      const rest = this.arrived(end, step, names);
      if (!rest) continue;
      leads = true;
      found.push(...ways.edgesTo(end), ...rest);
      if (this.isFull(found)) break;
    }
    return leads ? found : null;
  }

  private isFull(found: readonly PathEdge[]): boolean {
    if (found.length <= maxEdges) return false;
    this.isCut = true;
    return true;
  }

  private groupsWith(principal: number): Set<number> {
    return new Set([...this.groups.of(principal).nodes, ...this.groups.ofEverybody.nodes]);
  }

  /** How a principal is in a group; as everybody only if it is not in it otherwise. */
  private edgesToGroup(principal: number, group: number): PathEdge[] | null {
    return [this.groups.of(principal), this.groups.ofEverybody].find((ways) => ways.has(group))?.edgesTo(group) ?? null;
  }

  /** @returns the edges that follow; null if the step may not lead to the node */
  private arrived(node: number, step: Step, names: Names): PathEdge[] | null {
    if (!this.mayEnd(node, step, names)) return null;
    return this.follow(node, step.next ?? [], step.as ? { ...names, [step.as]: node } : names);
  }

  private mayEnd(node: number, { at, except, shownAs, inEnvironmentOf, test }: Step, names: Names): boolean {
    return (
      (!at || node === names[at]) &&
      (!except || node !== names[except]) &&
      (!shownAs || shownAs.includes(this.graph.kindOf(node))) &&
      (!inEnvironmentOf || this.areTogether(node, names[inEnvironmentOf])) &&
      (test === undefined || this.passes(test, node))
    );
  }

  private areTogether(node: number, other = -1): boolean {
    const environment = this.graph.environmentOf(node);
    return environment >= 0 && environment === this.graph.environmentOf(other);
  }

  private passes(test: NodeTest, node: number): boolean {
    return this.facts.tests.passes(test, node);
  }
}
