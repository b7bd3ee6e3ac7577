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
    addTo(equal, JSON.stringify([node.kind, node.isTierZero, node.isUnknown, ...neighbours]), node);
  }
  return [...equal.values()]
    .flatMap((group) => (group.length < fewestToBundle ? group.map((node) => [node]) : [group]))
    .map((group) => bundle(group, false))
    .toSorted(byFirst);
}

export function bundle(nodes: readonly GraphNode[], isRest: boolean): Bundle {
  return { id: nodes[0]?.id ?? '', nodes, isRest };
}

function byFirst({ nodes: [one] }: Bundle, { nodes: [other] }: Bundle): number {
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

/** Ids of the nodes at the ends of the drawn paths. */
export interface Ends {
  readonly starts: readonly string[];
  readonly ends: readonly string[];
}

const mostInLayer = 12;

/**
 * Layers by the distance from the starts, with the ends in the last layer. Without starts, by the distance to the ends, which are at the
 * right.
 */
export function layersOf(bundles: readonly Bundle[], links: readonly Link[], { starts, ends }: Ends): Bundle[][] {
  const isForward = starts.length > 0;
  const roots = bundles.filter(hasOneOf(new Set(isForward ? starts : ends)));
  const distances = distancesOf(bundles, isForward ? links : links.map(reversed), roots);
  const layers = new Map<number, Bundle[]>();
  const isEnd = hasOneOf(new Set(isForward ? ends : []));
  for (const it of bundles) addTo(layers, isEnd(it) ? Infinity : (distances.get(it.id) ?? 0), it);
  const ordered = [...layers].toSorted(([one], [other]) => one - other).map(([, layer]) => layer);
  return isForward ? ordered : ordered.toReversed();
}

function hasOneOf(ids: ReadonlySet<string>): (bundle: Bundle) => boolean {
  return ({ nodes }) => nodes.some(({ id }) => ids.has(id));
}

function reversed({ source, target, edges }: Link): Link {
  return { source: target, target: source, edges };
}

/** Bundles that no root reaches along the links are beside a neighbour. */
function distancesOf(bundles: readonly Bundle[], links: readonly Link[], roots: readonly Bundle[]) {
  const [nexts, formers] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { source, target } of links) {
    addTo(nexts, source, target);
    addTo(formers, target, source);
  }
  const distances = new Map(roots.map(({ id }) => [id, 0]));
  const spread = (isBothWays: boolean) => {
    // A map is iterated over the entries that are added meanwhile, too.
    for (const [id, distance] of distances) {
      for (const next of nexts.get(id) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
      if (!isBothWays) continue;
      for (const former of formers.get(id) ?? [])
        if (!distances.has(former)) distances.set(former, Math.max(distance - 1, 0));
    }
  };
  spread(false);
  spread(true);
  for (const { id } of bundles) {
    if (distances.has(id)) continue;
    distances.set(id, 0);
    spread(true);
  }
  return distances;
}

/** Merges the bundles of a layer that has too many of them, except for tier zero and for those with the most nodes behind them. */
export function capped(layers: readonly (readonly Bundle[])[], links: readonly Link[], isForward: boolean): Bundle[][] {
  const weights = weightsOf(isForward ? layers.toReversed() : layers, links);
  const rank = ({ id, nodes }: Bundle) => (nodes[0]?.isTierZero ? Infinity : (weights.get(id) ?? 0));
  const heaviestFirst = (one: Bundle, other: Bundle) => {
    const [a, b] = [rank(one), rank(other)];
    return a === b ? byFirst(one, other) : b - a;
  };
  return layers.map((layer) => {
    if (layer.length <= mostInLayer) return [...layer];
    const ranked = layer.toSorted(heaviestFirst);
    const rest = ranked.slice(mostInLayer - 1).flatMap(({ nodes }) => nodes);
    return [...ranked.slice(0, mostInLayer - 1).toSorted(byFirst), bundle(rest.toSorted(byName), true)];
  });
}

/**
 * Nodes of each bundle and of those behind it: each passes its nodes on to the bundles that are nearer to the roots, in equal parts.
 * @param layers the farthest first
 */
function weightsOf(layers: readonly (readonly Bundle[])[], links: readonly Link[]): ReadonlyMap<string, number> {
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map(({ id }) => [id, index] as const)));
  const nearer = new Map<string, string[]>();
  for (const { source, target } of links) {
    const difference = (layerOf.get(target) ?? 0) - (layerOf.get(source) ?? 0);
    if (difference > 0) addTo(nearer, source, target);
    if (difference < 0) addTo(nearer, target, source);
  }
  const weights = new Map(layers.flat().map(({ id, nodes }) => [id, nodes.length]));
  for (const { id } of layers.flat()) {
    const nexts = nearer.get(id) ?? [];
    const part = (weights.get(id) ?? 0) / nexts.length;
    for (const next of nexts) weights.set(next, (weights.get(next) ?? 0) + part);
  }
  return weights;
}

export const boxWidth = 150;
export const boxHeight = 34;

/** Sizes in pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

export interface Box extends Bundle {
  readonly layer: number;
  /** Upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** A smaller text below the label. */
  readonly note: string;
}

export interface Line extends Link {
  readonly kinds: readonly string[];
  /** Paths of SVG. */
  readonly curve: string;
  readonly arrow: string;
  readonly label: Label;
}

interface Label extends Point {
  readonly text: string;
  /** Otherwise it is shown if its line has the focus. */
  readonly isShown: boolean;
}

/** The middle of a label. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
