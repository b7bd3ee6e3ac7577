import type { EdgeRecord, KnownEndpoint, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import type { GraphPart } from '../../records/graph-parts.js';

/**
 * Converts the entries of a field to the edges of the lists of `kinds` into `target`. The collector omits empty lists and continues
 * if one could not be read, so only a list with entries is whole. Not for lists that several records state.
 */
export function* listEdges(
  data: Fields,
  field: string,
  target: KnownEndpoint | null,
  kinds: Iterable<string>,
  edgesOf: (entry: Fields) => Iterable<GraphPart>,
): Generator<GraphPart> {
  const faults = data.faultCount;
  const entries = data.list(field);
  for (const entry of entries) {
    yield* edgesOf(entry);
  }
  if (target && entries.length > 0 && data.faultCount === faults) {
    for (const kind of kinds) {
      yield { objectid: target.objectid, list: { of: 'incoming', kind } };
    }
  }
}

/** The edge of a list that has at most one. Without an edge the list is not whole, because the collector omits empty fields. */
export function* onlyEdge(list: WholeListRecord, edges: Iterable<EdgeRecord>): Generator<GraphPart> {
  for (const edge of edges) {
    yield edge;
    yield list;
  }
}
