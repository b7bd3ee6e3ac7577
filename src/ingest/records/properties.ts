import type { Properties, PropertyValue } from '../../graph/records.js';
import { type JsonObject, type JsonValue, isList, isObject } from './json-value.js';
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
  const properties: Record<string, PropertyValue> = {};
  collect(bag, '', lowerCaseKeys, properties);
  return properties;
}

function collect(bag: JsonObject, prefix: string, lowerCaseKeys: boolean, into: Record<string, PropertyValue>): void {
  for (const given of Object.keys(bag)) {
    const value = bag[given] ?? null;
    const { name, treatment } = keyOf(prefix + (lowerCaseKeys ? given.toLowerCase() : given));
    if (isObject(value)) {
      collect(value, `${name}.`, lowerCaseKeys, into);
      continue;
    }
    const kept = keep(treatment, value);
    if (kept !== null) {
      put(into, name, kept);
    }
  }
}

/** Assigning to a key of this name would change what the object inherits. */
function put(into: Record<string, PropertyValue>, name: string, value: PropertyValue): void {
  if (name === '__proto__') {
    Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    into[name] = value;
  }
}

type Treatment = 'plain' | 'drop' | 'secret' | 'upper';

interface Key {
  readonly name: string;
  readonly treatment: Treatment;
}

/** So many keys of so many characters are remembered; a source has some dozens. */
const [MOST_KEYS, MOST_CHARACTERS] = [1000, 200];

const keys = new Map<string, Key>();

/** How a key is treated: the same few come with every record. */
function keyOf(path: string): Key {
  const known = keys.get(path);
  if (known) {
    return known;
  }
  const name = storable(path);
  const key = { name, treatment: treatmentOf(name.toLowerCase()) };
  if (keys.size < MOST_KEYS && path.length <= MOST_CHARACTERS) {
    keys.set(path, key);
  }
  return key;
}

function treatmentOf(name: string): Treatment {
  if (secrets.has(name.slice(name.lastIndexOf('.') + 1))) {
    return 'secret';
  }
  if (dropped.has(name)) {
    return 'drop';
  }
  return upperCased.has(name) ? 'upper' : 'plain';
}

function keep(treatment: Treatment, value: JsonValue): PropertyValue | null {
  if (treatment === 'drop') {
    return null;
  }
  if (treatment === 'secret') {
    return presence(value);
  }
  const plain = plainValue(value);
  return treatment === 'upper' && typeof plain === 'string' ? plain.toUpperCase() : plain;
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
  const properties: Record<string, PropertyValue> = {};
  for (const name of Object.keys(values)) {
    const value = values[name] ?? null;
    if (value !== null) {
      put(properties, name, value);
    }
  }
  return properties;
}
