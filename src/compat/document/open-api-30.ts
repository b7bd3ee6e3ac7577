import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';

/** Converts a document of OpenAPI 3.1 to OpenAPI 3.0, in which null is no type but a member of a schema. */
export function openApi30(document: JsonObject): JsonObject {
  return {
    ...document,
    openapi: '3.0.3',
    paths: converted(document['paths']),
    components: converted(document['components']),
  };
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (!isJsonObject(value)) return value;
  const { type, anyOf, ...more } = Object.fromEntries(Object.entries(value).map(([name, it]) => [name, converted(it)]));
  if (Array.isArray(type) && type.includes('null'))
    return { ...more, type: type.find((it) => it !== 'null'), nullable: true };
  if (Array.isArray(anyOf) && anyOf.some(isNull))
    return { ...more, anyOf: [...anyOf.filter((it) => !isNull(it)), nothing] };
  return { ...(type !== undefined && { type }), ...more, ...(anyOf !== undefined && { anyOf }) };
}

/** `nullable` beside `allOf` permits no null, because each schema of `allOf` has to permit it. */
const nothing = { type: 'object', nullable: true, enum: [null] };

function isNull(schema: unknown): boolean {
  return isJsonObject(schema) && schema['type'] === 'null';
}
