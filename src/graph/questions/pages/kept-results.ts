import { Cache } from '../../../base/values/cache.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';

/** Bytes of the results of one question that a thread keeps, because callers ask with ever new keys. */
export const keptBytes = 32 * 1024 ** 2;

/** Keeps results for a graph, and so for a version: those that were used last, up to {@link keptBytes}. */
export function keptResults<Result extends object>(
  bytesOf: (result: Result) => number,
): (graph: MemoryGraph) => Cache<string, Result> {
  const kept = new WeakMap<MemoryGraph, Cache<string, Result>>();
  return (graph) => {
    let results = kept.get(graph);
    if (!results) kept.set(graph, (results = new Cache(keptBytes, bytesOf)));
    return results;
  };
}
