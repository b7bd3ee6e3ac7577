import type { KnownEndpoint, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import type { EdgeDraft, GraphPart } from '../../records/graph-parts.js';

/**
 * The edges that the entries of a field make, and that those of each of `kinds` into `target` are all. The collector leaves out empty
 * lists and goes on where one could not be read, so only a list that holds something is known to be whole. Not for kinds of edges
 * into the same object that several records state.
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

/** The one edge of a list; nothing is said of the list where there is none, for then the field that names its end was left out. */
export function* oneEdge(list: WholeListRecord, edges: Iterable<EdgeDraft>): Generator<GraphPart> {
  for (const edge of edges) {
    yield edge;
    yield list;
  }
}
