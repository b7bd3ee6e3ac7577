import { bundle, type Bundle, byFirst, type Link } from './bundles.js';
import { addTo, byName } from './graph.js';

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
