import { LRUCache } from 'lru-cache';
import type { MemoryGraph } from '../../memory/memory-graph.js';

/** Keeps results for a graph, and so for a version. @param max number of results */
export function keptResults<Result extends object>(max: number): (graph: MemoryGraph) => LRUCache<string, Result> {
  const kept = new WeakMap<MemoryGraph, LRUCache<string, Result>>();
  return (graph) => {
    let results = kept.get(graph);
    if (!results) kept.set(graph, (results = new LRUCache({ max })));
    return results;
  };
}
