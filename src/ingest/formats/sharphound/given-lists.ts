import type { EdgeList, KnownEndpoint, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import type { EdgeDraft, GraphPart } from '../../records/graph-parts.js';
import { isList } from '../../records/json-value.js';

/** What decides whether a list of an object's record is all there is. */
interface Owner {
  readonly record: Fields;
  readonly node: KnownEndpoint;
  /** Bits of `Method`, 0 where the collector does not say; null: no list of the record is known to be whole. */
  readonly methods: number | null;
}

/**
 * The list that one of `methods` collects, null where it was not. Of a collector that does not say what it was asked for, a list
 * that is empty may be one that it did not ask for.
 */
export function givenList(
  { node, methods: asked }: Owner,
  methods: number,
  list: EdgeList,
  isEmpty: boolean,
): WholeListRecord | null {
  const isGiven = asked !== null && (asked === 0 ? !isEmpty : (asked & methods) !== 0);
  return isGiven ? { objectid: node.objectid, list } : null;
}

/** The edges that the entries of a field make. A field that is absent or null was not collected. */
export function* listEdges(
  owner: Owner,
  field: string,
  methods: number,
  list: EdgeList,
  edgesOf: (entry: Fields) => Iterable<EdgeDraft>,
): Generator<GraphPart> {
  const { record } = owner;
  const faults = record.faultCount;
  for (const entry of record.each(field)) {
    yield* edgesOf(entry);
  }
  const value = record.value(field);
  const given = isList(value) ? givenList(owner, methods, list, value.length === 0) : null;
  if (given && record.faultCount === faults) {
    yield given;
  }
}

/** The one edge of a list. That there is none is not told from not having been collected. */
export function* oneEdge(
  owner: Owner,
  methods: number,
  list: EdgeList,
  edges: Iterable<EdgeDraft>,
): Generator<GraphPart> {
  for (const edge of edges) {
    yield edge;
    const given = givenList(owner, methods, list, false);
    if (given) {
      yield given;
    }
  }
}
