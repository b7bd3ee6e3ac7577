import { type EdgeKindName, Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import { isOutgoing } from '../../../graph/store/list-row.js';
import type { Fields } from '../../records/fields.js';
import { isList } from '../../records/json-value.js';

/**
 * States the entries of lists of a node. The lists are whole unless that reports a fault of `record`: an edge may be missing.
 * @param objectid of the node; null if no list can be whole
 */
export function stateLists(
  record: Fields,
  into: Statements,
  objectid: string | null,
  kinds: Iterable<EdgeKindName>,
  state: () => void,
): void {
  const faults = record.faultCount;
  state();
  if (objectid === null || record.faultCount > faults) return;
  for (const kind of kinds) into.whole(objectid, Kind[kind]);
}

/**
 * States the entries of a field as edges of the lists of `kinds` into `target`. The collector omits empty lists and continues
 * if one could not be read, so only a list with entries is whole. Not for lists that several records state.
 */
export function stateNonEmptyLists(
  data: Fields,
  into: Statements,
  field: string,
  target: KnownEndpoint | null,
  kinds: Iterable<EdgeKindName>,
  state: (entry: Fields) => void,
): void {
  const value = data.value(field);
  const objectid = isList(value) && value.length > 0 && target ? target.objectid : null;
  stateLists(data, into, objectid, kinds, () => data.each(field, state));
}

/** States the edge of a list that has at most one. Without an edge the list is not whole, because it may not have been collected. */
export function stateOnlyEdge(
  into: Statements,
  source: KnownEndpoint | null,
  kind: EdgeKindName,
  target: KnownEndpoint | null,
): void {
  if (!source || !target) return;
  into.link(source, kind, target);
  into.whole((isOutgoing(Kind[kind]) ? source : target).objectid, Kind[kind]);
}
