import type { EdgeList, EdgeRecord, KnownEndpoint, Properties, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import type { GraphPart } from '../../records/graph-parts.js';
import { isList } from '../../records/json-value.js';

/** Bits of `meta.methods` that decide whether a list was collected. */
export const Method = {
  Group: 1,
  Acl: 64,
  Container: 128,
  ObjectProps: 512,
  SpnTargets: 8192,
  /** For lists that every collection contains. */
  Any: -1,
} as const;

const inConfiguration = /(?:^|,)CN=CONFIGURATION,DC=/i;

/**
 * Whether the lists of a record can be complete. Collectors also write records with empty lists for principals that other objects
 * mention (Everyone, groups of other domains): those records have no distinguished name. The objects of the Configuration partition
 * are collected in each domain of a forest, and each collection contains only the entries that its account may read.
 */
export function hasWholeLists({ distinguishedname }: Properties): boolean {
  return typeof distinguishedname === 'string' && distinguishedname !== '' && !inConfiguration.test(distinguishedname);
}

/** Security identifiers without a domain, such as `S-1-5-32-581`: several domains have an object with this id. */
const withoutDomain = /^S-1-(?!5-21-)/;

/** An object and the record that states its lists. */
interface Owner {
  readonly record: Fields;
  readonly node: KnownEndpoint;
  /** Bits of {@link Method}; 0 if the file has none; null if no list of the record is whole. */
  readonly methods: number | null;
}

/**
 * Returns a list as whole if one of `methods` was collected. If the file does not name its methods, an empty list may be one that was
 * not collected.
 */
export function wholeList(
  { node, methods: collected }: Owner,
  methods: number,
  list: EdgeList,
  isEmpty: boolean,
): WholeListRecord | null {
  if (collected === null || withoutDomain.test(node.objectid)) return null;
  const isWhole = collected === 0 ? !isEmpty : (collected & methods) !== 0;
  return isWhole ? { objectid: node.objectid, list } : null;
}

/** Converts the entries of a field to the edges of a list. The list is whole unless the field is missing or an entry has a fault. */
export function* listEdges(
  owner: Owner,
  field: string,
  methods: number,
  list: EdgeList,
  edgesOf: (entry: Fields) => Iterable<EdgeRecord>,
): Generator<GraphPart> {
  const { record } = owner;
  const faults = record.faultCount;
  for (const entry of record.list(field)) {
    yield* edgesOf(entry);
  }
  const value = record.value(field);
  const whole = isList(value) ? wholeList(owner, methods, list, value.length === 0) : null;
  if (whole && record.faultCount === faults) {
    yield whole;
  }
}

/** The edge of a list that has at most one. Without an edge the list is not whole, because it may not have been collected. */
export function* onlyEdge(
  owner: Owner,
  methods: number,
  list: EdgeList,
  edges: Iterable<EdgeRecord>,
): Generator<GraphPart> {
  for (const edge of edges) {
    yield edge;
    const whole = wholeList(owner, methods, list, false);
    if (whole) {
      yield whole;
    }
  }
}
