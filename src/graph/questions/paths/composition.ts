import { EdgeFlag, statedFlags } from '../../store/edge-flag.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../kind-set.js';
import { distancesFrom } from './distances-to-ends.js';
import { inIds, type PathEdge, type PathSubgraph, SubgraphBuilder } from './path-subgraph.js';

/** The name of a test of nodes that needs properties, which memory does not have. The caller runs it. */
export type NodeTest = string;

/** Edges from a node, and a test of the node at their other end. */
export interface Step {
  readonly kinds: readonly number[];
  readonly direction: Direction;
  /** Any number of edges, maybe none: all shortest ways to `at`, or to the nearest nodes from which `next` follows. */
  readonly repeats?: true;
  readonly at?: 'source' | 'target';
  /** The kind that is shown. */
  readonly kind?: number;
  /** The node is in the same domain or tenant as the target. */
  readonly isInTargetEnvironment?: true;
  /** Not after a step that repeats. */
  readonly test?: NodeTest;
  /** Steps from that node. All must succeed, unless they are optional. */
  readonly next?: readonly Step[];
  /** The step may fail. Its edges are shown if it succeeds. */
  readonly isOptional?: true;
}

/** One reason for a derived edge. */
export interface Reason {
  readonly from: 'source' | 'target';
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

/** Maximum number of nodes on a way through groups. */
export const maxWayNodes = 1000;

/** The edges from which a derived edge follows. An edge that a source states, or that has no such reason, is explained by itself. */
export function composition(graph: MemoryGraph, args: CompositionArguments, interrupt: Interrupt): Composition {
  const { kind, reasons, passed } = args;
  const [source, target] = [graph.placeOf(args.source), graph.placeOf(args.target)];
  const flags = graph.flagsOf(source, kind, target);
  const nothing = { ids: [], edges: [], truncated: false, isFound: flags !== undefined, toTest: {} };
  if (flags === undefined) return nothing;
  const explanation = new Explanation(graph, { ...args, source, target }, interrupt);
  const edges = flags & EdgeFlag.Derived ? reasons.flatMap((reason) => explanation.edgesOf(reason) ?? []) : [];
  if (!passed) return { ...nothing, toTest: explanation.toTest };
  if (flags & statedFlags || edges.length === 0) edges.unshift([source, kind, target, flags]);
  const distinct = [...new Map(edges.map((edge) => [edge.slice(0, 3).join(' '), edge])).values()];
  const shown = distinct.slice(0, maxEdges);
  const ids = [...new Set([source, target, ...shown.flatMap(([from, , to]) => [from, to])])];
  const truncated = explanation.isCut || shown.length < distinct.length;
  return { ...nothing, ...inIds(graph, { ids, edges: shown, truncated }) };
}

class Explanation {
  /** Whether a way through groups has more nodes. */
  isCut = false;
  private readonly tested = new Map<NodeTest, Set<number>>();
  private readonly passing: ReadonlyMap<NodeTest, ReadonlySet<number>> | null;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly args: CompositionArguments,
    private readonly interrupt: Interrupt,
  ) {
    this.passing =
      args.passed && new Map(Object.entries(args.passed).map(([test, ids]) => [test, new Set(graph.nodesOf(ids))]));
  }

  get toTest(): Composition['toTest'] {
    return Object.fromEntries([...this.tested].map(([test, nodes]) => [test, this.graph.idsOf([...nodes])]));
  }

  /** @returns null if it is no reason for this edge */
  edgesOf({ from, targetKinds, targetTest, steps }: Reason): PathEdge[] | null {
    const { target } = this.args;
    if (targetKinds && !targetKinds.includes(this.graph.kindOf(target))) return null;
    if (targetTest !== undefined && !this.passes(targetTest, target)) return null;
    return this.follow(this.args[from], steps);
  }

  /** @returns null if a step fails */
  private follow(node: number, steps: readonly Step[]): PathEdge[] | null {
    const edges: PathEdge[] = [];
    for (const step of steps) {
      const found = step.repeats ? this.repeated(node, step) : this.once(node, step);
      if (found) edges.push(...found);
      else if (!step.isOptional) return null;
    }
    return edges;
  }

