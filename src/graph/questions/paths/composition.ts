import { Kind } from '../../kinds/kind-catalogue.js';
import { EdgeFlag, statedFlags } from '../../store/edge-flag.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { inIds, type PathEdge, type PathSubgraph } from './path-subgraph.js';
import { edgeBetween, ShortestWays } from './shortest-ways.js';

/** The name of a test of nodes that needs properties, which memory does not have. The caller runs it. */
export type NodeTest = string;

/**
 * Names for nodes. `source` and `target` are the ends of the derived edge, `principal` is the one whose groups count: the source, unless a
 * step names another one.
 */
type NodeName = 'source' | 'target' | 'principal' | 'domain' | 'authority' | 'template';

/** Edges from a node, and a test of the node at their other end. */
export interface Step {
  readonly kinds: readonly number[];
  readonly direction: Direction;
  /** The principal's end of the edge may be any group that it is in, or everybody: Authenticated Users or Everyone, with their groups. */
  readonly byGroups?: true;
  /** Any number of edges, maybe none, to every node that passes. */
  readonly repeats?: true;
  /** It is the node of this name. */
  readonly at?: NodeName;
  /** It is not the node of this name. */
  readonly except?: NodeName;
  /** One of the kinds that are shown. */
  readonly shownAs?: readonly number[];
  /** The node is in the same domain or tenant as the one of this name. */
  readonly inEnvironmentOf?: NodeName;
  readonly test?: NodeTest;
  /** Names the node for the next steps. */
  readonly as?: NodeName;
  /** Steps from that node. All must succeed, unless they are optional. */
  readonly next?: readonly Step[];
  /** The step may fail. Its edges are shown if it succeeds. */
  readonly isOptional?: true;
  /** The step must fail. */
  readonly isAbsent?: true;
}

/** One reason for a derived edge. */
export interface Reason {
  /** `environment`: the domain of the target. */
  readonly from: 'source' | 'target' | 'environment';
  /** Names the node where the steps begin. */
  readonly as?: NodeName;
  readonly sourceTest?: NodeTest;
  /** The target has one of these kinds, as it is shown. */
  readonly targetKinds?: readonly number[];
  readonly targetTest?: NodeTest;
  /** All must succeed, unless they are optional. */
  readonly steps: readonly Step[];
}

interface CompositionArguments {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly reasons: readonly Reason[];
  /** Authenticated Users and Everyone of all domains. */
  readonly everybody: readonly number[];
  /** The nodes of domains by their object ids. */
  readonly domains: Readonly<Record<string, number>>;
  /** A test that local administrators fail: groups do not lead over them. */
  readonly followedGroups: NodeTest;
  /** Nodes by the test that they pass; null: the answer has the nodes to be tested, and nothing else. */
  readonly passed: Readonly<Record<NodeTest, readonly number[]>> | null;
}

interface Composition extends PathSubgraph {
  readonly isFound: boolean;
  /** By test. */
  readonly toTest: Readonly<Record<NodeTest, readonly number[]>>;
}

/** Maximum number of edges in an answer. */
export const maxEdges = 10_000;

/** The edges from which a derived edge follows. An edge that a source states, or that has no such reason, is explained by itself. */
export function composition(graph: MemoryGraph, args: CompositionArguments, interrupt: Interrupt): Composition {
  const { kind, reasons, passed } = args;
  const [source, target] = [graph.placeOf(args.source), graph.placeOf(args.target)];
  const flags = graph.flagsOf(source, kind, target);
  const nothing = { ids: [], edges: [], truncated: false, isFound: flags !== undefined, toTest: {} };
  if (flags === undefined) return nothing;
  const explanation = new Explanation(graph, args, { source, target, principal: source }, interrupt);
  const edges = flags & EdgeFlag.Derived ? reasons.flatMap((reason) => explanation.edgesOf(reason) ?? []) : [];
  if (!passed) return { ...nothing, toTest: explanation.toTest };
  if (flags & statedFlags || edges.length === 0) edges.unshift([source, kind, target, flags]);
  const distinct = [...new Map(edges.map((edge) => [edge.slice(0, 3).join(' '), edge])).values()];
  const shown = distinct.slice(0, maxEdges);
  const ids = [...new Set([source, target, ...shown.flatMap(([from, , to]) => [from, to])])];
  const truncated = explanation.isCut || shown.length < distinct.length;
  return { ...nothing, ...inIds(graph, { ids, edges: shown, truncated }) };
}

type Ends = Readonly<Record<'source' | 'target' | 'principal', number>>;
type Names = Ends & Readonly<Partial<Record<NodeName, number>>>;

class Explanation {
  /** Whether there are more edges. */
  isCut = false;
  private readonly tested = new Map<NodeTest, Set<number>>();
  private readonly passing: ReadonlyMap<NodeTest, ReadonlySet<number>> | null;
  private readonly groups = new Map<number, ShortestWays>();
  private readonly groupsOfEverybody: ShortestWays;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly args: CompositionArguments,
    private readonly ends: Ends,
    private readonly interrupt: Interrupt,
  ) {
    this.passing =
      args.passed && new Map(Object.entries(args.passed).map(([test, ids]) => [test, new Set(graph.nodesOf(ids))]));
    this.groupsOfEverybody = this.groupsOf(graph.nodesOf(args.everybody));
  }

  get toTest(): Composition['toTest'] {
    return Object.fromEntries([...this.tested].map(([test, nodes]) => [test, this.graph.idsOf([...nodes])]));
  }

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
    const id = this.args.domains[this.graph.environments[this.graph.environmentOf(node)] ?? ''];
    return id === undefined ? undefined : this.graph.placeOf(id);
  }

  /** @returns null if a step fails */
  private follow(node: number, steps: readonly Step[], names: Names): PathEdge[] | null {
    const edges: PathEdge[] = [];
    for (const step of steps) {
      const found = step.repeats ? this.repeated(node, step, names) : this.once(node, step, names);
      // Before the tests are run, all nodes pass, so that more steps succeed.
      if (step.isAbsent ? found && this.passing : !found && !step.isOptional) return null;
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
    const ways = new ShortestWays(this.graph, [node], step.kinds, step.direction, () => true, this.interrupt);
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
    return new Set([...this.ownGroups(principal).nodes, ...this.groupsOfEverybody.nodes]);
  }

  private edgesToGroup(principal: number, group: number): PathEdge[] | null {
    const ways = [this.ownGroups(principal), this.groupsOfEverybody].filter((it) => it.has(group));
    return ways.length > 0 ? ways.flatMap((it) => it.edgesTo(group)) : null;
  }

  private ownGroups(principal: number): ShortestWays {
    let groups = this.groups.get(principal);
    if (!groups) this.groups.set(principal, (groups = this.groupsOf([principal])));
    return groups;
  }

  /** Local administrators have no groups and no members here. */
  private groupsOf(principals: readonly number[]): ShortestWays {
    const isFollowed = (group: number) => this.passes(this.args.followedGroups, group);
    const kinds = principals.some(isFollowed) ? [Kind.MemberOf, Kind.MemberOfLocalGroup] : [];
    return new ShortestWays(this.graph, principals, kinds, 'out', isFollowed, this.interrupt);
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
    if (this.passing) return this.passing.get(test)?.has(node) ?? false;
    const nodes = this.tested.get(test) ?? new Set<number>();
    this.tested.set(test, nodes.add(node));
    return true;
  }
}
