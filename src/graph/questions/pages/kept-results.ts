import { LRUCache } from 'lru-cache';
import type { MemoryGraph } from '../../memory/memory-graph.js';

/** Bytes of the results of one question that a thread keeps, because callers ask with ever new keys. */
export const keptBytes = 32 * 1024 ** 2;

/** Of an entry beside its key and its result. */
const entryBytes = 200;

/** Keeps results for a graph, and so for a version: those that were used last, up to {@link keptBytes}. */
export function keptResults<Result extends object>(
  bytesOf: (result: Result) => number,
): (graph: MemoryGraph) => LRUCache<string, Result> {
  const kept = new WeakMap<MemoryGraph, LRUCache<string, Result>>();
  const sizeCalculation = (result: Result, key: string) => entryBytes + key.length + bytesOf(result);
  return (graph) => {
    let results = kept.get(graph);
    if (!results) kept.set(graph, (results = new LRUCache({ maxSize: keptBytes, sizeCalculation })));
    return results;
  };
}
