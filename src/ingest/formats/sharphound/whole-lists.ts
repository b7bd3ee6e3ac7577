import type {
  EdgeList,
  EdgeRecord,
  KnownEndpoint,
  Properties,
  RecordPart,
  WholeListRecord,
} from '../../../graph/records.js';
import { isOfSeveralDomains } from '../../../graph/writer/merge-node.js';
import type { Fields } from '../../records/fields.js';
import { wholeUnlessFaulty } from '../../records/record-parts.js';
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
  isEmpty = false,
): readonly WholeListRecord[] {
  if (collected === null || isOfSeveralDomains(node.objectid)) return [];
  const isWhole = collected === 0 ? !isEmpty : (collected & methods) !== 0;
  return isWhole ? [{ objectid: node.objectid, list }] : [];
}

/** Converts the entries of a field to the edges of a list. The list is whole unless the field is missing or an entry has a fault. */
export function listEdges(
  owner: Owner,
  field: string,
  methods: number,
  list: EdgeList,
  edgesOf: (entry: Fields) => readonly EdgeRecord[],
): Generator<RecordPart> {
  const { record } = owner;
  const value = record.value(field);
  const whole = isList(value) ? wholeList(owner, methods, list, value.length === 0) : [];
  return wholeUnlessFaulty(record, whole, () => record.list(field).flatMap(edgesOf));
}
