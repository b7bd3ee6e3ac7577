import type { KnownEndpoint, Properties } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import { isOfSeveralDomains } from '../../../graph/writer/merge/merge-node.js';
import type { Fields } from '../../records/fields.js';
import { isList } from '../../records/json-value.js';

/** An object of the directory during its conversion. */
export interface AdObject extends KnownEndpoint {
  readonly record: Fields;
  readonly into: Statements;
  /** The node in `into`. */
  readonly number: number;
  /** `Properties` of the record, and properties that its kind adds. */
  readonly properties: Properties;
  /** Bits of {@link Method}; 0 if the file has none; null if no list of the record is whole. */
  readonly methods: number | null;
}

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

/**
 * States a list as whole if one of `methods` was collected. If the file does not name its methods, an empty list may be one that was
 * not collected.
 * @param owner of the list, if it is another object
 */
export function stateWhole(
  object: AdObject,
  methods: number,
  list: number,
  isEmpty = false,
  owner = object.objectid,
): void {
  const { into, methods: collected } = object;
  if (collected === null || isOfSeveralDomains(owner)) return;
  const isWhole = collected === 0 ? !isEmpty : (collected & methods) !== 0;
  if (isWhole) into.whole(owner, list);
}

/** States the edges of a list by the entries of a field. The list is whole unless the field is missing or an entry has a fault. */
export function stateList(
  object: AdObject,
  field: string,
  methods: number,
  list: number,
  visit: (entry: Fields) => void,
): void {
  const { record } = object;
  const value = record.value(field);
  const faults = record.faultCount;
  record.each(field, visit);
  if (isList(value) && record.faultCount === faults) stateWhole(object, methods, list, value.length === 0);
}