  private once(node: number, step: Step): PathEdge[] | null {
    const found: PathEdge[] = [];
    let leads = false;
    for (const kind of step.kinds)
      this.graph.somePeer(step.direction, node, kind, (peer) => {
        this.interrupt.check();
        const rest = this.arrived(peer, step);
        if (!rest) return false;
        leads = true;
        found.push(this.edge(node, kind, peer, step.direction), ...rest);
        return found.length > maxEdges;
      });
    return leads ? found : null;
  }

  private repeated(node: number, step: Step): PathEdge[] | null {
    if (step.at) return this.between(node, this.args[step.at], step);
    const from = new Map<number, PathEdge[]>([[node, []]]);
    for (let level = [node]; level.length > 0;) {
      const ends = level.flatMap((at) => {
        const rest = this.arrived(at, step);
        return rest ? [{ at, rest }] : [];
      });
      if (ends.length > 0) return ends.flatMap(({ at, rest }) => [...this.wayTo(at, from, step), ...rest]);
      level = this.nextLevel(level, from, step);
    }
    return null;
  }

  /** @param from adds the edges by which each new node is reached */
  private nextLevel(level: readonly number[], from: Map<number, PathEdge[]>, { kinds, direction }: Step): number[] {
    const reached = new Map<number, PathEdge[]>();
    for (const node of level)
      for (const kind of kinds)
        this.graph.somePeer(direction, node, kind, (peer) => {
          this.interrupt.check();
          if (from.has(peer)) return false;
          const edges = reached.get(peer) ?? [];
          edges.push(this.edge(node, kind, peer, direction));
          reached.set(peer, edges);
          return false;
        });
    for (const [node, edges] of reached) from.set(node, edges);
    return [...reached.keys()];
  }

  private wayTo(end: number, from: ReadonlyMap<number, PathEdge[]>, { direction }: Step): PathEdge[] {
    const nodes = new Set([end]);
    const edges: PathEdge[] = [];
    // The loop visits the nodes that it adds.
    for (const node of nodes)
      for (const edge of from.get(node)!) {
        edges.push(edge);
        nodes.add(direction === 'out' ? edge[0] : edge[2]);
      }
    return edges;
  }

  /** All shortest ways between two nodes, searched from both. */
  private between(node: number, end: number, { kinds, direction }: Step): PathEdge[] | null {
    if (node === end) return [];
    const [start, last] = direction === 'out' ? [node, end] : [end, node];
    const followed = kindSetOf(kinds);
    const distances = distancesFrom(this.graph, start, [last], followed, this.interrupt);
    if (distances.of(start) < 0) return null;
    const ways = new SubgraphBuilder(this.graph, distances, followed, maxWayNodes, this.interrupt).build([start]);
    this.isCut ||= ways.truncated;
    return [...ways.edges];
  }

  /** @returns the edges that follow; null if the step may not lead to the node */
  private arrived(node: number, step: Step): PathEdge[] | null {
    const { graph, args } = this;
    if (step.at && !step.repeats && node !== args[step.at]) return null;
    if (step.kind !== undefined && graph.kindOf(node) !== step.kind) return null;
    if (step.isInTargetEnvironment && !this.isInTargetEnvironment(node)) return null;
    if (step.test !== undefined && !this.passes(step.test, node)) return null;
    return this.follow(node, step.next ?? []);
  }

  private isInTargetEnvironment(node: number): boolean {
    const environment = this.graph.environmentOf(node);
    return environment >= 0 && environment === this.graph.environmentOf(this.args.target);
  }

  private passes(test: NodeTest, node: number): boolean {
    if (this.passing) return this.passing.get(test)?.has(node) ?? false;
    const nodes = this.tested.get(test) ?? new Set<number>();
    this.tested.set(test, nodes.add(node));
    return true;
  }

  private edge(node: number, kind: number, peer: number, direction: Direction): PathEdge {
    const [source, target] = direction === 'out' ? [node, peer] : [peer, node];
    return [source, kind, target, this.graph.flagsOf(source, kind, target) ?? 0];
  }
}
