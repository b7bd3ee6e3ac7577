import type { Endpoint, KnownEndpoint, MatchedEndpoint, Properties } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields, FaultSink } from '../../records/fields.js';
import { isKindName, KIND_NAME } from '../../records/identifier.js';
import { isList, isObject, type JsonValue } from '../../records/json-value.js';
import { propertiesOf } from '../../records/properties.js';

const MAX_KINDS = 3;

/** Of one end of an edge. Each is compared with nodes of the whole graph. */
const MAX_MATCHERS = 100;

/** An element of `graph.nodes`. */
export function convertNode(record: Fields, into: Statements, sourceKind: string | null): void {
  const objectid = record.writtenId('id');
  if (objectid === null) {
    record.fault('id', 'is missing or empty; the node is left out');
    return;
  }
  const kinds = kindsOf(record);
  if (kinds === null || contradicts(record, objectid)) return;
  const erased: string[] = [];
  const fault = (key: string, reason: string) => record.fault(`properties.${key}`, reason);
  into.describe(objectid, withSource(kinds, sourceKind), openGraphProperties(record, erased, fault), erased);
}

/** Every node of a file has its source kind, so that the nodes of a source can be listed. */
function withSource(kinds: readonly string[], sourceKind: string | null): readonly string[] {
  return [...new Set(sourceKind === null ? kinds : [...kinds, sourceKind])];
}

/** Null, with a fault, if one of the kinds is not valid: the node is left out. */
function kindsOf(record: Fields): readonly string[] | null {
  const given = record.value('kinds');
  if (!isList(given) || given.length > MAX_KINDS)
    return record.fault('kinds', `expected a list of at most ${MAX_KINDS} kinds; the node is left out`);
  const faults = record.faultCount;
  const kinds = record.texts('kinds');
  if (record.faultCount > faults) return null;
  const wrong = kinds.findIndex((kind) => !isKindName(kind));
  if (wrong === -1 && kinds.length === given.length) return kinds;
  return record.fault(wrong === -1 ? 'kinds' : `kinds[${wrong}]`, `expected ${KIND_NAME}; the node is left out`);
}

function contradicts(record: Fields, objectid: string): boolean {
  const stated = record.object('properties')?.value('objectid') ?? null;
  if (stated === null || (typeof stated === 'string' && stated.toUpperCase() === objectid.toUpperCase())) {
    return false;
  }
  record.fault('properties.objectid', `differs from id "${objectid}"; the node is left out`);
  return true;
}

const kindPattern = /^[A-Za-z0-9_]{1,256}$/;

/** An element of `graph.edges`. An edge with a fault in its kind or an end is left out. */
export function convertEdge(record: Fields, into: Statements, sourceKind: string | null): void {
  const kind = record.text('kind') ?? '';
  if (!kindPattern.test(kind)) {
    record.fault('kind', 'expected 1 to 256 letters, digits and _; the edge is left out');
    return;
  }
  const source = endpointOf(record, 'start', sourceKind);
  const target = endpointOf(record, 'end', sourceKind);
  if (source && target) into.link(source, kind, target, openGraphProperties(record));
}

function endpointOf(record: Fields, side: 'start' | 'end', sourceKind: string | null): Endpoint | null {
  const end = record.object(side);
  if (!end) return record.fault(side, 'expected an object that names a node; the edge is left out');
  const way = end.text('match_by') ?? 'id';
  switch (way) {
    case 'id':
      return byId(end, sourceKind);
    case 'name':
      return byName(end);
    case 'property':
      return byProperties(end);
    default:
      return end.fault('match_by', `"${way}" is not known; expected id, name or property; the edge is left out`);
  }
}

function byId(end: Fields, sourceKind: string | null): KnownEndpoint | null {
  const objectid = end.writtenId('value');
  if (objectid === null) return end.fault('value', 'expected the id of a node; the edge is left out');
  const kind = kindOf(end);
  return { objectid, kinds: withSource(kind === null ? [] : [kind], sourceKind), mustExist: true };
}

function byName(end: Fields): MatchedEndpoint | null {
  const name = end.text('value');
  if (name === null) return end.fault('value', 'expected the name of a node; the edge is left out');
  return matched(end, [{ key: 'name', value: name }]);
}

function byProperties(end: Fields): MatchedEndpoint | null {
  if (end.value('value') !== null)
    return end.fault('value', 'is not allowed with match_by property; the edge is left out');
  const matchers = end.list('property_matchers');
  if (matchers.length === 0 || matchers.length > MAX_MATCHERS)
    return end.fault('property_matchers', `expected 1 to ${MAX_MATCHERS} matchers; the edge is left out`);
  const match = matchers.flatMap((matcher) => matcherOf(matcher) ?? []);
  return match.length === matchers.length ? matched(end, match) : null;
}

function matched(end: Fields, match: MatchedEndpoint['match']): MatchedEndpoint {
  const kind = kindOf(end);
  return kind === null ? { match } : { match, kind };
}

function kindOf(end: Fields): string | null {
  const kind = end.text('kind');
  return kind === null || isKindName(kind) ? kind : end.fault('kind', `expected ${KIND_NAME}; it is ignored`);
}

function matcherOf(matcher: Fields): MatchedEndpoint['match'][number] | null {
  const key = matcher.text('key');
  const value = matcher.value('value');
  const operator = matcher.text('operator') ?? 'equals';
  if (key !== null && operator === 'equals' && value !== null && typeof value !== 'object') return { key, value };
  return matcher.fault(
    'key',
    'expected a key, the operator equals, and a text, number, true or false; the edge is left out',
  );
}

/** The properties of a node or an edge, as they are written. A value that the format does not allow is a fault, and is left out. */
function openGraphProperties(record: Fields, erased?: string[], fault?: FaultSink): Properties {
  const allowed = Object.entries(record.values('properties')).filter(([name, value]) => {
    const reason = faultOf(value);
    if (reason !== null) record.fault(`properties.${name}`, reason);
    return reason === null;
  });
  return propertiesOf(Object.fromEntries(allowed), false, erased, fault);
}

function faultOf(value: JsonValue): string | null {
  if (isObject(value))
    return 'is an object; expected a text, a number, true, false, null or a list of one of these types';
  if (!isList(value)) return null;
  if (new Set(value.map((element) => typeof element)).size > 1) return 'is a list of several types; expected one type';
  return value.some((element) => typeof element === 'object')
    ? 'is a list of objects, lists or nulls; expected texts, numbers, or true and false'
    : null;
}
