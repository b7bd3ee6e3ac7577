import { type Properties, type PropertyValue, caselessProperties } from '../../graph/records.js';
import { type JsonObject, type JsonValue, isList, isObject } from './json-value.js';

/** Properties that the graph maintains, or that are for the reconciliation of other products. */
const dropped = new Set(['objectid', 'lastseen', 'lastcollected', 'reconcile']);

/** Properties with passwords or hashes. Only their existence is stored. */
const secrets = new Set(['userpassword', 'unixpassword', 'unicodepassword', 'sfupassword']);

/** Properties that are being collected. */
export type Bag = Record<string, PropertyValue>;

/**
 * Converts the properties of a record: removes nulls, flattens objects (`a.b`), and replaces secrets by `true`. Empty lists are kept,
 * because they state that there are no entries.
 * @param foldsCase writes names in lower case, and {@link caselessProperties} in upper case
 */
export function propertiesOf(bag: JsonObject, foldsCase: boolean): Bag {
  const properties: Bag = {};
  collect(bag, '', foldsCase, properties);
  return properties;
}

function collect(bag: JsonObject, prefix: string, foldsCase: boolean, into: Bag): void {
  for (const given of Object.keys(bag)) {
    const value = bag[given] ?? null;
    const { name, treatment } = keyOf(prefix + given, foldsCase);
    if (isObject(value)) {
      collect(value, `${name}.`, foldsCase, into);
      continue;
    }
    const kept = keep(treatment, value, foldsCase);
    if (kept !== null) {
      put(into, name, kept);
    }
  }
}

/** An assignment to `__proto__` would change the prototype of the object. */
function put(into: Bag, name: string, value: PropertyValue): void {
  if (name === '__proto__') {
    Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    into[name] = value;
  }
}

type Treatment = 'plain' | 'drop' | 'secret' | 'caseless';

interface Key {
  readonly name: string;
  readonly treatment: Treatment;
}

/** Limits of the cache of keys. A source has some dozens. */
const [MAX_KEYS, MAX_CHARACTERS] = [1000, 200];

const [foldedKeys, keptKeys] = [new Map<string, Key>(), new Map<string, Key>()];

/** Cached, because most records have the same keys. */
function keyOf(path: string, foldsCase: boolean): Key {
  const keys = foldsCase ? foldedKeys : keptKeys;
  const known = keys.get(path);
  if (known) return known;
  const folded = path.toLowerCase();
  const key = { name: foldsCase ? folded : path, treatment: treatmentOf(folded) };
  if (keys.size < MAX_KEYS && path.length <= MAX_CHARACTERS) keys.set(path, key);
  return key;
}

function treatmentOf(name: string): Treatment {
  if (secrets.has(name.slice(name.lastIndexOf('.') + 1))) {
    return 'secret';
  }
  if (dropped.has(name)) {
    return 'drop';
  }
  return caselessProperties.has(name) ? 'caseless' : 'plain';
}

function keep(treatment: Treatment, value: JsonValue, foldsCase: boolean): PropertyValue | null {
  if (treatment === 'drop') {
    return null;
  }
  if (treatment === 'secret') {
    return presence(value);
  }
  const plain = plainValue(value);
  return foldsCase && treatment === 'caseless' && typeof plain === 'string' ? plain.toUpperCase() : plain;
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

/** JSON.parse reads numbers beyond the range of a double as infinite. */
function plainScalar(value: JsonValue): string | number | boolean | null {
  const isPlain =
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
  return isPlain ? value : null;
}

/** The properties that are not null. @param properties those that they are added to; null removes one of them */
export function present(values: Readonly<Record<string, PropertyValue | null>>, properties: Bag = {}): Properties {
  for (const name of Object.keys(values)) {
    const value = values[name] ?? null;
    if (value !== null) put(properties, name, value);
    else delete properties[name];
  }
  return properties;
}
