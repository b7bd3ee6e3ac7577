import type { Properties, PropertyValue } from '../../graph/records.js';
import type { JsonObject, JsonValue } from '../readers/json-parts.js';
import { isList, isObject } from './fields.js';
import { storable } from './identifier.js';

/** Written by whoever keeps the graph, or meant for the reconciliation of other products. */
const dropped = new Set(['objectid', 'lastseen', 'lastcollected', 'reconcile']);

/** May hold passwords in clear text or their hashes: only that they are there is kept. */
const secrets = new Set(['userpassword', 'unixpassword', 'unicodepassword', 'sfupassword']);

/** Compared ignoring case by everyone, hence kept in one case. */
const upperCased = new Set(['name', 'distinguishedname', 'operatingsystem', 'environmentid']);

/**
 * A collector's bag of properties as the graph keeps it: nulls left out (an empty list says more), objects flattened (`a.b`), secrets
 * replaced by `true`. Keys keep their case unless `lowerCaseKeys`.
 */
export function propertiesOf(bag: JsonObject, lowerCaseKeys: boolean): Properties {
  return Object.fromEntries(entriesOf(bag, '', lowerCaseKeys));
}

function* entriesOf(bag: JsonObject, prefix: string, lowerCaseKeys: boolean): Generator<[string, PropertyValue]> {
  for (const [given, value] of Object.entries(bag)) {
    const name = storable(prefix + (lowerCaseKeys ? given.toLowerCase() : given));
    if (isObject(value)) {
      yield* entriesOf(value, `${name}.`, lowerCaseKeys);
      continue;
    }
    const isSecret = secrets.has(given.toLowerCase());
    const kept = isSecret ? presence(value) : keep(name.toLowerCase(), value);
    if (kept !== null) {
      yield [name, kept];
    }
  }
}

function keep(name: string, value: JsonValue): PropertyValue | null {
  if (dropped.has(name)) {
    return null;
  }
  const plain = plainValue(value);
  return typeof plain === 'string' && upperCased.has(name) ? plain.toUpperCase() : plain;
}

function presence(value: JsonValue): true | null {
  const isPresent = isList(value) ? value.length > 0 : value !== null && value !== '' && value !== false;
  return isPresent ? true : null;
}

function plainValue(value: JsonValue): PropertyValue | null {
  if (isList(value)) {
    return value.map(plainScalar).filter((element) => element !== null);
  }
  return plainScalar(value);
}

/** Numbers beyond the range of a double come out of JSON.parse as infinite. */
function plainScalar(value: JsonValue): string | number | boolean | null {
  if (typeof value === 'string') {
    return storable(value);
  }
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
  return isPlain ? value : null;
}

/** The properties that have a value. */
export function present(values: Readonly<Record<string, PropertyValue | null>>): Properties {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
