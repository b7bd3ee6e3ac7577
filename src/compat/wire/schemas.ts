import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';

/** The schemas of the properties of an object, by their names. */
export type Properties = Readonly<Record<string, unknown>>;

/** Converts the schemas of the properties of an item as a `ReshapeItem` converts their values. */
export type ItemForm = (properties: Properties, propertiesOf: (schema: unknown) => Properties) => Properties;

export const integer = { type: 'integer' } as const;
export const text = { type: 'string' } as const;
export const time = { type: 'string', format: 'date-time' } as const;
export const nullableText = { type: ['string', 'null'] } as const;

export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** An object that has all of these properties. */
export function objectOf(properties: Properties): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** The time that a record was deleted. */
export const deletion = objectOf({ Time: time, Valid: { type: 'boolean' } });

export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
