import type { Properties } from '../../../graph/records.js';
import { type JsonObject, type JsonValue, isList, isObject } from '../../records/json-value.js';
import type { Fields } from '../../records/fields.js';
import { propertiesOf } from '../../records/properties.js';

/** The properties of a node or an edge. What the format does not allow in them is a fault and left out; the rest is kept. */
export function openGraphProperties(record: Fields): Properties {
  const bag = record.value('properties');
  if (bag === null) {
    return {};
  }
  if (!isObject(bag)) {
    record.fault('properties', 'expected an object');
    return {};
  }
  return propertiesOf(allowed(bag, record), false);
}

function allowed(bag: JsonObject, record: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(bag).filter(([name, value]) => {
      const reason = faultOf(value);
      if (reason !== null) {
        record.fault(`properties.${name}`, reason);
      }
      return reason === null;
    }),
  );
}

function faultOf(value: JsonValue): string | null {
  if (isObject(value)) {
    return 'is an object; expected a text, a number, true, false, null or a list of one of these types';
  }
  if (isList(value) && new Set(value.map(typeOf)).size > 1) {
    return 'is a list of several types; expected one type';
  }
  return isList(value) && value.some((element) => typeof element === 'object')
    ? 'is a list of objects, lists or nulls; expected texts, numbers, or true and false'
    : null;
}

function typeOf(value: JsonValue): string {
  return typeof value;
}
