import { GraphBatch } from '../../graph/writer/batch/graph-batch.js';
import { environmentOf as storedEnvironment } from '../../graph/writer/merge/merge-node.js';
import type { PayloadFormat } from './payload-format.js';
import type { PayloadTally } from './payload-tally.js';
import type { RawValue } from '../reading/json-scan.js';
import { parseValue } from '../reading/parse-value.js';
import type { ReadLimits } from '../reading/read-limits.js';
import { Fields } from '../records/fields.js';
import { isObject, type JsonObject } from '../records/json-value.js';

/** A record that was found in a payload. */
export interface FoundRecord {
  readonly list: string;
  readonly index: number;
  readonly raw: RawValue;
  /** Null if the record is converted in any case. */
  readonly digest: string | null;
}

/** Faults of one record that are stored to avoid duplicates; a record may have half a million. */
const MAX_REMEMBERED = 1000;

/** Kinds for which the graph has no room, with the limit. */
type RefusedKinds = ReadonlyMap<string, string>;

/**
 * Parses a record, converts it, and adds it to the batch. Its counts and faults go to the tally.
 * @returns the refused kind of a record that is left out
 */
export function convertRecord(
  found: FoundRecord,
  format: PayloadFormat,
  limits: ReadLimits,
  batch: GraphBatch,
  tally: PayloadTally,
  refused: RefusedKinds = new Map(),
): string | null {
  tally.records++;
  const faults = tally.faultCount;
  const value = parsedObject(found, format, limits, tally);
  const convert = format.converters[found.list];
  if (!value || !convert) return null;
  // Only the batch knows all kinds of a record, so it is converted into one of its own first.
  const target = refused.size > 0 ? new GraphBatch() : batch;
  const ignored = convert(value, target);
  if (typeof ignored === 'string') {
    tally.ignored(ignored);
    return null;
  }
  const { inEnvironment, isRepeatable } = countStatements(target, tally);
  if (target !== batch) {
    target.endOfRecord();
    const refusedKind = target.kinds.foreign.find((kind) => refused.has(kind));
    if (refusedKind !== undefined) return refusedKind;
    convert(value.withoutReports(), batch);
  }
  const isSkippable = isRepeatable && tally.faultCount === faults;
  const identity = {
    type: format.typeOf(found.list, value),
    digest: isSkippable ? found.digest : null,
    inEnvironment,
  };
  batch.endOfRecord(identity, undefined, found.index);
  return null;
}

/** @returns whether the first node counts in an environment, and whether all environments are known if the record is skipped later */
function countStatements(batch: GraphBatch, tally: PayloadTally) {
  let [inEnvironment, isRepeatable] = [false, true];
  for (const [place, node] of batch.openNodes.entries()) {
    const environment = tally.node(node);
    if (environment === null) continue;
    if (place === 0) inEnvironment = true;
    // Only the environment of the first node is stored with the record.
    if (place > 0 || environment !== storedEnvironment(node.properties)) isRepeatable = false;
  }
  batch.countOpenEdges((kind, count) => tally.edges(kind, count));
  return { inEnvironment, isRepeatable };
}

function parsedObject(
  found: FoundRecord,
  format: PayloadFormat,
  limits: ReadLimits,
  tally: PayloadTally,
): Fields | null {
  const parsed = parseValue(found.raw, limits);
  if (parsed.fault !== undefined) {
    tally.fault(found, null, parsed.fault);
    return null;
  }
  const { value, notes } = parsed;
  for (const { field, reason } of notes) tally.fault(found, field, reason);
  if (format.type === 'deleted') {
    tally.deleted(value);
    return null;
  }
  if (isObject(value)) return fieldsOf(value, found, new Set(notes.flatMap(({ field }) => field ?? [])), tally);
  if (format.converters[found.list]) tally.fault(found, null, 'expected an object');
  return null;
}

/** Reports only the first fault of a field, because it causes the later ones. */
function fieldsOf(value: JsonObject, found: FoundRecord, reported: Set<string>, tally: PayloadTally): Fields {
  return new Fields(value, (field, reason) => {
    if (reported.has(field)) return;
    if (reported.size < MAX_REMEMBERED) reported.add(field);
    tally.fault(found, field, reason);
  });
}
