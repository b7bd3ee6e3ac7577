import type { KnownEndpoint, RecordPart } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { wholeUnlessFaulty } from '../../records/record-parts.js';
import { isList } from '../../records/json-value.js';

/**
 * Converts the entries of a field to the edges of the lists of `kinds` into `target`. The collector omits empty lists and continues
 * if one could not be read, so only a list with entries is whole. Not for lists that several records state.
 */
export function nonEmptyListEdges(
  data: Fields,
  field: string,
  target: KnownEndpoint | null,
  kinds: Iterable<string>,
  edgesOf: (entry: Fields) => readonly RecordPart[],
): Generator<RecordPart> {
  const value = data.value(field);
  const objectid = isList(value) && value.length > 0 ? target?.objectid : undefined;
  const lists =
    objectid === undefined ? [] : [...kinds].map((kind) => ({ objectid, list: { of: 'incoming', kind } as const }));
  return wholeUnlessFaulty(data, lists, () => data.list(field).flatMap(edgesOf));
}
