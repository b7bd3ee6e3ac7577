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
    const { name, convert } = keyOf(prefix + given, foldsCase);
    if (isObject(value)) {
      collect(value, `${name}.`, foldsCase, into);
      continue;
    }
    const kept = convert(value);
    if (kept !== null) put(into, name, kept);
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

interface Key {
  readonly name: string;
  readonly convert: (value: JsonValue) => PropertyValue | null;
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
  const key = { name: foldsCase ? folded : path, convert: converterOf(folded, foldsCase) };
  if (keys.size < MAX_KEYS && path.length <= MAX_CHARACTERS) keys.set(path, key);
  return key;
}

function converterOf(name: string, foldsCase: boolean): Key['convert'] {
  if (secrets.has(name.slice(name.lastIndexOf('.') + 1))) return presence;
  if (dropped.has(name)) return () => null;
  return foldsCase && caselessProperties.has(name) ? upperCaseValue : plainValue;
}

function presence(value: JsonValue): true | null {
  const isPresent = isList(value) ? value.length > 0 : value !== null && value !== '' && value !== false;
  return isPresent ? true : null;
}

function upperCaseValue(value: JsonValue): PropertyValue | null {
  return typeof value === 'string' ? value.toUpperCase() : plainValue(value);
}

function plainValue(value: JsonValue): PropertyValue | null {
  return isList(value) ? value.map(plainScalar).filter((element) => element !== null) : plainScalar(value);
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
