import { type Bundle, bundlesOf, capped, type Ends, layersOf, type Link, linksOf, type Picture } from './bundles.js';
import { addTo, type Graph } from './graph.js';
import { place, type Space } from './place.js';

/**
 * Draws a graph of any size with at most twelve boxes a layer. The picture depends on the nodes and edges, not on their order.
 * @param ends what the layers are counted from: the starts, or the ends if there are no starts
 */
export function layout(graph: Graph, ends: Ends, space: Space): Picture {
  const bundles = bundlesOf(graph);
  const links = linksOf(bundles, graph.edges);
  const layers = capped(layersOf(bundles, links, ends), links, ends.starts.length > 0);
  const shown = linksOf(layers.flat(), graph.edges);
  return place(ordered(layers, shown), shown, space);
}

const sweeps = 6;

/** Orders each layer by the mean position of the neighbours, so that few lines cross. */
export function ordered(layers: readonly (readonly Bundle[])[], links: readonly Link[]): Bundle[][] {
  const neighbours = new Map<string, string[]>();
  for (const { source, target } of links) {
    addTo(neighbours, source, target);
    addTo(neighbours, target, source);
  }
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map(({ id }) => [id, index] as const)));
  const positions = new Map<string, number>();
  const setPositions = (layer: readonly Bundle[]) => {
    for (const [index, { id }] of layer.entries()) positions.set(id, index - (layer.length - 1) / 2);
  };
  const result = layers.map((layer) => [...layer]);
  result.forEach(setPositions);
  const placeOf = (id: string, side: 1 | -1) => {
    const own = layerOf.get(id) ?? 0;
    const beside = (neighbours.get(id) ?? []).filter((it) => Math.sign((layerOf.get(it) ?? own) - own) === side);
    if (beside.length === 0) return positions.get(id) ?? 0;
    return beside.reduce((sum, it) => sum + (positions.get(it) ?? 0), 0) / beside.length;
  };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const side = sweep % 2 === 0 ? -1 : 1;
    for (const layer of side === -1 ? result : result.toReversed()) {
      const places = new Map(layer.map(({ id }) => [id, placeOf(id, side)]));
      layer.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
      setPositions(layer);
    }
  }
  return result;
}
