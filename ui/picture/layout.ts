import { bundlesOf, linksOf } from './bundles.js';
import type { Graph } from './graph.js';
import { capped, type Ends, layersOf } from './layers.js';
import { ordered } from './order.js';
import type { Picture } from './picture.js';
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
