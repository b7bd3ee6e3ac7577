import { addTo, byEnds, byName, compare, type Graph, type GraphEdge, type GraphNode } from './graph.js';

/** Nodes that are drawn as one box. */
export interface Bundle {
  /** The id of its first node. */
  readonly id: string;
  /** Ordered by name. */
  readonly nodes: readonly GraphNode[];
  /** Whether these are the nodes of a layer that has no room for them. */
  readonly isRest: boolean;
}

/** All edges from the nodes of a bundle to the nodes of a bundle. */
export interface Link {
  /** Ids of bundles. */
  readonly source: string;
  readonly target: string;
  /** Ordered by their ends. */
  readonly edges: readonly GraphEdge[];
}

/** Fewer equal nodes are shown one by one. */
const fewestToBundle = 4;

/** Groups nodes of one kind that have the same edges to the same neighbours. */
export function bundlesOf({ nodes, edges }: Graph): Bundle[] {
  const [incoming, outgoing] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { source, target, kind } of edges) {
    addTo(outgoing, source, JSON.stringify([target, kind]));
    addTo(incoming, target, JSON.stringify([source, kind]));
  }
  const equal = new Map<string, GraphNode[]>();
  for (const node of nodes.toSorted(byName)) {
    const neighbours = [incoming, outgoing].map((lists) => lists.get(node.id)?.toSorted(compare) ?? []);
    addTo(equal, JSON.stringify([node.kind, node.isTierZero, ...neighbours]), node);
  }
  return [...equal.values()]
    .flatMap((group) => (group.length < fewestToBundle ? group.map((node) => [node]) : [group]))
    .map((group) => bundle(group, false))
    .toSorted(byFirst);
}

export function bundle(nodes: readonly GraphNode[], isRest: boolean): Bundle {
  return { id: nodes[0]?.id ?? '', nodes, isRest };
}

export function byFirst({ nodes: [one] }: Bundle, { nodes: [other] }: Bundle): number {
  return one && other ? byName(one, other) : 0;
}

/** @returns links in the order of the ids of their ends */
export function linksOf(bundles: readonly Bundle[], edges: readonly GraphEdge[]): Link[] {
  const bundleOf = new Map(bundles.flatMap(({ id, nodes }) => nodes.map((node) => [node.id, id] as const)));
  const links = new Map<string, { source: string; target: string; edges: GraphEdge[] }>();
  for (const edge of edges.toSorted(byEnds)) {
    const [source, target] = [bundleOf.get(edge.source), bundleOf.get(edge.target)];
    if (source === undefined || target === undefined) continue;
    const key = JSON.stringify([source, target]);
    const link = links.get(key);
    if (link) link.edges.push(edge);
    else links.set(key, { source, target, edges: [edge] });
  }
  return [...links.values()].toSorted(
    (one, other) => compare(one.source, other.source) || compare(one.target, other.target),
  );
}
