import type { Fields } from '../../records/fields.js';
import { described, type GraphPart } from '../../records/graph-parts.js';
import { isKindName, KIND_NAME } from '../../records/kind-name.js';
import { openGraphProperties } from './open-graph-properties.js';
import { isList } from '../../records/json-value.js';

const MAX_KINDS = 3;

/** An element of `graph.nodes`. */
export function* convertNode(record: Fields, sourceKind: string | null): Generator<GraphPart> {
  const objectid = record.id('id');
  if (objectid === null) {
    record.fault('id', 'is missing or empty; the node is left out');
    return;
  }
  const kinds = kindsOf(record);
  if (kinds === null || contradicts(record, objectid)) {
    return;
  }
  yield described({ objectid, kinds: withSource(kinds, sourceKind) }, openGraphProperties(record));
}

/** The source kind is carried by every node of the file, so that all that a source brought can be told apart. */
export function withSource(kinds: readonly string[], sourceKind: string | null): readonly string[] {
  return [...new Set(sourceKind === null ? kinds : [...kinds, sourceKind])];
}

/** Null, with a fault, where the node can't be taken: its kinds decide what it is. */
function kindsOf(record: Fields): readonly string[] | null {
  const given = record.value('kinds');
  if (!isList(given) || given.length > MAX_KINDS) {
    record.fault('kinds', `expected a list of at most ${MAX_KINDS} kinds; the node is left out`);
    return null;
  }
  const faults = record.faultCount;
  const kinds = record.texts('kinds');
  if (record.faultCount > faults) return null;
  const wrong = kinds.findIndex((kind) => !isKindName(kind));
  if (wrong !== -1 || kinds.length < given.length) {
    const place = wrong === -1 ? 'kinds' : `kinds[${wrong}]`;
    record.fault(place, `expected ${KIND_NAME}; the node is left out`);
    return null;
  }
  return kinds;
}

function contradicts(record: Fields, objectid: string): boolean {
  const stated = record.object('properties')?.value('objectid') ?? null;
  if (stated === null || (typeof stated === 'string' && stated.toUpperCase() === objectid)) {
    return false;
  }
  record.fault('properties.objectid', `differs from id "${objectid}"; the node is left out`);
  return true;
}
