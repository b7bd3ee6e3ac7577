import { indexOf } from './adjacency.js';
import { sideKey } from './edge-columns.js';
import type { GraphData, GraphDays, Layer } from './graph-data.js';
import { firstNotBelow } from './sorted-numbers.js';

/** 0: no day. @param day since 2000-01-01 */
export function codeOfDay(day: number): number {
  return Math.max(day, 0) + 1;
}

export function layersOf({ base, overlay }: Pick<GraphData, 'base' | 'overlay'>): readonly Layer[] {
  return overlay ? [base, overlay] : [base];
}

/** The index of an edge among the edges into nodes of a layer; -1: the layer lacks it. Ends are places. */
export function indexOfEdge({ in: edges, places, slots }: Layer, source: number, key: number, target: number): number {
  const slot = places ? firstNotBelow(places, target) : target;
  if (slot >= slots || (places && places[slot] !== target)) return -1;
  return indexOf(edges, slot, key, source);
}

const msOfDay = 86_400_000;
const dayBeforeFirst = Date.UTC(1999, 11, 31);

/** Looks up the days of nodes and edges by their places. Days are texts: `2026-01-31`; null: there is none. */
export class SeenDays {
  private readonly layers: readonly Layer[];
  private readonly texts: string[] = [];

  constructor(
    data: GraphData,
    private readonly days: GraphDays,
  ) {
    this.layers = layersOf(data);
  }

  ofNode(node: number): string | null {
    return this.text(this.days.nodes[node] ?? 0);
  }

  /** The last day of all lists that hold the edge. */
  ofEdge(source: number, kind: number, target: number): string | null {
    let last = 0;
    for (const [index, layer] of this.layers.entries())
      for (const isOfSource of [false, true]) {
        const at = indexOfEdge(layer, source, sideKey(kind, isOfSource), target);
        if (at >= 0) last = Math.max(last, this.days.edges[index]![at]!);
      }
    return this.text(last);
  }

  private text(code: number): string | null {
    if (code === 0) return null;
    return (this.texts[code] ??= new Date(dayBeforeFirst + code * msOfDay).toISOString().slice(0, 10));
  }
}
