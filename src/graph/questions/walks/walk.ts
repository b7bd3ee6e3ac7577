import type { Condition } from '../../conditions/condition.js';
import { PropertyFlag } from '../../store/edge-flag.js';
import { isBlockedAbove } from '../../reach/container-states.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';

/** From one state of a walk to another, over an edge of these kinds. */
export interface WalkStep {
  readonly from: number;
  readonly to: number;
  readonly direction: Direction;
  readonly kinds: readonly number[];
  readonly onlyIf?: EdgeCondition;
}

const conditions = {
  isEnforced: (graph: MemoryGraph, source: number, kind: number, target: number) =>
    ((graph.flagsOf(source, kind, target) ?? 0) & PropertyFlag.enforced) !== 0,
  isNotEnforced: (graph: MemoryGraph, source: number, kind: number, target: number) =>
    !conditions.isEnforced(graph, source, kind, target),
  targetBlocksInheritance: (graph: MemoryGraph, _source: number, _kind: number, target: number) =>
    graph.blocksInheritance(target),
  targetInherits: (graph: MemoryGraph, _source: number, _kind: number, target: number) =>
    !graph.blocksInheritance(target),
  /** Whether policies of its site reach it. */
  targetTakesSite: (graph: MemoryGraph, _source: number, _kind: number, target: number) =>
    !isBlockedAbove(graph, target),
} as const;

type EdgeCondition = keyof typeof conditions;

/** How the nodes of a list are found. Plain data, so that a message can carry it. */
export interface Walk {
  /** Begins in state 0 at the nodes of this kind that belong to the domain or tenant; else at the node itself. */
  readonly startsAtAll?: number;
  readonly steps: readonly WalkStep[];
  /** The states whose nodes are results. */
  readonly ends: readonly number[];
  readonly results: {
    /** Nodes that are shown as one of these kinds; absent: of any. */
    readonly kinds?: readonly number[];
    /** Nodes of other domains and tenants. */
    readonly areForeign?: boolean;
    /** All but the node itself. */
    readonly areOthers?: boolean;
  };
}

/** A walk from one node. In arguments of questions, nodes are ids. */
export interface WalkFrom {
  readonly walk: Walk;
  readonly start: number;
  /** Object id of the domain or tenant, for walks that compare it. */
  readonly environment: string;
  /** Results are among these nodes; absent: any. */
  readonly among?: readonly number[];
  /** Results are none of these nodes. */
  readonly except?: readonly number[];
  /** Object ids of domains and tenants to which results belong; absent: any. */
  readonly within?: readonly string[];
  /** Results meet these conditions; absent: none. */
  readonly where?: readonly Condition[];
}

/** The same with the places of the nodes. */
export function inPlaces(graph: MemoryGraph, { start, among, except, ...rest }: WalkFrom): WalkFrom {
  const nodes = { ...(among && { among: graph.nodesOf(among) }), ...(except && { except: graph.nodesOf(except) }) };
  return { ...rest, ...nodes, start: graph.placeOf(start) };
}

/** Visits the nodes to which a step leads, until the visitor returns true: a node as often as edges of different kinds lead to it. */
export function somePeer(
  graph: MemoryGraph,
  { direction, kinds, onlyIf }: Pick<WalkStep, 'direction' | 'kinds' | 'onlyIf'>,
  node: number,
  visit: (peer: number) => boolean,
): boolean {
  const holds = onlyIf && conditions[onlyIf];
  if (!holds) return kinds.some((kind) => graph.somePeer(direction, node, kind, visit));
  return kinds.some((kind) =>
    graph.somePeer(direction, node, kind, (peer) => {
      const [source, target] = direction === 'out' ? [node, peer] : [peer, node];
      return holds(graph, source, kind, target) && visit(peer);
    }),
  );
}

/** The same step from its end. */
export function reversed(step: WalkStep): WalkStep {
  return { ...step, direction: step.direction === 'out' ? 'in' : 'out' };
}
