import { type Properties, type PropertyValue, caselessProperties } from '../../graph/records.js';
import { upperCase } from '../../base/values/upper-case.js';
import type { FaultSink } from './fields.js';
import { type JsonObject, type JsonValue, isList, isObject } from './json-value.js';

/** Properties that the graph maintains, or that are for the reconciliation of other products. */
const dropped = new Set(['objectid', 'lastseen', 'lastcollected', 'reconcile']);

/** Properties with passwords or hashes. Only their existence is stored. */
const secrets = new Set(['userpassword', 'unixpassword', 'unicodepassword', 'sfupassword']);

/** Properties that are being collected. */
export type Bag = Record<string, PropertyValue>;

/**
 * Converts the properties of a record: flattens objects (`a.b`), and replaces secrets by `true`. Empty lists are kept, because they state
 * that there are no entries.
 * @param foldsCase writes names in lower case, and {@link caselessProperties} in upper case
 * @param erased receives the properties that are null, and secrets that are empty
 * @param fault receives a name that is no text, which is left out
 */
export function propertiesOf(bag: JsonObject, foldsCase: boolean, erased: string[] = [], fault?: FaultSink): Bag {
  const properties: Bag = {};
  collect(bag, '', { foldsCase, properties, erased, fault });
  return properties;
}

interface Collected {
  readonly foldsCase: boolean;
  readonly properties: Bag;
  readonly erased: string[];
  readonly fault: FaultSink | undefined;
}

function collect(bag: JsonObject, prefix: string, into: Collected): void {
  for (const given of Object.keys(bag)) {
    const value = bag[given] ?? null;
    const { name, convert } = keyOf(prefix + given, into.foldsCase);
    if (name === 'name' && value !== null && typeof value !== 'string' && into.fault) {
      into.fault(given, 'expected a text; the name of the node is its id');
    } else if (isObject(value)) {
      collect(value, `${name}.`, into);
    } else {
      const kept = convert(value);
      if (kept === null) into.erased.push(name);
      else if (kept !== undefined) put(into.properties, name, kept);
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

interface Key {
  readonly name: string;
  /** Returns null if there is no value any more, and undefined if nothing is stated. */
  readonly convert: (value: JsonValue) => StatedValue;
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
  if (dropped.has(name)) return () => undefined;
  return foldsCase && caselessProperties.has(name) ? upperCaseValue : plainValue;
}

function presence(value: JsonValue): true | null {
  const isPresent = isList(value) ? value.length > 0 : value !== null && value !== '' && value !== false;
  return isPresent ? true : null;
}

function upperCaseValue(value: JsonValue): StatedValue {
  return typeof value === 'string' ? upperCase(value) : plainValue(value);
}

function plainValue(value: JsonValue): StatedValue {
  if (value === null) return null;
  if (!isList(value)) return plainScalar(value);
  return value.map(plainScalar).filter((element) => element !== undefined);
}

/** JSON.parse reads numbers beyond the range of a double as infinite. */
function plainScalar(value: JsonValue): string | number | boolean | undefined {
  const isPlain =
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
  return isPlain ? value : undefined;
}

/** The value of a property: null if there is none any more, undefined if nothing is stated. */
export type StatedValue = PropertyValue | null | undefined;
export type StatedValues = Readonly<Record<string, StatedValue>>;

/** Adds values to properties. @param erased receives the properties without a value */
export function present(values: StatedValues, properties: Bag = {}, erased: string[] = []): Properties {
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === undefined) continue;
    if (value !== null) put(properties, name, value);
    else {
      delete properties[name];
      erased.push(name);
    }
  }
  return properties;
}
