export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
