import type { Direction, MemoryGraph } from '../memory/memory-graph.js';
import { HeldGraph } from './held-graph.js';

/** The graph as it is stored, or with the states of containers. Walks visit its places. */
export type WalkedGraph = MemoryGraph | HeldGraph;

/** @param held whether containers lead on as they are held; false: over all stored edges */
export function walkedGraph(graph: MemoryGraph, held = false): WalkedGraph {
  return held ? new HeldGraph(graph) : graph;
}

export function nodeOf(graph: WalkedGraph, place: number): number {
  return graph instanceof HeldGraph ? graph.nodeOf(place) : place;
}

/** The places at which walks from some nodes begin. */
export function startsOf(graph: WalkedGraph, nodes: readonly number[]): readonly number[] {
  return graph instanceof HeldGraph ? nodes.map((node) => graph.startOf(node)) : nodes;
}

/** All places of some nodes: those at which walks to them end. */
export function placesOf(graph: WalkedGraph, nodes: readonly number[]): readonly number[] {
  return graph instanceof HeldGraph ? nodes.flatMap((node) => graph.placesOf(node)) : nodes;
}

/** The nodes at some places, each once. */
export function nodesAt(graph: WalkedGraph, places: readonly number[]): readonly number[] {
  return graph instanceof HeldGraph ? [...new Set(places.map((place) => graph.nodeOf(place)))] : places;
}

/** The places from which a search in one direction begins. */
export function originsOf(graph: WalkedGraph, nodes: readonly number[], direction: Direction): readonly number[] {
  return direction === 'out' ? startsOf(graph, nodes) : placesOf(graph, nodes);
}

/** The nodes that walks from an origin reach, or from which walks reach it, by the places that the search found. */
export function foundNodes(graph: WalkedGraph, places: readonly number[], direction: Direction): readonly number[] {
  if (direction === 'out' || !(graph instanceof HeldGraph)) return nodesAt(graph, places);
  return places.flatMap((place) => {
    const node = graph.nodeOf(place);
    return graph.startOf(node) === place ? [node] : [];
  });
}
